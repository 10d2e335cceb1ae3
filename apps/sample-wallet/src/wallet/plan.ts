import type { Address } from 'viem'
import { callNode } from '../chain/rpc.js'
import { RpcError } from '../chain/rpcError.js'
import { hexOf } from '../chain/shape.js'
import type { Keyring } from '../keys/keyring.js'
import { chainOf, perform, type SigningCall, signerOf } from '../requests/perform.js'
import { readCall, type WalletCall } from '../requests/readCall.js'
import type { WalletState } from './walletState.js'

/** A validated request: the prompt it needs, if any, and its action. */
export type Plan = {
  readonly call?: WalletCall
  readonly run: () => unknown
}

/** Deliberate misbehaviour, to test that the page notices. */
export type Lies = {
  signer?: number | undefined
  sentTo?: Address | undefined
}

export type PlanContext = {
  readonly state: WalletState
  readonly keyring: Keyring
  readonly origin: string
  readonly lies: Lies
}

const reads = new Set([
  'eth_blockNumber',
  'eth_call',
  'eth_createAccessList',
  'eth_estimateGas',
  'eth_feeHistory',
  'eth_gasPrice',
  'eth_getBalance',
  'eth_getBlockByHash',
  'eth_getBlockByNumber',
  'eth_getBlockTransactionCountByHash',
  'eth_getBlockTransactionCountByNumber',
  'eth_getCode',
  'eth_getLogs',
  'eth_getProof',
  'eth_getStorageAt',
  'eth_getTransactionByHash',
  'eth_getTransactionCount',
  'eth_getTransactionReceipt',
  'eth_maxPriorityFeePerGas',
  'eth_sendRawTransaction',
  'eth_syncing',
  'net_listening',
  'web3_clientVersion',
])

/** Checks a request against the wallet's state. Throws `RpcError` before any prompt. */
export async function planRequest(
  method: string,
  params: unknown,
  context: PlanContext,
): Promise<Plan> {
  const { state } = context
  switch (method) {
    case 'eth_accounts':
      return { run: () => state.visible() }
    case 'eth_chainId':
      return { run: () => hexOf(state.chainId()) }
    case 'net_version':
      return { run: () => String(state.chainId()) }
    case 'wallet_getPermissions':
      return { run: () => permissions(context) }
    case 'wallet_revokePermissions':
      return {
        run: () => {
          state.revoke()
          return null
        },
      }
    case 'eth_sign':
      // Blind signing: no wallet should offer it.
      throw RpcError.unsupportedMethod(method)
  }
  if (reads.has(method)) return { run: () => readChain(method, params, context) }
  const call = readCall(method, params)
  if (!call) throw RpcError.unsupportedMethod(method)
  switch (call.kind) {
    case 'connect':
      return planConnect(method, call, context)
    case 'switch-chain':
      return planSwitch(call, context)
    case 'add-chain':
      return planAdd(call, context)
    default:
      return planSigning(call, context)
  }
}

function planConnect(method: string, call: WalletCall, context: PlanContext): Plan {
  const { state } = context
  const respond = () => {
    state.authorize()
    return method === 'eth_requestAccounts' ? state.visible() : permissions(context)
  }
  const known = method === 'eth_requestAccounts' && state.isAuthorized()
  return known ? { run: respond } : { call, run: respond }
}

async function planSwitch(
  call: Extract<WalletCall, { kind: 'switch-chain' }>,
  { state }: PlanContext,
): Promise<Plan> {
  const run = () => {
    state.selectChain(call.chainId)
    return null
  }
  if (call.chainId === state.chainId()) return { run }
  if ((await state.rpcUrl(call.chainId)) === undefined)
    throw RpcError.unrecognizedChain(hexOf(call.chainId))
  return { call, run }
}

async function planAdd(
  call: Extract<WalletCall, { kind: 'add-chain' }>,
  context: PlanContext,
): Promise<Plan> {
  // A page must not replace the node of a known chain.
  if ((await context.state.rpcUrl(call.chainId)) !== undefined)
    return planSwitch({ kind: 'switch-chain', chainId: call.chainId }, context)
  return {
    call,
    run: () => {
      context.state.addChain(call.chainId, call.rpcUrl)
      return null
    },
  }
}

function planSigning(call: SigningCall, context: PlanContext): Plan {
  const { state } = context
  const chainId = state.chainId()
  const requested = chainOf(call)
  requireSigner(call, context)
  if (requested !== undefined && requested !== chainId)
    throw RpcError.invalidParams(
      `The request is for chain ${requested}, but the wallet is on chain ${chainId}.`,
    )
  return {
    call,
    run: async () => {
      // The person may have locked the wallet or disconnected the site during the prompt.
      const signer = context.lies.signer ?? requireSigner(call, context)
      if (!state.isOnline()) throw RpcError.disconnected()
      return perform(betray(call, context), context.keyring.account(signer), {
        chainId,
        rpcUrl: await state.rpcUrl(chainId),
      })
    },
  }
}

function requireSigner(call: SigningCall, { state }: PlanContext): number {
  const index = state.indexOf(signerOf(call))
  if (index === undefined) throw RpcError.unauthorized()
  return index
}

function betray(call: SigningCall, { lies }: PlanContext): SigningCall {
  if (call.kind !== 'transaction' || !lies.sentTo) return call
  return { ...call, transaction: { ...call.transaction, to: lies.sentTo } }
}

async function readChain(
  method: string,
  params: unknown,
  { state }: PlanContext,
): Promise<unknown> {
  if (!state.isOnline()) throw RpcError.disconnected()
  const url = await state.rpcUrl(state.chainId())
  if (url === undefined)
    throw RpcError.chainDisconnected('The wallet has no connection to this chain.')
  return callNode(url, method, params)
}

function permissions({ state, origin }: PlanContext) {
  const accounts = state.visible()
  if (accounts.length === 0) return []
  return [
    {
      invoker: origin,
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value: accounts }],
    },
  ]
}
