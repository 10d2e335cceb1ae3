import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'

/** The visitor left, here or in the frame: nobody needs to be told. */
export function isGivenUp(error: unknown): boolean {
  return ['connection/modal-closed', 'config/destroyed', 'login/aborted', 'login/rejected'].some(
    (code) => isWidgetError(error, code),
  )
}
