import type { AccountId, Namespace, NetworkId } from '@latchkey/wire/caip'
import type { OpenModalParameters } from '../core/actions/openModal.js'
import { setTheme } from '../core/actions/setTheme.js'
import { updateFeatures } from '../core/actions/updateFeatures.js'
import type { Features, RemoteFeatures } from '../core/config/features.js'
import type { ConnectionsState, PublicConnection } from '../core/connections/list.js'
import type { ConnectionChange } from '../core/connections/siteConnections.js'
import type { ReadableStore } from '../core/createStore.js'
import type { ConnectorId, ConnectorType } from '../core/family.js'
import type {
  ConnectWalletOptions,
  FetchWalletsOptions,
  Headless,
  HeadlessState,
} from '../core/headless/createHeadless.js'
import type { WalletItem } from '../core/headless/walletItem.js'
import type { Network } from '../core/network.js'
import { connectedIn } from '../core/selectors.js'
import type { WalletInfo } from '../core/stores/connection.js'
import type { WidgetEvent } from '../core/stores/events.js'
import { activeNetwork, networksOf } from '../core/stores/network.js'
import type { PairingState } from '../core/stores/pairing.js'
import type { ThemeMode, ThemeState, ThemeVariables } from '../core/stores/theme.js'
import { parseThemeVariables } from '../core/theme/variables.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './createEngine.js'
import type { Lazy } from './loadOnce.js'
import type { ModalHost } from './modalHost.js'
import {
  accountOf,
  networkOf,
  type PublicAccount,
  type PublicNetwork,
  type PublicState,
  stateOf,
  walletInfoOf,
} from './publicState.js'

/** What a site holds of its widget. */
export type Latchkey = ReturnType<typeof createFacade>

export type OpenOptions = OpenModalParameters
export type {
  ConnectionChange,
  ConnectionsState,
  ConnectWalletOptions,
  Features,
  FetchWalletsOptions,
  Headless,
  HeadlessState,
  PairingState,
  PublicAccount,
  PublicConnection,
  PublicNetwork,
  PublicState,
  RemoteFeatures,
  ThemeState,
  WalletInfo,
  WalletItem,
  WidgetEvent,
}

type SiteCalls = typeof import('./siteCalls.js')

/** What a call takes besides the widget. */
type Given<call> = call extends (widget: Widget, ...given: infer given) => unknown ? given : never

/** Calls that are more than one action, as sites make them: fetched by those who use one. */
const lateCalls = [
  'addNetwork',
  'deleteConnection',
  'getBalance',
  'getConnections',
  'getRecentConnections',
  'headless',
  'removeNetwork',
  'signMessage',
  'startPairing',
  'switchConnection',
  'switchNetwork',
] as const satisfies readonly (keyof SiteCalls)[]

type Bound<calls> = {
  [name in keyof calls]: (...given: Given<calls[name]>) => Promise<Answer<calls[name]>>
}

type Answer<call> = call extends (...all: never[]) => infer answer ? Awaited<answer> : never

/** Sites are told what is, not what was. */
type Subscribe<state> = (listener: (state: state) => void) => () => void

type FacadeParts = {
  readonly widget: Widget
  readonly engine: Lazy<Engine>
  readonly host: ModalHost
  readonly ready: Promise<void>
  readonly end: () => void
}

