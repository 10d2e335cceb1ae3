import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { FrameResult, FrameUser } from '@latchkey/wire/frame/events'
import type { FramePayload, FrameRequestName } from '@latchkey/wire/frame/requests'
import { type ConnectMethod, connectMethods } from '../config/features.js'
import type { WalletTransport } from '../connection/family.js'
import type { FrameSilence } from '../runtime/errors/login.js'
import type { Widget } from '../widget.js'

/** Whether there is a login site, and a chain family the embedded wallet has keys for. */
export function canLogIn({ config, families }: Widget): boolean {
  return Boolean(config.loginUrl) && loginNamespaces.some((namespace) => families.has(namespace))
}

/**
 * The ways to connect that the Connect view offers, in order: the site's, or wallets first for visitors
 * who have one. Never empty: where all is off, the wallet list explains that there is none.
 */
export function getConnectMethods(widget: Widget): readonly ConnectMethod[] {
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

/** The connector id of the embedded wallet. */
export const loginConnectorId = 'AUTH'

/** Families the embedded wallet has keys for (specification §1). */
export const loginNamespaces = ['eip155', 'solana'] as const satisfies readonly Namespace[]

/** What the login frame tells unasked, or by the way. */
export type LoginEvents = {
  /** The session ended in the frame itself. */
  ended: undefined
  /** How tall the frame's present screen is; 0 when it shows nothing. */
  screen: number
  /** How a social login ended whose window could not tell the page: an address of the login site. */
  social: string
  /** Who is signed in, as asked for one network. */
  user: { readonly user: FrameUser; readonly networkId: NetworkId }
  smartAccountNetworks: readonly number[]
  /** Something the site's owner should know of. */
  silence: FrameSilence
}

/**
 * The login frame: a page of the provider's login site, where codes are typed, keys are kept and
 * requests are confirmed. Loaded with the first request, or with the page when a login was used before.
 */
export type LoginConnector = {
  /** Rejects with a `WidgetError` of `errors/login.ts`. Every request has a bound of its own. */
  request<name extends FrameRequestName>(
    name: name,
    payload: FramePayload<name>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<FrameResult<name>>
  /** The same one however often it is asked for. */
  transport(namespace: Namespace): WalletTransport
  /** Asks anew who is signed in; connected families learn of another address. */
  refresh(signal: AbortSignal): Promise<void>
  on<event extends keyof LoginEvents>(
    event: event,
    listener: (data: LoginEvents[event]) => void,
  ): () => void
  /** A fresh frame with the next request. */
  reset(): void
}
