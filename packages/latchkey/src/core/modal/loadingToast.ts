import * as limits from '../runtime/limits.js'
import type { Widget } from '../widget.js'
import { dismissToast } from './actions/dismissToast.js'
import { notify } from './actions/notify.js'

/** Says by toast that something is still under way, once that takes long. The toast ends with it. */
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
    // The wait may have ended while an earlier toast made room.
    if (signal.aborted) dismissToast(widget, 'loading')
  }
}
