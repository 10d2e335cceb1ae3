import type { SocialProvider } from '../../../core/config/features.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { connectLogin } from '../../../core/login/actions/connectLogin.js'
import type { Widget } from '../../../core/widget.js'
import { endCooldown } from './emailCooldown.js'

/** Connects the embedded wallet after a log-in. */
export async function finishLogin(
  widget: Widget,
  { social, signal }: { readonly social?: SocialProvider; readonly signal: AbortSignal },
): Promise<void> {
  const { storage } = widget.ports
  if (social) storage.set('connected_social', social)
  else storage.remove('connected_social')
  try {
    await connectLogin(widget, { signal })
  } catch (error) {
    storage.remove('connected_social')
    throw error
  }
  endCooldown(widget)
  if (social) {
    recordEvent(widget, { event: 'SOCIAL_LOGIN_SUCCESS', properties: { provider: social } })
  }
  recordEvent(widget, {
    event: 'CONNECT_SUCCESS',
    properties: { method: social ? 'social' : 'email', name: social ?? 'email' },
  })
}
