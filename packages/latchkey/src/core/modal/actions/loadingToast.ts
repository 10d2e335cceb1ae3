import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { dismissToast, notify } from './notify.js'

/** Shows a toast while `run` takes long; the toast goes away when `run` ends. */
export async function withLoadingToast<result>(
  widget: Widget,
  message: string,
  run: () => Promise<result>,
): Promise<result> {
  const ended = new AbortController()
  void showLater().catch(() => undefined)
  try {
    return await run()
  } finally {
    ended.abort()
    dismissToast(widget, 'loading')
  }

  async function showLater() {
    const signal = AbortSignal.any([ended.signal, widget.signal])
    await widget.ports.clock.sleep(limits.longWait, signal)
    await notify(widget, { variant: 'loading', message })
    // `run` may have ended while `notify` waited for an earlier toast to go away.
    if (signal.aborted) dismissToast(widget, 'loading')
  }
}
