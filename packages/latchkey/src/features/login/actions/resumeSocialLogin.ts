import { openLoginConnector } from '../../../core/login/openLoginConnector.js'
import { navigate, openModal } from '../../../core/modal/actions/navigation.js'
import type { Widget } from '../../../core/widget.js'
import { parseResult, takeRedirectState } from '../socialResult.js'
import { loginFlow } from '../store.js'
import { connectSocial, withSocialAttempt } from './connectSocial.js'

export type ResumeSocialParameters = {
  /** As it stood in the page's address: anybody can have written it. */
  readonly resultUri: string
}

/** Takes up a login the page was sent away for. A result nobody here waits for is dropped. */
export async function resumeSocial(
  widget: Widget,
  { resultUri }: ResumeSocialParameters,
): Promise<void> {
  const result = parseResult(widget, resultUri)
  const provider = result && takeRedirectState(widget, result)
  if (!provider) {
    widget.ports.log.warn('A login result in the address was not asked for by this page')
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
