import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import { erc20Abi, erc20Abi_bytes32, hexToString } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { readContracts } from '../../nodes/readContracts.js'
import { createCache } from '../createCache.js'
import { cleanLabel, maxNameLength, maxSymbolLength } from './cleanLabel.js'
import { readMintMetadata } from './solanaMetadata.js'
import { evmNativeAddress, nativeToken, solanaNativeAddress, type Token } from './Token.js'

export type Tokens = {
  native(chain: NetworkId): Token
  /** The configured tokens. */
  listed(chain: NetworkId): readonly Token[]
  /** By normalised address. Contracts that are not tokens are missing. */
  find(chain: NetworkId, addresses: readonly string[]): Promise<ReadonlyMap<string, Token>>
  /** A token's normalised address; `native` for the native coin; undefined if invalid. */
  normalise(chain: NetworkId, address: string): string | undefined
}

const lifetimeMs = 24 * 3_600_000
/** How long to remember that a contract is not a token. */
const nonTokenLifetimeMs = 300_000
const maxEntries = 20_000
const maxDecimals = 36

/** Token metadata, from the config or from the contract. */
export function createTokens(parts: { readonly nodes: Nodes; readonly clock: Clock }): Tokens {
  const { nodes, clock } = parts
  const known = createCache<Token>(clock, { lifetime: lifetimeMs, size: maxEntries })
  const nonTokens = createCache<true>(clock, { lifetime: nonTokenLifetimeMs, size: maxEntries })
  const lists = new Map(
    nodes.chains.map(({ id, tokens }) => [
      id,
      new Map(
        tokens.map((token) => {
          const address = normalise(id, token.address) ?? token.address
          return [address, { ...token, address, isListed: true }]
        }),
      ),
    ]),
  )

  function native(chain: NetworkId): Token {
    return { ...nodes.settings(chain).nativeCurrency, address: nativeToken, isListed: true }
  }

  async function readEvm(chain: NetworkId, addresses: readonly string[]): Promise<void> {
    const facts = ['name', 'symbol', 'decimals'] as const
    const results = await readContracts(
      nodes,
      chain,
      addresses.flatMap((address) => [
        ...facts.map((functionName) => ({ address, abi: erc20Abi, functionName })),
        { address, abi: erc20Abi_bytes32, functionName: 'name' },
        { address, abi: erc20Abi_bytes32, functionName: 'symbol' },
      ]),
    )
    addresses.forEach((address, index) => {
      const [name, symbol, decimals, oldName, oldSymbol] = results.slice(index * 5, index * 5 + 5)
      const key = `${chain}:${address}`
      if (typeof decimals !== 'number' || decimals > maxDecimals) nonTokens.set(key, true)
      else {
        const cleanSymbol = cleanLabel(textOf(symbol, oldSymbol), maxSymbolLength)
        known.set(key, {
          address,
          name: cleanLabel(textOf(name, oldName), maxNameLength) || cleanSymbol || shorten(address),
          symbol: cleanSymbol || shorten(address),
          decimals,
          isListed: false,
        })
      }
    })
  }

  /** A mint without a name is called by its address. */
  async function readSolana(chain: NetworkId, addresses: readonly string[]): Promise<void> {
    const answer = (await nodes.call(chain, 'getMultipleAccounts', [
      addresses,
      { encoding: 'jsonParsed' },
    ])) as { readonly value: readonly unknown[] }
    const metadata = await readMintMetadata(nodes, chain, addresses, answer.value)
    addresses.forEach((address, index) => {
      const decimals = mintDecimals(answer.value[index])
      const key = `${chain}:${address}`
      if (decimals === undefined || decimals > maxDecimals) nonTokens.set(key, true)
      else {
        const { name = '', symbol = '', uri = '' } = metadata.get(address) ?? {}
        const cleanSymbol = cleanLabel(symbol, maxSymbolLength) || shorten(address)
        known.set(key, {
          address,
          name: cleanLabel(name, maxNameLength) || cleanSymbol,
          symbol: cleanSymbol,
          decimals,
          isListed: false,
          ...(uri !== '' && { document: uri }),
        })
      }
    })
  }

  return {
    native,
    listed: (chain) => [...(lists.get(chain)?.values() ?? [])],
    normalise,
    async find(chain, addresses) {
      const unique = [...new Set(addresses)]
      const findKnown = (address: string): Token | undefined =>
        address === nativeToken
          ? native(chain)
          : (lists.get(chain)?.get(address) ?? known.peek(`${chain}:${address}`))
      const missing = unique.filter(
        (address) => findKnown(address) === undefined && !nonTokens.peek(`${chain}:${address}`),
      )
      if (missing.length > 0) {
        const read = namespaceOf(chain) === 'solana' ? readSolana : readEvm
        for (let start = 0; start < missing.length; start += 100) {
          await read(chain, missing.slice(start, start + 100))
        }
      }
      return new Map(
        unique.flatMap((address) => {
          const token = findKnown(address)
          return token ? [[address, token]] : []
        }),
      )
    },
  }
}

function normalise(chain: NetworkId, address: string): string | undefined {
  switch (namespaceOf(chain)) {
    case 'eip155': {
      const parsed = parseAddress(address)
      return parsed === evmNativeAddress ? nativeToken : parsed
    }
    case 'solana':
      if (address === solanaNativeAddress) return nativeToken
      return isSolanaAddress(address) ? address : undefined
    default:
      return undefined
  }
}

export function isSolanaAddress(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(text)
}

function textOf(text: unknown, bytes: unknown): string {
  if (typeof text === 'string') return text
  return typeof bytes === 'string' ? hexToString(bytes as `0x${string}`, { size: 32 }) : ''
}

function shorten(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`
}

function mintDecimals(account: unknown): number | undefined {
  const parsed = (
    account as { data?: { parsed?: { type?: unknown; info?: { decimals?: unknown } } } }
  )?.data?.parsed
  const decimals = parsed?.type === 'mint' ? parsed.info?.decimals : undefined
  return typeof decimals === 'number' && Number.isInteger(decimals) && decimals >= 0
    ? decimals
    : undefined
}
