import { openLoginConnector } from '../../../core/login/actions/loginSession.js'
import { navigate, openModal } from '../../../core/modal/actions/navigation.js'
import type { Widget } from '../../../core/widget.js'
import { parseResult, takeRedirectState } from '../socialResult.js'
import { loginFlow } from '../store.js'
import { connectSocial, withSocialAttempt } from './connectSocial.js'

export type ResumeSocialLoginParameters = {
  /** From the page's URL, untrusted. */
  readonly resultUri: string
}

/** Continues a log-in after the redirect. Drops results of log-ins this page did not start. */
export async function resumeSocialLogin(
  widget: Widget,
  { resultUri }: ResumeSocialLoginParameters,
): Promise<void> {
  const result = parseResult(widget, resultUri)
  const provider = result && takeRedirectState(widget, result)
  if (!provider) {
    widget.ports.log.warn('Ignored a log-in result in the URL: this page did not start that log-in')
    return
  }
  openModal(widget)
  loginFlow(widget).set({
    social: { provider, phase: 'retrieving', uri: undefined, error: undefined },
  })
  navigate(widget, { view: 'ConnectingSocial', params: { provider }, how: 'push' })
  await withSocialAttempt(widget, provider, async (signal) => {
    const connector = await openLoginConnector(widget)
    await connectSocial(widget, { connector, provider, result, signal })
    return 'connected'
  })
}
