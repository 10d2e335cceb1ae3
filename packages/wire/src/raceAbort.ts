/** Settles like `promise`, or rejects with the signal's reason as soon as it aborts. */
export function raceAbort<result>(signal: AbortSignal, promise: Promise<result>): Promise<result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    else signal.addEventListener('abort', abort, { once: true })
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
