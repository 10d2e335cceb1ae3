import { isRecord } from '@latchkey/wire/json'
import {
  decodePermissionStatus,
  encodeKeySignature,
  encodePermissionStatus,
  zeroAddress,
} from '@latchkey/wire/login/permissions'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseAddress,
  parseBlock,
  parseChainId,
  parseData,
  parseHash,
  parseQuantity,
} from '@latchkey/wire/rpc/eip155'
import { bytesToHex } from '@noble/hashes/utils.js'
import { toSessionLimits } from '../../core/sessions/limits.js'
import type { SessionLimits } from '../../core/sessions/sessionGrant.js'
import {
  isSignedByOwner,
  type ReadContext,
  readContext,
} from '../../families/eip155/permissionContext.js'
import { encodeCall, parseWord } from '../../families/eip155/tokens.js'
import { buildOperation } from './buildOperation.js'
import { assertPermitted, parseCalls, type SessionCall } from './checkCalls.js'
import { createRpc, toClientError } from './rpc.js'
import { SessionClientError } from './sessionClientError.js'
import { createSessionKey, signDigest } from './sessionKey.js'
import { hashUserOperation, toMaxFee, toRpcOperation } from './userOperation.js'

/** Options of `createSessionClient`. */
export type SessionClientOptions = {
  /** The private key of `createSessionKey`. */
  readonly key: Hex
  /** The context that `grantPermissions` resolved to. */
  readonly context: string
  /** A node of the permission's chain. */
  readonly rpcUrl: string
  /** The bundler of your provider for that chain. */
  readonly bundlerUrl: string
  /** A sponsor (ERC-7677) that pays the fees. Without it, the account pays. */
  readonly paymasterUrl?: string | undefined
  /** What the sponsor gets besides the operation. */
  readonly paymasterContext?: Readonly<Record<string, unknown>> | undefined
  /**
   * Operations of one lane are included one after the other. Processes that share a key take a lane each.
   * Default 0.
   */
  readonly lane?: number | undefined
}

/** What is left of a permission, as the account's contract counts it. */
export type SessionState = SessionLimits & {
  /** Unix seconds. */
  readonly validAfter: number
  readonly validUntil: number
  readonly isRevoked: boolean
  /** Whether it was used already. */
  readonly isEnabled: boolean
}

/** An operation that was sent. */
export type SentCalls = {
  /** The hash of the user operation. */
  readonly id: Hex
}

/** What became of an operation. */
export type SessionReceipt = {
  readonly id: Hex
  /** False: included and paid for, but its calls reverted. */
  readonly isSuccess: boolean
  readonly transactionHash: Hex
  /** What it cost, in wei. */
  readonly cost: bigint
  readonly isSponsored: boolean
}

type CallOptions = { readonly signal?: AbortSignal | undefined }

/** Uses a permission with the site's key. */
export type SessionClient = {
  readonly account: Hex
  readonly chainId: number
  /** The permission's id on the chain. */
  readonly permissionId: Hex
  readLimits(options?: CallOptions): Promise<SessionState>
  /**
   * Sends calls as one operation: all are made or none. Rejects before sending if they would exceed a limit.
   * Calls of one client are sent one after the other.
   */
  sendCalls(calls: readonly SessionCall[], options?: CallOptions): Promise<SentCalls>
  /** Waits until the operation is included; by default a minute. */
  waitForReceipt(
    id: Hex,
    options?: CallOptions & { readonly timeout?: number | undefined },
  ): Promise<SessionReceipt>
}

const receiptTimeout = 60_000
const receiptPolling = 1_000
const allowanceSelector = 'dd62ed3e'

/**
 * Creates a client for one permission of one visitor. Throws a `SessionClientError` if the context is not
 * signed by the owner of its account, or is for another key.
 */