export function createFacade({ widget, engine, host, ready, end }: FacadeParts) {
  const { stores } = widget
  /** Together they decide what an account is. */
  const accountStores = [stores.connection, stores.network] as ReadableStore<unknown>[]

  async function act<result>(run: (engine: Engine) => result): Promise<Awaited<result>> {
    widget.signal.throwIfAborted()
    return await run(engine.current ?? (await engine.load()))
  }

  /** For what is more than one action, and fetched by those who use it. */
  const call = <name extends keyof SiteCalls>(name: name, ...given: Given<SiteCalls[name]>) =>
    act(async ({ loadSiteCalls }) => {
      const calls = await loadSiteCalls()
      return (calls[name] as (...all: unknown[]) => unknown)(widget, ...given)
    }) as Promise<Answer<SiteCalls[name]>>

  const late = Object.fromEntries(
    lateCalls.map((name) => [name, (...given: never) => call(name, ...given)]),
  ) as Bound<Pick<SiteCalls, (typeof lateCalls)[number]>>

  /** Calls back with what `read` gives now whenever one of the stores has changed it. */
  function observe<value>(
    watched: readonly ReadableStore<never>[] | readonly ReadableStore<unknown>[],
    read: () => value,
    listener: (value: value) => void,
  ): () => void {
    let last = JSON.stringify(read())
    const stops = watched.map((store) =>
      store.subscribe(() => {
        const value = read()
        const next = JSON.stringify(value)
        if (next === last) return
        last = next
        listener(value)
      }),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }

  return {
    /** Resolves once earlier connections are restored, or found to be gone. */
    ready: (): Promise<void> => ready,

    /** Opens the modal: on Account when connected, else on Connect, or on the view asked for. */
    async open(options: OpenOptions = {}): Promise<void> {
      widget.signal.throwIfAborted()
      if (!host.isMounted) await host.fetch()
      await act(({ actions }) => actions.openModal(widget, options))
      await host.mount()
    },

    /** Closes the modal whatever it shows; in embedded mode goes back to its first view. */
    close: (): Promise<void> => act(({ actions }) => actions.closeModal(widget)),

    isOpen: (): boolean => stores.modal.get().isOpen,

    /**
     * Ends one chain family's connections, or all of them, and tells the wallets; with an `id` only
     * those of that connector.
     */
    disconnect: (
      namespace?: Namespace,
      options: { keepOpen?: boolean; id?: ConnectorId } = {},
    ): Promise<void> => act(({ actions }) => actions.disconnect(widget, { namespace, ...options })),

    ...late,

    subscribePairing: stores.pairing.subscribe as Subscribe<PairingState>,

    /**
     * Tells of the wallets that are connected, and of those that were: now, and after every change.
     * With `multiWallet` off an alert says so, naming `asker`, and nothing is ever told.
     */
    subscribeConnections(
      listener: (state: ConnectionsState) => void,
      asker = 'subscribeConnections',
    ): () => void {
      // Where the code cannot be had, whichever call comes next tells so.
      const stop = call('watchConnections', listener, asker).catch(() => () => undefined)
      return () => void stop.then((end) => end())
    },

    getState: (): PublicState => stateOf(widget),
    getAccount: (namespace?: Namespace): PublicAccount => accountOf(widget, namespace),
    getAddress: (namespace?: Namespace): string | undefined => accountOf(widget, namespace).address,
    getCaipAddress: (namespace?: Namespace): AccountId | undefined =>
      accountOf(widget, namespace).caipAddress,
    getIsConnectedState: (): boolean => accountOf(widget).isConnected,
    getCaipNetwork: (namespace?: Namespace): Network | undefined =>
      activeNetwork(stores.network.get(), namespace),
    getCaipNetworkId: (): NetworkId | undefined => networkOf(widget).caipNetworkId,
    getCaipNetworks: (namespace?: Namespace): readonly Network[] =>
      namespace ? networksOf(stores.network.get(), namespace) : stores.network.get().networks,
    getChainId: (): number | string | undefined => networkOf(widget).chainId,
    getActiveChainNamespace: (): Namespace => stores.network.get().activeNamespace,
    getApprovedCaipNetworkIds: (namespace?: Namespace): readonly string[] | undefined =>
      connectedIn(widget, namespace)?.approvedNetworks,
    /** The chain family's familiar provider object (EIP-1193 for eip155) while connected. */
    getProvider: (namespace?: Namespace): unknown =>
      widget.sessions.get(namespace ?? stores.network.get().activeNamespace)?.provider,
    getProviderType: (namespace?: Namespace): ConnectorType | undefined =>
      walletInfoOf(widget, namespace)?.type,
    getWalletInfo: (namespace?: Namespace): WalletInfo | undefined =>
      walletInfoOf(widget, namespace),
    getEvent: (): WidgetEvent | undefined => stores.events.get().last,
    getThemeMode: (): ThemeMode => stores.theme.get().mode,
    getThemeVariables: (): ThemeVariables => stores.theme.get().variables,
    getRemoteFeatures: (): RemoteFeatures => stores.settings.get().remoteFeatures,
    /** The modal's element, to be placed by the site when `disableAppend` is set. */
    getModalElement: (): HTMLElement => host.element(),

    setThemeMode: (mode: ThemeMode): void => setTheme(widget, { mode }),
    /** Merged into the variables set before. */
    setThemeVariables: (variables: ThemeVariables): void =>
      setTheme(widget, { variables: parseThemeVariables(variables) }),
    updateFeatures: (features: Partial<Features>): void => updateFeatures(widget, { features }),

    subscribeState: (listener: (state: PublicState) => void) =>
      observe(
        [stores.modal, stores.network, stores.settings] as ReadableStore<unknown>[],
        () => stateOf(widget),
        listener,
      ),
    subscribeAccount: (listener: (account: PublicAccount) => void, namespace?: Namespace) =>
      observe(accountStores, () => accountOf(widget, namespace), listener),
    subscribeNetwork: (listener: (network: PublicNetwork) => void) =>
      observe([stores.network], () => networkOf(widget), listener),
    subscribeWalletInfo: (
      listener: (wallet: WalletInfo | undefined) => void,
      namespace?: Namespace,
    ) => observe(accountStores, () => walletInfoOf(widget, namespace), listener),
    subscribeTheme: stores.theme.subscribe as Subscribe<ThemeState>,
    subscribeEvents: (listener: (event: WidgetEvent) => void) =>
      stores.events.subscribe(({ last }) => last && listener(last)),

    /** Ends everything: the modal's element goes, connections are let go without telling wallets. */
    async destroy(): Promise<void> {
      if (widget.signal.aborted) return
      const sessions = [...widget.sessions.values()]
      end()
      host.destroy()
      await Promise.all(sessions.map((session) => session.end({ tellWallet: false })))
    },
  }
}
