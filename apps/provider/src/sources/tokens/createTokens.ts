import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import { erc20Abi, erc20Abi_bytes32, hexToString } from 'viem'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { readContracts } from '../../nodes/readContracts.js'
import { createMemory } from '../createMemory.js'
import { cleanLabel, NAME_LENGTH, SYMBOL_LENGTH } from './cleanLabel.js'
import { EVM_NATIVE_ADDRESS, NATIVE, SOLANA_NATIVE_ADDRESS, type Token } from './Token.js'

export interface Tokens {
  native(chain: NetworkId): Token
  /** The configured tokens. */
  listed(chain: NetworkId): readonly Token[]
  /** By normalised address. Contracts that are not tokens are missing. */
  find(chain: NetworkId, addresses: readonly string[]): Promise<ReadonlyMap<string, Token>>
  /** A token's normalised address; `native` for the native coin; undefined if invalid. */
  normalise(chain: NetworkId, address: string): string | undefined
}

const LIFETIME = 24 * 3_600_000
/** How long to remember that a contract is not a token. */
const REFUSAL_LIFETIME = 300_000
const SIZE = 20_000
const MOST_DECIMALS = 36

/** Token metadata, from the config or from the contract. */
export function createTokens(parts: { readonly nodes: Nodes; readonly clock: Clock }): Tokens {
  const { nodes, clock } = parts
  const known = createMemory<Token>(clock, { lifetime: LIFETIME, size: SIZE })
  const nonTokens = createMemory<true>(clock, { lifetime: REFUSAL_LIFETIME, size: SIZE })
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
    return { ...nodes.settings(chain).nativeCurrency, address: NATIVE, isListed: true }
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
      if (typeof decimals !== 'number' || decimals > MOST_DECIMALS) nonTokens.set(key, true)
      else {
        const cleanSymbol = cleanLabel(textOf(symbol, oldSymbol), SYMBOL_LENGTH)
        known.set(key, {
          address,
          name: cleanLabel(textOf(name, oldName), NAME_LENGTH) || cleanSymbol || shortened(address),
          symbol: cleanSymbol || shortened(address),
          decimals,
          isListed: false,
        })
      }
    })
  }

  /** Mints have only decimals; another program has the names, so the address is used instead. */
  async function readSolana(chain: NetworkId, addresses: readonly string[]): Promise<void> {
    const answer = (await nodes.call(chain, 'getMultipleAccounts', [
      addresses,
      { encoding: 'jsonParsed' },
    ])) as { readonly value: readonly unknown[] }
    addresses.forEach((address, index) => {
      const decimals = mintDecimals(answer.value[index])
      const key = `${chain}:${address}`
      if (decimals === undefined || decimals > MOST_DECIMALS) nonTokens.set(key, true)
      else {
        const label = shortened(address)
        known.set(key, { address, name: label, symbol: label, decimals, isListed: false })
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
        address === NATIVE
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
      return parsed === EVM_NATIVE_ADDRESS ? NATIVE : parsed
    }
    case 'solana':
      if (address === SOLANA_NATIVE_ADDRESS) return NATIVE
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

function shortened(address: string): string {
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
