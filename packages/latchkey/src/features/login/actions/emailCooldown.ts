import { EmailCooldownError } from '../../../core/runtime/errors/login.js'
import * as limits from '../../../core/runtime/limits.js'
import { getOrCreate, type Widget } from '../../../core/widget.js'
import { loginFlow } from '../store.js'

const lastSent = '@appkit-wallet/LAST_EMAIL_LOGIN_TIME'

/**
 * When this page sent its last mail, by a clock that only goes forward: the visitor's own may be set
 * back or forth meanwhile.
 */
const createSent = (): { at: number | undefined } => ({ at: undefined })

/** Throws while the last mail is too fresh (specification §5). */
export function checkCooldown(widget: Widget): void {
  const left = remaining(widget)
  if (left > 0) throw new EmailCooldownError(Math.ceil(left / 1_000))
}

function remaining(widget: Widget): number {
  const { clock, storage } = widget.ports
  const { at } = getOrCreate(widget, createSent)
  if (at !== undefined) return at + limits.emailCooldown - performance.now()
  // Sent by a page before this one: its time counts only while it makes sense.
  const elapsed = clock.now() - Number(storage.get(lastSent) ?? Number.NaN)
  return elapsed >= 0 ? limits.emailCooldown - elapsed : 0
}

export function startCooldown(widget: Widget): void {
  const { clock, storage } = widget.ports
  getOrCreate(widget, createSent).at = performance.now()
  storage.set(lastSent, String(clock.now()))
  const cooldownUntil = clock.now() + limits.emailCooldown
  const flow = loginFlow(widget)
  flow.set({ cooldownUntil })
  clock.sleep(limits.emailCooldown, widget.signal).then(
    () => flow.get().cooldownUntil === cooldownUntil && flow.set({ cooldownUntil: undefined }),
    () => undefined, // the widget is gone
  )
}

/** A login that worked needs no further mail: the next one may be sent at once. */
export function endCooldown(widget: Widget): void {
  getOrCreate(widget, createSent).at = undefined
  widget.ports.storage.remove(lastSent)
  loginFlow(widget).set({ cooldownUntil: undefined })
}
