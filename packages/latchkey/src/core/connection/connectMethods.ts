import { type ConnectMethod, connectMethods } from '../config/features.js'
import { loginNamespaces } from '../login/login.js'
import type { Widget } from '../widget.js'

/** Whether there is a login site, and a chain family the embedded wallet has keys for. */
export function canLogIn({ config, families }: Widget): boolean {
  return Boolean(config.loginUrl) && loginNamespaces.some((namespace) => families.has(namespace))
}

/**
 * The ways to connect that the Connect view offers, in order: the site's, or wallets first for visitors
 * who have one. Never empty: where all is off, the wallet list explains that there is none.
 */
export function offeredMethods(widget: Widget): readonly ConnectMethod[] {
  const { config, stores } = widget
  const { features, remoteFeatures } = stores.settings.get()
  const hasInstalled = stores.registry.get().announced.length > 0
  const order = features.connectMethodsOrder ?? (hasInstalled ? walletsFirst : connectMethods)
  const isOn = {
    wallet: config.walletsEnabled,
    email: remoteFeatures.email,
    social: remoteFeatures.socials,
  }
  const offered = canLogIn(widget) ? order.filter((method) => isOn[method]) : []
  return offered.length > 0 ? offered : walletsFirst.slice(0, 1)
}

const walletsFirst: readonly ConnectMethod[] = ['wallet', 'email', 'social']
