import { readTime } from '@latchkey/wire/siwx'
import { watch } from '../../../core/runtime/createStore.js'
import * as limits from '../../../core/runtime/limits.js'
import type { SiwxSession } from '../../../core/siwx/siwx.js'
import type { Widget } from '../../../core/widget.js'

/**
 * Calls back when the session of the active account expires, and from time to time before: a server may
 * end a session at any time.
 */
export function watchExpiry(widget: Widget, onDue: () => void): () => void {
  const { siwx } = widget.stores
  const { clock } = widget.ports
  let waiting = new AbortController()

  async function wait(session: SiwxSession | undefined) {
    waiting.abort()
    waiting = new AbortController()
    const { signal } = waiting
    if (!session) return
    const { expirationTime } = session.data
    const expiresAt = readTime(expirationTime ?? '') ?? Number.POSITIVE_INFINITY
    while (true) {
      const dueAt = Math.min(expiresAt, clock.now() + limits.sessionLifetime)
      // In steps, because timers stop while a device sleeps.
      for (let left = dueAt - clock.now(); left > 0; left = dueAt - clock.now()) {
        await clock.sleep(Math.min(left, limits.sessionExpiryPolling), signal)
      }
      onDue()
      if (dueAt === expiresAt) return
    }
  }

  const start = (session: SiwxSession | undefined) => void wait(session).catch(() => undefined)
  const stop = watch(siwx, ({ session }) => session, start)
  start(siwx.get().session)
  return () => {
    stop()
    waiting.abort()
  }
}
