import { openLoginConnector } from '../../../core/login/openLoginConnector.js'
import { goBack } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { cancelAttempt, withAttempt } from '../../../core/runtime/attempt.js'
import type { Widget } from '../../../core/widget.js'
import { isGivenUp } from '../loginErrors.js'
import { loginFlow } from '../store.js'

export type OpenAccountSettingsParameters = { readonly signal?: AbortSignal | undefined }

/** Has the frame show its own screens: key info, export, passkey, devices. Goes back when they are left. */
export async function openAccountSettings(
  widget: Widget,
  { signal }: OpenAccountSettingsParameters = {},
): Promise<void> {
  const connector = await openLoginConnector(widget)
  try {
    await withAttempt(
      widget,
      'account-settings',
      (attempt) => connector.request('OPEN_ACCOUNT', undefined, { signal: attempt }),
      signal,
    )
  } catch (error) {
    if (!isGivenUp(error)) throw error
  }
  const isThere = currentRoute(widget.stores.router.get()).view === 'WalletSecurity'
  if (isThere && !signal?.aborted) goBack(widget)
}

/** The visitor turned away from what the frame waits for. Nothing when it waits for nothing. */
export function leaveFrameScreen(widget: Widget): void {
  const { emailStep, update } = loginFlow(widget).get()
  if (emailStep === 'device' || emailStep === 'code') cancelAttempt(widget, 'login')
  if (update?.step === 'primary' || update?.step === 'secondary')
    cancelAttempt(widget, 'email-update')
}
