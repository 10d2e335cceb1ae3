import { NotConnectedError } from '../../core/runtime/errors/connection.js'
import { WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import { randomId } from '../../core/runtime/randomId.js'
import { type HostResponse, parseHostResponse, RpcError, rpcErrorCodes } from './hostResponses.js'

/** Methods of the Safe Apps protocol. */
export type SafeMethod =
  | 'getSafeInfo'
  | 'getTxBySafeTxHash'
  | 'getOffChainSignature'
  | 'rpcCall'
  | 'sendTransactions'
  | 'signMessage'
  | 'signTypedMessage'
  | 'wallet_getPermissions'

export type SafeChannel = {
  send(
    method: SafeMethod,
    params?: unknown,
    options?: {
      readonly signal?: AbortSignal | undefined
      /** Milliseconds; left out where the Safe's owners have to decide and the caller counts. */
      readonly limit?: number | undefined
    },
  ): Promise<unknown>
  close(): void
}

type PendingRequest = { settle(response: HostResponse): void; fail(error: unknown): void }

/** The version of the protocol's own library whose messages these are. */
const sdkVersion = '9.1.0'
/** The protocol has no error codes: how hosts word a rejection. */
const rejectionPattern = /\b(rejected|declined|denied|cancell?ed)\b/i

/**
 * Talks to the parent window by the Safe Apps protocol. A response counts if it comes from that window,
 * from an allowed origin and for a pending request. The first one fixes the origin.
 */
export function openChannel({
  isAllowed,
  signal: life,
}: {
  readonly isAllowed: (origin: string) => boolean
  readonly signal: AbortSignal
}): SafeChannel {
  const host = window.parent
  const open = new Map<string, PendingRequest>()
  let isClosed = false
  let origin: string | undefined

  const isFromHost = (event: MessageEvent) =>
    event.source === host &&
    (origin === undefined ? isAllowed(event.origin) : event.origin === origin)

  const onMessage = (event: MessageEvent) => {
    // Check the source before reading the message.
    if (!isFromHost(event)) return
    const response = parseHostResponse(event.data)
    const request = response && open.get(response.id)
    if (!request) return
    origin = event.origin
    request.settle(response)
  }
  window.addEventListener('message', onMessage)
  const close = () => {
    window.removeEventListener('message', onMessage)
    isClosed = true
    for (const request of [...open.values()]) request.fail(new NotConnectedError())
  }
  life.addEventListener('abort', close, { once: true })

  return {
    close,
    send(method, params, { signal, limit } = {}) {
      const id = randomId()
      return new Promise((resolve, reject) => {
        const finish = () => {
          open.delete(id)
          clearTimeout(timer)
          signal?.removeEventListener('abort', abort)
        }
        const fail = (error: unknown) => {
          finish()
          reject(error)
        }
        const abort = () => fail(signal?.reason)
        const timer =
          limit === undefined
            ? undefined
            : setTimeout(() => fail(new WalletTimeoutError('Safe')), limit)
        if (isClosed) return fail(new NotConnectedError())
        if (signal?.aborted) return abort()
        signal?.addEventListener('abort', abort)
        open.set(id, {
          fail,
          settle(response) {
            if (!response.success) return fail(toRpcError(response.error))
            finish()
            resolve(response.data)
          },
        })
        // Until the origin is known, the request goes to any parent; it contains no data.
        host.postMessage({ id, method, params, env: { sdkVersion } }, origin ?? '*')
      })
    },
  }
}

function toRpcError(words: string): RpcError {
  const code = rejectionPattern.test(words) ? rpcErrorCodes.refused : rpcErrorCodes.internal
  return new RpcError(code, words)
}
