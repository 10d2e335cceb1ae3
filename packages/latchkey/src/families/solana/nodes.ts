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
import {
  type NodeProtocol,
  type NodeRequest,
  NodeRpcError,
  requestEndpoints,
} from '../shared/nodes.js'
import { readProperty } from '../shared/walletError.js'
import type { Reading } from './adapter.js'
import type { Commitment } from './commitment.js'

/** The network and options of chain reads. */
export type NodeContext = Reading & { readonly network: Network; readonly signal: AbortSignal }

/** A CAIP-2 reference is the start of the genesis hash. */
const referenceLength = 32
/** Preflight failure, and failed signature verification. */
const rejectionCodes = [-32_002, -32_003]

const solanaNodes: NodeProtocol = {
  chainMethod: 'getGenesisHash',
  parseChain: (response) => parseAddress(response)?.slice(0, referenceLength),
  isChainError: (error) => error instanceof NodeRpcError && rejectionCodes.includes(error.code),
}

export function requestNode<response>(
  { endpoints, network, signal }: NodeContext,
  request: Pick<NodeRequest<response>, 'method' | 'params' | 'parse'>,
): Promise<response> {
  return requestEndpoints(solanaNodes, { ...request, endpoints, network, signal })
}

/** The chain's error for a failed transaction; undefined for other errors. */
export function readTransactionError(error: unknown): unknown {
  const cause = error instanceof NodeError ? error.cause : error
  if (!(cause instanceof NodeRpcError) || !rejectionCodes.includes(cause.code)) return undefined
  return readProperty(cause.data, 'err') ?? 'SignatureFailure'
}

export function nativeBalance({
  address,
  ...context
}: NodeContext & { readonly address: string }): Promise<bigint> {
  const { commitment } = context
  return requestNode(context, {
    method: 'getBalance',
    params: [address, { commitment }],
    parse: (response) => parseValue(response, parseCount),
  })
}

/** The rent-exempt minimum for an account of that size. */
export function readMinimumBalance({
  size,
  ...context
}: NodeContext & { readonly size: number }): Promise<bigint> {
  const method = 'getMinimumBalanceForRentExemption'
  return requestNode(context, { method, params: [size], parse: parseCount })
}

/** Accounts with their data; undefined for missing ones. */
export function readAccounts(
  context: NodeContext,
  addresses: readonly string[],
): Promise<readonly (DecodedAccount | undefined)[]> {
  const { commitment } = context
  return requestNode(context, {
    method: 'getMultipleAccounts',
    params: [addresses, { commitment, encoding: 'base64' }],
    parse: (response) =>
      parseValue(response, (list) => {
        if (!Array.isArray(list) || list.length !== addresses.length) return undefined
        const accounts = Array.from(list, (one) => (one === null ? null : parseChainAccount(one)))
        if (accounts.some((one) => one === undefined)) return undefined
        return accounts.map((one) => (one ? decodeAccount(one) : undefined))
      }),
  })
}

/** All token accounts of an owner for one mint. */
export function readTokenAccounts(
  context: NodeContext,
  { owner, mint }: { readonly owner: string; readonly mint: string },
): Promise<readonly (DecodedAccount & { readonly pubkey: string })[]> {
  const { commitment } = context
  return requestNode(context, {
    method: 'getTokenAccountsByOwner',
    params: [owner, { mint }, { commitment, encoding: 'base64' }],
    parse: (response) =>
      parseValue(response, (list) => {
        if (!Array.isArray(list)) return undefined
        const accounts = Array.from(list, (one) => {
          const pubkey = parseAddress(readProperty(one, 'pubkey'))
          const account = parseChainAccount(readProperty(one, 'account'))
          return pubkey && account ? { ...decodeAccount(account), pubkey } : undefined
        })
        return accounts.every((one) => one !== undefined) ? accounts : undefined
      }),
  })
}

export type DecodedAccount = Omit<ChainAccount, 'data'> & { readonly data: Uint8Array }

function decodeAccount({ data, ...account }: ChainAccount): DecodedAccount {
  return { ...account, data: base64.decode(data) }
}

/** Sends a signed transaction. Sending the same one again is harmless. */
export function broadcast(
  context: NodeContext,
  bytes: Uint8Array,
  options: {
    readonly skipPreflight?: boolean | undefined
    readonly preflightCommitment?: Commitment | undefined
    readonly maxRetries?: number | undefined
    readonly minContextSlot?: number | undefined
  } = {},
): Promise<string> {
  const { preflightCommitment } = context
  const config = { preflightCommitment, ...options, encoding: 'base64' }
  return requestNode(context, {
    method: 'sendTransaction',
    params: [base64.encode(bytes), config],
    parse: parseSignature,
  })
}
