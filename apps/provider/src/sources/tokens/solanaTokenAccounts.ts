import type { NetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { address, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import { mapConcurrent } from '../mapConcurrent.js'

export type TokenAccount = {
  readonly address: string
  readonly mint: string
  readonly units: bigint
}

/** The token accounts of Solana accounts, as they are on the chain's nodes. */
export type TokenAccounts = {
  /** Those with a balance; those for `named` mints also if they are new. */
  read(chain: NetworkId, owner: string, named?: readonly string[]): Promise<readonly TokenAccount[]>
}

const tokenPrograms = [
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb',
]
const associatedTokenProgram = address('ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL')
/** The node's limit per request. */
const accountsPerCall = 100
const concurrency = 8

/** All token accounts of an owner, as far as the nodes list them. */
export async function readOwnedAccounts(
  nodes: Nodes,
  chain: NetworkId,
  owner: string,
): Promise<{ readonly accounts: readonly TokenAccount[]; readonly isComplete: boolean }> {
  const lists = await Promise.all(
    tokenPrograms.map((programId) => readOfProgram(nodes, chain, owner, programId)),
  )
  return {
    accounts: lists.flatMap((list) => list ?? []),
    isComplete: lists.every((list) => list !== undefined),
  }
}

/** Undefined if the nodes do not list accounts, or the chain does not have the program. */
async function readOfProgram(
  nodes: Nodes,
  chain: NetworkId,
  owner: string,
  programId: string,
): Promise<readonly TokenAccount[] | undefined> {
  const params = [owner, { programId }, { encoding: 'jsonParsed' }]
  const answer = await nodes
    .call(chain, 'getTokenAccountsByOwner', params)
    .catch((error: unknown) => {
      if (error instanceof NodeRpcError) return undefined
      throw error
    })
  const list = answer as { readonly value: readonly unknown[] } | undefined
  return list?.value.flatMap((entry) => {
    const { pubkey, account } = isRecord(entry) ? entry : {}
    return typeof pubkey === 'string' ? parseTokenAccount(pubkey, account, owner) : []
  })
}

/** Those of the addresses that are token accounts of the owner. */
export async function readTokenAccounts(
  nodes: Nodes,
  chain: NetworkId,
  owner: string,
  addresses: readonly string[],
  signal?: AbortSignal,
): Promise<readonly TokenAccount[]> {
  const starts = Array.from(
    { length: Math.ceil(addresses.length / accountsPerCall) },
    (_, index) => index * accountsPerCall,
  )
  const parts = await mapConcurrent(starts, concurrency, async (start) => {
    const places = addresses.slice(start, start + accountsPerCall)
    const params = [places, { encoding: 'jsonParsed' }]
    const answer = await nodes
      .call(chain, 'getMultipleAccounts', params, signal)
      .catch(withoutAnswer)
    const { value } = answer as { readonly value: readonly unknown[] }
    return places.flatMap((place, index) => {
      const account = value[index]
      if (!isRecord(account) || !tokenPrograms.includes(String(account.owner))) return []
      return parseTokenAccount(place, account, owner)
    })
  })
  return parts.flat()
}

function withoutAnswer(error: unknown) {
  if (error instanceof NodeRpcError) return { value: [] }
  throw error
}

function parseTokenAccount(place: string, account: unknown, owner: string): TokenAccount[] {
  const { type, info } = (account as ParsedAccount | undefined)?.data?.parsed ?? {}
  const { mint, tokenAmount } = info ?? {}
  const amount = tokenAmount?.amount
  if (type !== 'account' || info?.owner !== owner || typeof mint !== 'string') return []
  const isAmount = typeof amount === 'string' && /^\d{1,20}$/.test(amount)
  return isAmount ? [{ address: place, mint, units: BigInt(amount) }] : []
}

type ParsedAccount = {
  readonly data?: {
    readonly parsed?: {
      readonly type?: unknown
      readonly info?: {
        readonly mint?: unknown
        readonly owner?: unknown
        readonly tokenAmount?: { readonly amount?: unknown }
      }
    }
  }
}

/** Where wallets keep an owner's tokens of these mints. */
export async function deriveTokenAccounts(
  owner: string,
  mints: readonly string[],
): Promise<string[]> {
  const encoder = getAddressEncoder()
  const seeds = mints.flatMap((mint) => tokenPrograms.map((program) => [owner, program, mint]))
  const derived = await Promise.all(
    seeds.map((keys) =>
      getProgramDerivedAddress({
        programAddress: associatedTokenProgram,
        seeds: keys.map((key) => encoder.encode(address(key))),
      }),
    ),
  )
  return derived.map(([place]) => place)
}
