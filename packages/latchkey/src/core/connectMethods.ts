import { type ConnectMethod, connectMethods } from './config/features.js'
import { loginNamespaces } from './login.js'
import type { Widget } from './widget.js'

/**
 * The ways to connect that the Connect view offers, in order: the site's, or wallets first for
 * visitors who have one. Logins need a login site, and a chain family the embedded wallet has keys for.
 */
export function offeredMethods({ config, families, stores }: Widget): readonly ConnectMethod[] {
  const { features, remoteFeatures } = stores.settings.get()
  const canLogIn = config.loginUrl && loginNamespaces.some((namespace) => families.has(namespace))
  if (!canLogIn) return walletsFirst.slice(0, 1)
  const hasInstalled = stores.registry.get().announced.length > 0
  const order = features.connectMethodsOrder ?? (hasInstalled ? walletsFirst : connectMethods)
  const isOn = { wallet: true, email: remoteFeatures.email, social: remoteFeatures.socials }
  return order.filter((method) => isOn[method])
}

const walletsFirst: readonly ConnectMethod[] = ['wallet', 'email', 'social']
