import type { Widget } from '../widget.js'
import { markBusy } from './actions/markBusy.js'

/** Marks the widget busy with `scope` while `run` is under way, on every path out. */
export async function withBusy<result>(
  widget: Widget,
  scope: string,
  run: () => Promise<result>,
): Promise<result> {
  const done = markBusy(widget, scope)
  try {
    return await run()
  } finally {
    done()
  }
}
