import { isRecord } from '@latchkey/wire/json'
import { base58, base64 } from '@scure/base'
import type { ChainCall } from '../api/chains.js'
import { withTimeout } from '../api/timeout.js'
import type { SolanaMessage } from './solanaTransaction.js'

const tableProgram = 'AddressLookupTab1e1111111111111111111111111'
/** Offset of the addresses in a lookup table account. */
const headerLength = 56
const keyLength = 32
const limit = 4_000

/**
 * The accounts that messages take from lookup tables, in the order of instruction indexes. Never
 * rejects: an unknown account is undefined.
 */
export async function fetchLoadedAccounts(
  rpc: ChainCall,
  chainId: string,
  messages: readonly SolanaMessage[],
  signal: AbortSignal,
): Promise<readonly (readonly (string | undefined)[])[]> {
  const tables = messages.flatMap(({ lookups }) => lookups.map(({ table }) => base58.encode(table)))
  const addresses = [...new Set(tables)]
  const contents = new Map<string, Uint8Array>()
  // Limit of one call.
  for (let start = 0; start < addresses.length; start += 100) {
    const batch = addresses.slice(start, start + 100)
    const found = await fetchAccounts(rpc, chainId, batch, signal).catch(() => [])
    batch.forEach((address, index) => {
      const account = found[index]
      if (account?.program === tableProgram) contents.set(address, account.data)
    })
  }
  signal.throwIfAborted()
  return messages.map(({ lookups }) => {
    const load = (kind: 'writable' | 'readonly') =>
      lookups.flatMap((lookup) => {
        const data = contents.get(base58.encode(lookup.table))
        return lookup[kind].map((index) => {
          const start = headerLength + index * keyLength
          const key = data?.subarray(start, start + keyLength)
          return key?.length === keyLength ? base58.encode(key) : undefined
        })
      })
    return [...load('writable'), ...load('readonly')]
  })
}

export type SolanaAccount = {
  readonly lamports: bigint
  readonly program: string
  readonly data: Uint8Array
}

/** Undefined for accounts that do not exist. Rejects on a timeout. */
export function fetchAccounts(
  rpc: ChainCall,
  chainId: string,
  addresses: readonly string[],
  signal: AbortSignal,
): Promise<readonly (SolanaAccount | undefined)[]> {
  return withTimeout(limit, signal, async (bounded) => {
    const params = [addresses, { encoding: 'base64', commitment: 'confirmed' }]
    const response = await rpc(chainId, 'getMultipleAccounts', params, bounded)
    const value = isRecord(response) && Array.isArray(response.value) ? response.value : []
    return addresses.map((_, index) => parseAccount(value[index]))
  })
}

/** An account as nodes return it in base64. */
export function parseAccount(value: unknown): SolanaAccount | undefined {
  if (!isRecord(value) || !Array.isArray(value.data)) return undefined
  const { lamports, owner, data } = value
  const [text] = data as unknown[]
  if (!Number.isInteger(lamports) || typeof owner !== 'string' || typeof text !== 'string') {
    return undefined
  }
  try {
    return { lamports: BigInt(lamports as number), program: owner, data: base64.decode(text) }
  } catch {
    return undefined
  }
}
