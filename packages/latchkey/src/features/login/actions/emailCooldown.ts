import { EmailCooldownError } from '../../../core/runtime/errors/login.js'
import * as limits from '../../../core/runtime/limits.js'
import { getOrCreate, type Widget } from '../../../core/widget.js'
import { loginFlow } from '../store.js'

const lastSentKey = '@appkit-wallet/LAST_EMAIL_LOGIN_TIME'

/**
 * When this page sent its last mail, by a monotonic clock: the system time may change.
 */
const createLastSent = (): { at: number | undefined } => ({ at: undefined })

/** Throws if the last mail was sent too recently (specification §5). */
export function assertCooldownOver(widget: Widget): void {
  const left = getRemaining(widget)
  if (left > 0) throw new EmailCooldownError(Math.ceil(left / 1_000))
}

function getRemaining(widget: Widget): number {
  const { clock, storage } = widget.ports
  const { at } = getOrCreate(widget, createLastSent)
  if (at !== undefined) return at + limits.emailCooldown - performance.now()
  // Sent by an earlier page. A time in the future is ignored.
  const elapsed = clock.now() - Number(storage.get(lastSentKey) ?? Number.NaN)
  return elapsed >= 0 ? limits.emailCooldown - elapsed : 0
}

export function startCooldown(widget: Widget): void {
  const { clock, storage } = widget.ports
  getOrCreate(widget, createLastSent).at = performance.now()
  storage.set(lastSentKey, String(clock.now()))
  const cooldownUntil = clock.now() + limits.emailCooldown
  const flow = loginFlow(widget)
  flow.set({ cooldownUntil })
  clock.sleep(limits.emailCooldown, widget.signal).then(
    () => flow.get().cooldownUntil === cooldownUntil && flow.set({ cooldownUntil: undefined }),
    () => undefined, // the widget was destroyed
  )
}

/** After a successful log-in the next mail may be sent at once. */
export function endCooldown(widget: Widget): void {
  getOrCreate(widget, createLastSent).at = undefined
  widget.ports.storage.remove(lastSentKey)
  loginFlow(widget).set({ cooldownUntil: undefined })
}
