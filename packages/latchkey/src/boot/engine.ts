import type { Widget } from '../core/widget.js'
import { type Lazy, loadOnce } from './loadOnce.js'

export type Engine = Awaited<ReturnType<typeof loadEngine>>

/** Also loads what comes later, so that the first script references one chunk only. */
export const loadEngine = () => import('./engine.lazy.js')

/** Loads the engine on the first intent and starts its effects. */
export function createEngine(widget: Widget): Lazy<Engine> {
  return loadOnce(async () => {
    const engine = await loadEngine()
    widget.ports.page ??= engine.createPage()
    widget.ports.log = engine.createBufferedLog(widget.ports)
    if (!widget.signal.aborted) {
      widget.signal.addEventListener('abort', engine.startEffects(widget), { once: true })
    }
    return engine
  })
}
