import { readFileSync } from 'node:fs'
import { isRecord } from '@latchkey/wire/json'
import { ConfigError } from '../errors/ConfigError.js'

/** Services whose nodes a preset uses when the operator has a key. */
export const keyNames = ['alchemy', 'infura', 'helius'] as const
export type NodeKeys = { readonly [name in (typeof keyNames)[number]]?: string | undefined }

const presetNames = ['mainnet']
const keyPattern = /\{(\w+)\}/

type RawChain = Readonly<Record<string, unknown>> & { readonly id: string }

/** The chains of a preset, as in the config file. Nodes that need a key are left out without it. */
export function readPreset(name: string, keys: NodeKeys): readonly RawChain[] {
  if (!presetNames.includes(name)) {
    throw new ConfigError(`The preset ${name} is not one of ${presetNames.join(', ')}.`)
  }
  // The package's own data; the same path from `src` and `dist`.
  const file = new URL(`../../data/presets/${name}.json`, import.meta.url)
  const { chains } = JSON.parse(readFileSync(file, 'utf8')) as { readonly chains: RawChain[] }
  return chains.map((chain) => ({
    ...chain,
    upstreams: (chain.upstreams as readonly string[]).flatMap((url) => withKey(url, keys)),
  }))
}

function withKey(url: string, keys: NodeKeys): readonly string[] {
  const name = keyPattern.exec(url)?.[1]
  if (name === undefined) return [url]
  const key = keys[name as keyof NodeKeys]
  return key === undefined ? [] : [url.replace(keyPattern, () => encodeURIComponent(key))]
}

/** The operator's settings of a chain replace those of the preset, field by field. */
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
      return given.length === 0 ? [chain] : given.map((fields) => ({ ...chain, ...fields }))
    }),
    ...chains.filter((chain) => !known.has(idOf(chain))),
  ]
}
