import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { FrameResult, FrameUser } from '@latchkey/wire/frame/events'
import type { FramePayload, FrameRequestName } from '@latchkey/wire/frame/requests'
import { type ConnectMethod, connectMethods } from '../config/features.js'
import type { WalletTransport } from '../connection/family.js'
import type { FrameSilence } from '../runtime/errors/login.js'
import type { Widget } from '../widget.js'

/** The connector id of the embedded wallet. */
export const loginConnectorId = 'AUTH'

/** The namespaces that the embedded wallet supports (specification §1). */
export const loginNamespaces = ['eip155', 'solana'] as const satisfies readonly Namespace[]

/** Events of the login frame. */
export type LoginEvents = {
  /** The session ended in the frame itself. */
  ended: undefined
  /** The height of the frame's current screen; 0 if it shows nothing. */
  screen: number
  /** The result URL of a social log-in whose window could not reach the page. */
  social: string
  /** The logged-in user, as seen on one network. */
  user: { readonly user: FrameUser; readonly networkId: NetworkId }
  smartAccountNetworks: readonly number[]
  /** The frame does not respond; the site's developer gets the reason. */
  silence: FrameSilence
}

/**
 * The login frame: a page of the login site that asks for codes, stores the keys and confirms
 * requests. Loaded on first use, or at start if the visitor has logged in before.
 */
export type LoginConnector = {
  /** Rejects with a `WidgetError` of `errors/login.ts`. Every request has a timeout. */
  request<name extends FrameRequestName>(
    name: name,
    payload: FramePayload<name>,
    options?: { readonly signal?: AbortSignal | undefined },
  ): Promise<FrameResult<name>>
  /** Always the same transport for a namespace. */
  transport(namespace: Namespace): WalletTransport
  /** Reads the user again and updates the addresses of connected namespaces. */
  refresh(signal: AbortSignal): Promise<void>
  on<event extends keyof LoginEvents>(
    event: event,
    listener: (data: LoginEvents[event]) => void,
  ): () => void
  /** Opens a new frame with the next request. */
  reset(): void
}

/** Whether the site has a login site and a namespace that the embedded wallet supports. */
export function canLogIn({ config, families }: Widget): boolean {
  return Boolean(config.loginUrl) && loginNamespaces.some((namespace) => families.has(namespace))
}

/**
 * The connect methods of the Connect view, in the site's order, or wallets first for visitors with a
 * wallet. Never empty: if all are off, the wallet list explains that there is none.
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
  const enabled = canLogIn(widget) ? order.filter((method) => isOn[method]) : []
  return enabled.length > 0 ? enabled : walletsFirst.slice(0, 1)
}

const walletsFirst: readonly ConnectMethod[] = ['wallet', 'email', 'social']
