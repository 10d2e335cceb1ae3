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

/** Where the chain is read. */
export type NodeContext = Reading & { readonly network: Network; readonly signal: AbortSignal }

/** A network's reference is as much of its first block's hash as an id can hold. */
const referenceLength = 32
/** The node tried a transaction out, or checked its signatures, and it did not pass. */
const rejectionCodes = [-32_002, -32_003]

const solanaNodes: NodeProtocol = {
  chainMethod: 'getGenesisHash',
  parseChain: (response) => parseAddress(response)?.slice(0, referenceLength),
  isChainError: (error) => error instanceof NodeRpcError && rejectionCodes.includes(error.code),
}

export function requestNode<response>(
  { endpoints, network, signal }: NodeContext,
  question: Pick<NodeRequest<response>, 'method' | 'params' | 'parse'>,
): Promise<response> {
  return requestEndpoints(solanaNodes, { ...question, endpoints, network, signal })
}

/** What a transaction failed of, as the chain words it; undefined when something else went wrong. */
export function readTransactionError(error: unknown): unknown {
  const fault = error instanceof NodeError ? error.cause : error
  if (!(fault instanceof NodeRpcError) || !rejectionCodes.includes(fault.code)) return undefined
  return readProperty(fault.data, 'err') ?? 'SignatureFailure'
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

/** What an account of that many bytes must hold to stay on the chain. */
export function readMinimumBalance({
  size,
  ...context
}: NodeContext & { readonly size: number }): Promise<bigint> {
  const method = 'getMinimumBalanceForRentExemption'
  return requestNode(context, { method, params: [size], parse: parseCount })
}

/** Accounts with their data; undefined for those that the chain does not have. */
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

/** The accounts that hold a token for an owner, by whichever address. */
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

/** Hands a signed transaction to the network. The same one may be sent as often as one likes. */
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
