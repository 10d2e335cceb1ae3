import type { Ports } from '../../core/runtime/ports.js'

export function createClock(): Ports['clock'] {
  return {
    now: () => Date.now(),
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const timer = setTimeout(() => {
          signal?.removeEventListener('abort', abort)
          resolve()
        }, ms)
        function abort() {
          clearTimeout(timer)
          reject(signal?.reason)
        }
        signal?.addEventListener('abort', abort, { once: true })
      }),
  }
}
