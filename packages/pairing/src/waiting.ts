import { PairingError } from './errors.js'
import type { PairingClock } from './ports.js'

export type WaitBounds = {
  readonly timeoutMs: number
  readonly timeoutError: () => PairingError
  readonly signal?: AbortSignal | undefined
}

export type Deferred<T> = {
  readonly promise: Promise<T>
  resolve(value: T): void
  reject(error: PairingError): void
}

/** A promise that settles by its result, a timeout, or the caller's signal. */
export function deferred<T>(clock: PairingClock, bounds: WaitBounds): Deferred<T> {
  const { signal } = bounds
  const { promise, resolve, reject } = createDeferred<T>()
  let cancelTimeout = () => {}
  const finish = (settle: () => void) => {
    cancelTimeout()
    signal?.removeEventListener('abort', onAbort)
    settle()
  }
  const onAbort = () => finish(() => reject(cancelled(signal)))
  if (signal?.aborted) {
    reject(cancelled(signal))
  } else {
    signal?.addEventListener('abort', onAbort)
    cancelTimeout = clock.setTimeout(
      () => finish(() => reject(bounds.timeoutError())),
      bounds.timeoutMs,
    )
  }
  return {
    promise,
    resolve: (value) => finish(() => resolve(value)),
    reject: (error) => finish(() => reject(error)),
  }
}

export function cancelled(signal: AbortSignal | undefined): PairingError {
  return new PairingError('pairing/cancelled', 'The call was cancelled.', {
    cause: signal?.reason,
  })
}

function createDeferred<T>() {
  let resolve!: (value: T) => void
  let reject!: (error: PairingError) => void
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}
