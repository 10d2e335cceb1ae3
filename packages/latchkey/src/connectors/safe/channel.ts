import { NotConnectedError } from '../../core/runtime/errors/connection.js'
import { WalletTimeoutError } from '../../core/runtime/errors/wallet.js'
import { randomId } from '../../core/runtime/randomId.js'
import { faultCodes, type HostAnswer, parseAnswer, RpcFault } from './hostResponses.js'

/** Questions of the Safe Apps protocol that are asked here. */
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
  ask(
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

type Question = { settle(answer: HostAnswer): void; fail(error: unknown): void }

/** The version of the protocol's own library whose messages these are. */
const sdkVersion = '9.1.0'
/** The protocol has no codes: this is how hosts say that their user closed the question. */
const rejectionPattern = /\b(rejected|declined|denied|cancell?ed)\b/i

/**
 * Speaks the Safe Apps protocol with the window around this page. An answer counts when it comes from
 * that very window, from an allowed origin, and names a question that is open. The first that does
 * settles which origin it is from then on.
 */
export function openChannel({
  isAllowed,
  signal: life,
}: {
  readonly isAllowed: (origin: string) => boolean
  readonly signal: AbortSignal
}): SafeChannel {
  const host = window.parent
  const open = new Map<string, Question>()
  let isClosed = false
  let origin: string | undefined

  const isFromHost = (event: MessageEvent) =>
    event.source === host &&
    (origin === undefined ? isAllowed(event.origin) : event.origin === origin)

  const hear = (event: MessageEvent) => {
    // Who speaks comes before what is said.
    if (!isFromHost(event)) return
    const answer = parseAnswer(event.data)
    const question = answer && open.get(answer.id)
    if (!question) return
    origin = event.origin
    question.settle(answer)
  }
  window.addEventListener('message', hear)
  const close = () => {
    window.removeEventListener('message', hear)
    isClosed = true
    for (const question of [...open.values()]) question.fail(new NotConnectedError())
  }
  life.addEventListener('abort', close, { once: true })

  return {
    close,
    ask(method, params, { signal, limit } = {}) {
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
          settle(answer) {
            if (!answer.success) return fail(toFault(answer.error))
            finish()
            resolve(answer.data)
          },
        })
        // Until the origin is known the question goes to whoever frames this page; it tells nothing.
        host.postMessage({ id, method, params, env: { sdkVersion } }, origin ?? '*')
      })
    },
  }
}

function toFault(words: string): RpcFault {
  const code = rejectionPattern.test(words) ? faultCodes.refused : faultCodes.internal
  return new RpcFault(code, words)
}
