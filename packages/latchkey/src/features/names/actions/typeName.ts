import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { faultOf, labelOf } from '../accountName.js'
import { askNames } from '../askNames.js'
import { namesOf } from '../store.js'

export type TypeNameParameters = { readonly text: string; readonly signal: AbortSignal }

/** Takes what was typed and, once the visitor pauses, finds out whether the name is to be had. */
export async function typeName(
  widget: Widget,
  { text, signal }: TypeNameParameters,
): Promise<void> {
  const names = namesOf(widget)
  const label = labelOf(text)
  const isName = faultOf(label) === undefined
  const search = isName ? 'loading' : 'idle'
  names.set({ text, hasPaused: false, search, suggestions: [] })
  await widget.ports.clock.sleep(limits.nameSearchDelay, signal)
  names.set({ hasPaused: true })
  if (!isName) return
  try {
    const suggestions = await askNames(widget, { label, signal })
    signal.throwIfAborted()
    names.set({ search: 'ready', suggestions })
  } catch (error) {
    if (!signal.aborted) names.set({ search: 'failed' })
    throw error
  }
}
