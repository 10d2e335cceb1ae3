import { readFileSync } from 'node:fs'
import { isRecord } from '@latchkey/wire/json'
import { ConfigError } from '../errors/ConfigError.js'
import { inPackage } from '../packageFolder.js'

/** Services whose nodes or indexes are used when the operator has a key. */
export const keyNames = ['alchemy', 'infura', 'helius', 'etherscan'] as const
export type NodeKeys = { readonly [name in (typeof keyNames)[number]]?: string | undefined }

const presetNames = ['mainnet']
const keyPattern = /\{(\w+)\}/

type RawChain = Readonly<Record<string, unknown>> & { readonly id: string }

/** Settings of the config file that come from a preset. */
export type Preset = { readonly chains: readonly RawChain[]; readonly ipfsGateway?: string }

/** Nodes that need a key are left out without it. */
export function readPreset(name: string, keys: NodeKeys): Preset {
  if (!presetNames.includes(name)) {
    throw new ConfigError(`The preset ${name} is not one of ${presetNames.join(', ')}.`)
  }
  const preset = readData('presets', `${name}.json`) as Preset
  const tokens = readData('tokens.json') as TokenList
  const chains = preset.chains.map((chain) => ({
    ...chain,
    tokens: (tokens[chain.id] ?? []).map(([address, symbol, decimals, name]) => ({
      ...{ address, name, symbol, decimals },
    })),
    upstreams: (chain.upstreams as readonly string[]).flatMap((url) => withKey(url, keys)),
  }))
  return { ...preset, chains }
}

/** By chain. */
type TokenList = {
  readonly [chain: string]: readonly (readonly [
    address: string,
    symbol: string,
    decimals: number,
    name: string,
  ])[]
}

function readData(...path: readonly string[]): unknown {
  return JSON.parse(readFileSync(inPackage('data', ...path), 'utf8'))
}

function withKey(url: string, keys: NodeKeys): readonly string[] {
  const name = keyPattern.exec(url)?.[1]
  if (name === undefined) return [url]
  const key = keys[name as keyof NodeKeys]
  return key === undefined ? [] : [url.replace(keyPattern, () => encodeURIComponent(key))]
}

/** Undefined if each removed chain is one of the preset, and not set too. */
export function findRemovalConflict(
  removed: readonly string[],
  preset: readonly RawChain[],
  own: unknown,
): string | undefined {
  const has = (list: unknown, id: string) =>
    Array.isArray(list) && list.some((chain) => isRecord(chain) && chain.id === id)
  for (const id of removed) {
    if (!has(preset, id)) return `has ${id}, which is not a chain of a preset`
    if (has(own, id)) return `has ${id}, which chains has too`
  }
  return undefined
}

/** The operator's settings of a chain replace those of the preset, field by field; tokens are added. */
export function mergeChains(preset: readonly RawChain[], own: unknown): unknown {
  if (preset.length === 0 || !Array.isArray(own ?? [])) return own
  const chains = (own ?? []) as readonly unknown[]
  const idOf = (chain: unknown) => (isRecord(chain) ? chain.id : undefined)
  const overrides = (id: string) =>
    chains.filter((chain) => idOf(chain) === id) as readonly Readonly<Record<string, unknown>>[]
  const known = new Set<unknown>(preset.map(({ id }) => id))
  return [
    ...preset.flatMap((chain): readonly unknown[] => {
      const given = overrides(chain.id)
      return given.length === 0
        ? [chain]
        : given.map((fields) => ({
            ...chain,
            ...fields,
            tokens: mergeTokens(chain.tokens, fields.tokens),
          }))
    }),
    ...chains.filter((chain) => !known.has(idOf(chain))),
  ]
}

/** The operator's description of a token wins. */
function mergeTokens(preset: unknown, own: unknown): unknown {
  if (!Array.isArray(own)) return own ?? preset
  const addressOf = (token: unknown) =>
    isRecord(token) ? String(token.address).toLowerCase() : undefined
  const known = new Set(own.map(addressOf))
  return [...own, ...(preset as readonly unknown[]).filter((token) => !known.has(addressOf(token)))]
}
