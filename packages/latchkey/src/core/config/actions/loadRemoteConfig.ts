import { getAllowedOrigins } from '@latchkey/wire/http/config'
import { recordProviderError } from '../../events/actions/recordProviderError.js'
import { raiseAlert } from '../../modal/actions/raiseAlert.js'
import type { Alert } from '../../modal/store.js'
import * as alerts from '../../runtime/errors/alerts.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import { providerResourcesOf } from '../../wallets/providerResources.js'
import type { Widget } from '../../widget.js'
import { isAllowedOrigin, isListedOrigin } from '../isAllowedOrigin.js'
import { resolveFeatures } from '../resolveFeatures.js'

/**
 * Lets the provider decide the features that are its to decide. Until it has answered, and when it
 * does not, the site's own settings hold. Never rejects.
 */
export async function loadRemoteConfig(widget: Widget): Promise<void> {
  const { config, ports, stores } = widget
  const { features } = providerResourcesOf(widget)
  const before = features.get()
  if (config.basic || before.status === 'ready' || before.status === 'loading') return
  const state = await features.load()
  if (widget.signal.aborted || (state === before && state.status === 'failed')) return

  const given = { local: config.features, basic: config.basic, device: ports.page.device }
  if (state.status !== 'ready') {
    const error = state.status === 'failed' ? state.error : undefined
    recordProviderError(widget, error)
    const alert = await explain(widget, error)
    if (widget.signal.aborted) return
    raiseAlert(widget, alert)
    const isUnreadable = error instanceof ProviderError && error.code === 'provider/malformed'
    if (!isUnreadable) return
    stores.settings.set({
      remoteFeatures: resolveFeatures({ ...given, remote: null }).remoteFeatures,
    })
    return
  }
  const { remoteFeatures, ignored } = resolveFeatures({ ...given, remote: state.value })
  stores.settings.set({ remoteFeatures })
  if (ignored.length > 0) raiseAlert(widget, alerts.localConfigurationIgnored(ignored))
  if (remoteFeatures.email || remoteFeatures.socials) await checkOrigin(widget)
}

/** Login works only where the project allows it; better said now than when somebody logs in. */
async function checkOrigin(widget: Widget): Promise<void> {
  const { ports, signal } = widget
  const origin = ports.page.metadata().url
  try {
    const answer = await ports.provider?.call(getAllowedOrigins, {}, { signal })
    if (answer && !isAllowedOrigin(origin, answer.allowedOrigins)) {
      raiseAlert(widget, alerts.invalidAppConfiguration(origin))
    }
  } catch (error) {
    recordProviderError(widget, error)
    // Specification §7: any other failure counts as an empty list, which allows every origin.
    const { code } = error as { code?: unknown }
    const isTold = code === 'provider/rate-limited' || code === 'provider/server-error'
    if (isTold) raiseAlert(widget, alertFor(widget, error))
  }
}

/**
 * To a page its project does not list, a provider looks as if it were away. The list itself any page
 * may read, so a provider that gives it is there, and refuses this page.
 */
async function explain(widget: Widget, error: unknown): Promise<Alert> {
  const { ports, signal } = widget
  const isAway = error instanceof ProviderError && error.code === 'provider/unreachable'
  if (!isAway) return alertFor(widget, error)
  const origin = ports.page.metadata().url
  try {
    const answer = await ports.provider?.call(getAllowedOrigins, {}, { signal })
    return answer && !isListedOrigin(origin, answer.allowedOrigins)
      ? alerts.invalidAppConfiguration(origin)
      : alertFor(widget, error)
  } catch (reason) {
    return alertFor(widget, reason)
  }
}

/** What the site's owner is told of a configuration that could not be read (specification §8). */
function alertFor({ config, ports }: Widget, error: unknown): Alert {
  const missing = alerts.projectNotFound(config.providerUrl ?? '')
  if (!(error instanceof ProviderError)) return missing
  switch (error.code) {
    case 'provider/rate-limited':
      return alerts.rateLimitedAppConfiguration
    case 'provider/server-error':
    case 'provider/malformed':
      return alerts.serverErrorAppConfiguration(error.message)
    case 'provider/refused':
      if (error.status === 404) return missing
      if (error.reasons.some(({ field }) => field === 'projectId')) return alerts.invalidProjectId
      return error.status === 401 || error.status === 403
        ? alerts.invalidAppConfiguration(ports.page.metadata().url)
        : alerts.serverErrorAppConfiguration(error.message)
    default:
      return missing
  }
}
