import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'

/** Shakes the card once; a second call meanwhile changes nothing. */
export async function shake(widget: Widget): Promise<void> {
  const { modal } = widget.stores
  if (modal.get().isShaking) return
  modal.set({ isShaking: true })
  await widget.ports.clock.sleep(limits.shakeDuration)
  modal.set({ isShaking: false })
}
