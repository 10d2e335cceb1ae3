import type { Widget } from '../../../core/widget.js'
import { type Intent, sendStoreOf } from '../store.js'

export type ChangeIntentParameters = { readonly id: symbol; readonly change: Partial<Intent> }

/** Changes the current wish. One that another has replaced is left alone. */
export function changeIntent(widget: Widget, { id, change }: ChangeIntentParameters): void {
  sendStoreOf(widget).set(({ intent }) => {
    if (intent?.id !== id) return {}
    const next = { ...intent, ...change }
    return { intent: next, loading: next.phase !== 'review' && next.phase !== 'failed' }
  })
}
