import {
  type ChainAccount,
  parseAddress,
  parseChainAccount,
  parseCount,
  parseSignature,
  parseValue,
} from '@latchkey/wire/rpc/solana'
import { base64 } from '@scure/base'
import type { Network } from '../../core/network/network.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import { askNodeOf, NodeFault, type NodeKind, type NodeQuestion } from '../shared/nodes.js'
import { read } from '../shared/walletFault.js'
import type { Reading } from './adapter.js'
import type { Commitment } from './commitment.js'

/** Where the chain is read. */
export type NodeContext = Reading & { readonly network: Network; readonly signal: AbortSignal }

/** A network's reference is as much of its first block's hash as an id can hold. */
const referenceLength = 32
/** The node tried a transaction out, or checked its signatures, and it did not pass. */
const refusalCodes = [-32_002, -32_003]

const solanaNodes: NodeKind = {
  chainMethod: 'getGenesisHash',
  parseChain: (answer) => parseAddress(answer)?.slice(0, referenceLength),
  isVerdict: (error) => error instanceof NodeFault && refusalCodes.includes(error.code),
}

export function askNode<answer>(
  { endpoints, network, signal }: NodeContext,
  question: Pick<NodeQuestion<answer>, 'method' | 'params' | 'parse'>,
): Promise<answer> {
  return askNodeOf(solanaNodes, { ...question, endpoints, network, signal })
}

/** What a transaction failed of, as the chain words it; undefined when something else went wrong. */
export function refusalOf(error: unknown): unknown {
  const fault = error instanceof NodeError ? error.cause : error
  if (!(fault instanceof NodeFault) || !refusalCodes.includes(fault.code)) return undefined
  return read(fault.data, 'err') ?? 'SignatureFailure'
}

export function nativeBalance({
  address,
  ...place
}: NodeContext & { readonly address: string }): Promise<bigint> {
  const { commitment } = place
  return askNode(place, {
    method: 'getBalance',
    params: [address, { commitment }],
    parse: (answer) => parseValue(answer, parseCount),
  })
}

/** What an account of that many bytes must hold to stay on the chain. */
export function leastBalance({
  size,
  ...place
}: NodeContext & { readonly size: number }): Promise<bigint> {
  const method = 'getMinimumBalanceForRentExemption'
  return askNode(place, { method, params: [size], parse: parseCount })
}

/** Accounts with their data; undefined for those that the chain does not have. */
export function readAccounts(
  place: NodeContext,
  addresses: readonly string[],
): Promise<readonly (OpenedAccount | undefined)[]> {
  const { commitment } = place
  return askNode(place, {
    method: 'getMultipleAccounts',
    params: [addresses, { commitment, encoding: 'base64' }],
    parse: (answer) =>
      parseValue(answer, (list) => {
        if (!Array.isArray(list) || list.length !== addresses.length) return undefined
        const accounts = Array.from(list, (one) => (one === null ? null : parseChainAccount(one)))
        if (accounts.some((one) => one === undefined)) return undefined
        return accounts.map((one) => (one ? opened(one) : undefined))
      }),
  })
}

/** The accounts that hold a token for an owner, by whichever address. */
export function readTokenAccounts(
  place: NodeContext,
  { owner, mint }: { readonly owner: string; readonly mint: string },
): Promise<readonly (OpenedAccount & { readonly pubkey: string })[]> {
  const { commitment } = place
  return askNode(place, {
    method: 'getTokenAccountsByOwner',
    params: [owner, { mint }, { commitment, encoding: 'base64' }],
    parse: (answer) =>
      parseValue(answer, (list) => {
        if (!Array.isArray(list)) return undefined
        const accounts = Array.from(list, (one) => {
          const pubkey = parseAddress(read(one, 'pubkey'))
          const account = parseChainAccount(read(one, 'account'))
          return pubkey && account ? { ...opened(account), pubkey } : undefined
        })
        return accounts.every((one) => one !== undefined) ? accounts : undefined
      }),
  })
}

export type OpenedAccount = Omit<ChainAccount, 'data'> & { readonly data: Uint8Array }

function opened({ data, ...account }: ChainAccount): OpenedAccount {
  return { ...account, data: base64.decode(data) }
}

/** Hands a signed transaction to the network. The same one may be sent as often as one likes. */
export function broadcast(
  place: NodeContext,
  bytes: Uint8Array,
  options: {
    readonly skipPreflight?: boolean | undefined
    readonly preflightCommitment?: Commitment | undefined
    readonly maxRetries?: number | undefined
    readonly minContextSlot?: number | undefined
  } = {},
): Promise<string> {
  const { preflightCommitment } = place
  const config = { preflightCommitment, ...options, encoding: 'base64' }
  return askNode(place, {
    method: 'sendTransaction',
    params: [base64.encode(bytes), config],
    parse: parseSignature,
  })
}
