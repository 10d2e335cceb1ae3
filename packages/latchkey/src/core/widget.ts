import type { Namespace } from '@latchkey/wire/caip'
import type { SettingsState } from './config/actions/updateFeatures.js'
import type { Config } from './config/options.js'
import type { ChainFamily, ChainSession } from './connection/family.js'
import type { ConnectionState } from './connection/store.js'
import type { EventsState } from './events/actions/recordEvent.js'
import type { LoginConnector } from './login/login.js'
import type { LoginState } from './login/store.js'
import type { ModalState, NoticeState, RouterState } from './modal/store.js'
import type { NetworkState } from './network/store.js'
import type { PairingConnector, PairingState } from './pairing/store.js'
import type { Store } from './runtime/createStore.js'
import type { Ports } from './runtime/ports.js'
import type { SiwxConfig } from './siwx/siwx.js'
import type { SiwxState } from './siwx/store.js'
import type { ThemeState } from './theme/store.js'
import type { RegistryState } from './wallets/store.js'

export type Stores = {
  readonly connection: Store<ConnectionState>
  readonly network: Store<NetworkState>
  readonly router: Store<RouterState>
  readonly modal: Store<ModalState>
  readonly notice: Store<NoticeState>
  readonly registry: Store<RegistryState>
  readonly pairing: Store<PairingState>
  readonly login: Store<LoginState>
  readonly siwx: Store<SiwxState>
  readonly settings: Store<SettingsState>
  readonly theme: Store<ThemeState>
  readonly events: Store<EventsState>
}

/** One widget with all its state; there is no module state. */
export type Widget = {
  readonly id: string
  readonly config: Config
  readonly stores: Stores
  readonly ports: Ports
  readonly families: ReadonlyMap<Namespace, ChainFamily>
  /** Values of `getOrCreate`, by the function that created them. */
  readonly created: Map<unknown, unknown>
  /** Loaded on first use. */
  readonly pairing: () => Promise<PairingConnector>
  readonly login: () => Promise<LoginConnector>
  /** Undefined if the site has no sign-in. */
  readonly siwx: (() => Promise<SiwxConfig>) | undefined
  /** The active session of each namespace; `stores.connection` has its public state. */
  readonly sessions: Map<Namespace, ChainSession>
  /** Running attempts, one per name; a newer one cancels the older. */
  readonly attempts: Map<string, AbortController>
  /** Aborted by `destroy`. */
  readonly signal: AbortSignal
}

/** Calls `create` once per widget, on first use. Replaces module state. */
export function getOrCreate<value>(widget: Widget, create: (widget: Widget) => value): value {
  const { created } = widget
  if (!created.has(create)) created.set(create, create(widget))
  return created.get(create) as value
}
