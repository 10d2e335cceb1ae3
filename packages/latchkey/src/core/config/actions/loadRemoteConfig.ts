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
 * Loads the features the provider decides. Until it responds, or if it fails, the site's settings
 * apply. Never rejects.
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
  const { remoteFeatures, nameZone, ignored } = resolveFeatures({ ...given, remote: state.value })
  stores.settings.set({ remoteFeatures, nameZone })
  if (ignored.length > 0) raiseAlert(widget, alerts.localConfigurationIgnored(ignored))
  if (remoteFeatures.email || remoteFeatures.socials) await checkOrigin(widget)
}

/** Log-in works only on origins the project allows; the alert appears now, not at the first log-in. */
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
    const isAlerted = code === 'provider/rate-limited' || code === 'provider/server-error'
    if (isAlerted) raiseAlert(widget, alertFor(widget, error))
  }
}

/**
 * A provider that blocks this origin looks like one that is down. Its origin list is readable from
 * any page: if the list loads and lacks the origin, the origin is blocked.
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

/** The alert for a configuration that could not be loaded (specification §8). */
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
