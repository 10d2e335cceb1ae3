import { endAttempt } from '../../../core/runtime/attempt.js'
import type { Widget } from '../../../core/widget.js'
import { loginFlow } from '../store.js'

/** The visitor turned away from what the frame waits for. Nothing when it waits for nothing. */
export function leaveFrameScreen(widget: Widget): void {
  const { emailStep, update } = loginFlow(widget).get()
  if (emailStep === 'device' || emailStep === 'code') endAttempt(widget, 'login')
  if (update?.step === 'primary' || update?.step === 'secondary') endAttempt(widget, 'email-update')
}
