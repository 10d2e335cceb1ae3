import type { Widget } from '../../../core/widget.js'
import { activityOf } from '../store.js'

/** Lists transfers that look like bait, or leaves them out again. */
export function showHidden(widget: Widget, { isShown }: { readonly isShown: boolean }): void {
  activityOf(widget).set({ showsHidden: isShown })
}
