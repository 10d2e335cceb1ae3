import type { Widget } from '../core/widget.js'
import { type Lazy, loadOnce } from './loadOnce.js'

export type Engine = Awaited<ReturnType<typeof loadEngine>>

/** Also the way to what is fetched later still: a page's first script names no more than this. */
export const loadEngine = () => import('./engine.lazy.js')

/** The widget's moving parts: fetched with the first intent, with their effects running from then on. */
export function createEngine(widget: Widget): Lazy<Engine> {
  return loadOnce(async () => {
    const engine = await loadEngine()
    widget.ports.page ??= engine.createPage()
    widget.ports.log = engine.keepLog(widget.ports)
    if (!widget.signal.aborted) {
      widget.signal.addEventListener('abort', engine.startEffects(widget), { once: true })
    }
    return engine
  })
}
