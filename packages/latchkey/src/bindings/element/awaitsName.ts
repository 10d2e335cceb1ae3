import { getIdentities, hasNames, type IdentityKey } from '../../core/account/identity/identity.js'
import * as limits from '../../core/runtime/limits.js'
import { getOrCreate, type Widget } from '../../core/widget.js'

/** Nothing while nobody has asked, the wait while it goes on, `over` for the rest of the page. */
type Wait = { current: Promise<void> | 'over' | undefined }

function createWait(): Wait {
  return { current: undefined }
}

/**
 * Whether the first drawing still waits for a name. It does so for a moment only, so that the button
 * does not change its width under the visitor's pointer when the name comes.
 */
export function awaitsName(
  widget: Widget,
  key: IdentityKey | undefined,
  redraw: () => void,
): boolean {
  const wait = getOrCreate(widget, createWait)
  if (wait.current === 'over' || !key || !hasNames(widget, key.network)) return false
  wait.current ??= waitFor(widget, key, () => {
    wait.current = 'over'
  })
  void wait.current.then(redraw)
  return true
}

async function waitFor(widget: Widget, key: IdentityKey, end: () => void): Promise<void> {
  const { clock } = widget.ports
  await Promise.race([getIdentities(widget).load(key), clock.sleep(limits.nameWait)])
  end()
}
