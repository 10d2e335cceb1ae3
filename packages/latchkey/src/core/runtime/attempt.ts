import { raceAbort } from '@latchkey/wire/raceAbort'
import type { Widget } from '../widget.js'
import { ModalClosedError } from './errors/connection.js'

/**
 * Runs a cancellable attempt. A newer attempt of the same name, the caller's signal or `destroy`
 * abort it; it then rejects at once, whatever the wallet does.
 */
export async function withAttempt<result>(
  widget: Widget,
  name: string,
  run: (signal: AbortSignal) => Promise<result>,
  caller?: AbortSignal,
): Promise<result> {
  cancelAttempt(widget, name)
  const controller = new AbortController()
  widget.attempts.set(name, controller)
  const signal = AbortSignal.any([controller.signal, widget.signal, ...(caller ? [caller] : [])])
  try {
    return await raceAbort(signal, run(signal))
  } finally {
    if (widget.attempts.get(name) === controller) widget.attempts.delete(name)
  }
}

export function cancelAttempt(widget: Widget, name: string): void {
  widget.attempts.get(name)?.abort(new ModalClosedError())
}
