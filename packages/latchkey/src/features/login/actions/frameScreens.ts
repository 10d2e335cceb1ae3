import { openLoginConnector } from '../../../core/login/actions/loginSession.js'
import { goBack } from '../../../core/modal/actions/navigation.js'
import { currentRoute } from '../../../core/modal/store.js'
import { cancelAttempt, withAttempt } from '../../../core/runtime/attempt.js'
import type { Widget } from '../../../core/widget.js'
import { isCancelled } from '../loginErrors.js'
import { loginFlow } from '../store.js'

export type OpenAccountSettingsParameters = { readonly signal?: AbortSignal | undefined }

/** Opens the frame's screens for keys, passkeys and devices. Goes back when they close. */
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
    if (!isCancelled(error)) throw error
  }
  const isCurrentView = currentRoute(widget.stores.router.get()).view === 'WalletSecurity'
  if (isCurrentView && !signal?.aborted) goBack(widget)
}

/** Cancels the attempt whose screen the frame shows, if there is one. */
export function leaveFrameScreen(widget: Widget): void {
  const { emailStep, update } = loginFlow(widget).get()
  if (emailStep === 'device' || emailStep === 'code') cancelAttempt(widget, 'login')
  if (update?.step === 'primary' || update?.step === 'secondary')
    cancelAttempt(widget, 'email-update')
}