export function createSessionClient(options: SessionClientOptions): SessionClient {
  const { bundlerUrl, paymasterContext = {}, paymasterUrl, rpcUrl, lane = 0 } = options
  const context = parseOwnContext(options.context)
  const { privateKey, address } = createSessionKey(options.key)
  const { account, chainId, id: permissionId, permission } = context
  if (permission.key !== address) throw new SessionClientError('wrong-key')
  const node = createRpc(rpcUrl)
  const bundler = createRpc(bundlerUrl)
  const paymaster = paymasterUrl === undefined ? undefined : createRpc(paymasterUrl)
  const source = { context, node, bundler, paymaster, paymasterContext, lane }
  let isChainChecked = false
  let last: Promise<unknown> = Promise.resolve()

  async function checkChain(signal: AbortSignal | undefined): Promise<void> {
    if (isChainChecked) return
    const found = await node('eth_chainId', [], parseChainId, signal)
    if (found !== String(chainId)) throw new SessionClientError('wrong-chain')
    isChainChecked = true
  }

  async function readState(signal: AbortSignal | undefined) {
    await checkChain(signal)
    const parse = (result: unknown) => {
      const data = parseData(result)
      return data && decodePermissionStatus(permission, data)
    }
    const call = { to: account, data: encodePermissionStatus(permission) }
    const [status, block] = await Promise.all([
      node('eth_call', [call, 'latest'], parse, signal),
      node('eth_getBlockByNumber', ['latest', false], parseBlock, signal),
    ])
    // An idle chain has no new block, but the next one has the current time.
    const now = Math.max(Number(block.timestamp), Math.floor(Date.now() / 1_000))
    return { status, now, limits: toSessionLimits(permission, status, now) }
  }

  async function send(
    calls: readonly SessionCall[],
    signal: AbortSignal | undefined,
  ): Promise<SentCalls> {
    const parsed = parseCalls(calls)
    const { status, now, limits } = await readState(signal)
    if (status.revoked) throw new SessionClientError('revoked')
    const readApproved = (token: Hex, spender: Hex) => {
      const call = { to: token, data: encodeCall(allowanceSelector, account, spender) }
      return node('eth_call', [call, 'latest'], parseWord, signal)
    }
    await assertPermitted(parsed, { account, permission, limits, now, readApproved })
    const operation = await buildOperation(source, parsed, { isEnabled: status.enabled, signal })
    if (!operation.paymaster && toMaxFee(operation) > limits.fees.left) {
      throw new SessionClientError('fees-exceeded')
    }
    const digest = hashUserOperation(operation, String(chainId))
    const owners = status.enabled ? '0x' : context.signature
    const signature = encodeKeySignature(await signDigest(digest, privateKey), owners)
    signal?.throwIfAborted()
    const params = [{ ...toRpcOperation(operation), signature }, entryPointAddress]
    return submit(`0x${bytesToHex(digest)}`, params)
  }

  /** Without a response the operation may still have arrived. */
  async function submit(id: Hex, params: readonly unknown[]): Promise<SentCalls> {
    try {
      await bundler('eth_sendUserOperation', params, parseHash)
    } catch (error) {
      const isKnown = await bundler('eth_getUserOperationByHash', [id], (found) => ({
        found: found !== null,
      })).then(
        ({ found }) => found,
        () => false,
      )
      if (!isKnown) throw toClientError(error, 'bundler-declined')
    }
    return { id }
  }

  async function waitForReceipt(
    id: Hex,
    {
      signal,
      timeout = receiptTimeout,
    }: CallOptions & { readonly timeout?: number | undefined } = {},
  ): Promise<SessionReceipt> {
    const ending = AbortSignal.timeout(timeout)
    const either = signal ? AbortSignal.any([ending, signal]) : ending
    try {
      for (;;) {
        const { receipt } = await bundler('eth_getUserOperationReceipt', [id], parseFound, either)
        if (receipt) return { id, ...receipt }
        await sleep(receiptPolling, either)
      }
    } catch (error) {
      signal?.throwIfAborted()
      if (ending.aborted) throw new SessionClientError('receipt-timeout')
      throw toClientError(error, 'unavailable')
    }
  }

  return {
    account,
    chainId,
    permissionId,
    async readLimits({ signal } = {}) {
      const { status, limits } = await readState(signal)
      const { validAfter, validUntil } = permission
      const { revoked: isRevoked, enabled: isEnabled } = status
      return { ...limits, validAfter, validUntil, isRevoked, isEnabled }
    },
    sendCalls(calls, { signal } = {}) {
      // The next operation needs the nonce and the limits that the last one leaves.
      const sending = last.then(() => send(calls, signal))
      last = sending.then(({ id }) => waitForReceipt(id)).catch(() => undefined)
      return sending
    },
    waitForReceipt,
  }
}

function parseOwnContext(value: string): ReadContext {
  const context = readContext(value)
  if (!context || !isSignedByOwner(context)) throw new SessionClientError('invalid-context')
  return context
}

/** `receipt` is undefined until the operation is included. */
function parseFound(
  result: unknown,
): { readonly receipt?: Omit<SessionReceipt, 'id'> } | undefined {
  if (result === null) return {}
  if (!isRecord(result) || !isRecord(result.receipt)) return undefined
  const { paymaster, success: isSuccess } = result
  const transactionHash = parseHash(result.receipt.transactionHash)
  const cost = parseQuantity(result.actualGasCost)
  if (!transactionHash || cost === undefined || typeof isSuccess !== 'boolean') return undefined
  const isSponsored = (parseAddress(paymaster) ?? zeroAddress) !== zeroAddress
  return { receipt: { isSuccess, transactionHash, cost, isSponsored } }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}
