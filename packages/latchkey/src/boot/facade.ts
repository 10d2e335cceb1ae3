import type { Namespace } from '@latchkey/wire/caip'
import { updateFeatures } from '../core/config/actions/updateFeatures.js'
import { getConnection } from '../core/connection/store.js'
import { getActiveNetwork, getNetworks } from '../core/network/store.js'
import { isolateListener, subscribeSiteListener } from '../core/runtime/createStore.js'
import { setTheme } from '../core/theme/actions/setTheme.js'
import { parseThemeVariables } from '../core/theme/store.js'
import type { Widget } from '../core/widget.js'
import type { Engine } from './engine.js'
import type { Latchkey } from './latchkey.js'
import type { Lazy } from './loadOnce.js'
import type { ModalHost } from './modalHost.js'
import { accountOf, networkOf, stateOf, walletInfoOf } from './publicState.js'

type SiteCalls = typeof import('./facade.lazy.js')

/** What a call takes besides the widget. */
type Given<call> = call extends (widget: Widget, ...given: infer given) => unknown ? given : never

/** Calls that are more than one action, as sites make them: fetched by those who use one. */
const lateCalls = [
  'addNetwork',
  'deleteConnection',
  'getBalance',
  'getConnections',
  'getLog',
  'getRecentConnections',
  'headless',
  'removeNetwork',
  'signMessage',
  'startPairing',
  'switchConnection',
  'switchNetwork',
] as const satisfies readonly (keyof SiteCalls & keyof Latchkey)[]

type Bound<calls> = {
  [name in keyof calls]: (...given: Given<calls[name]>) => Promise<Answer<calls[name]>>
}

type Answer<call> = call extends (...all: never[]) => infer answer ? Awaited<answer> : never

type FacadeParts = {
  readonly widget: Widget
  readonly engine: Lazy<Engine>
  readonly host: ModalHost
  readonly ready: Promise<void>
  readonly end: () => void
}

/** The calls of `Latchkey`; what each of them does is told there. */
export function createFacade({ widget, engine, host, ready, end }: FacadeParts): Latchkey {
  const { stores } = widget
  /** Together they decide what an account is. */
  const accountStores = [stores.connection, stores.network]

  const subscribe = <value>(
    watched: readonly object[],
    read: () => value,
    listener: (value: value) => void,
  ) => subscribeSiteListener(widget, watched, read, listener)

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

  return {
    ready: () => ready,

    async open(options = {}) {
      widget.signal.throwIfAborted()
      if (!host.isMounted) await host.fetch()
      const { view, uri, namespace } = options
      if (view ?? uri) await call('openView', options)
      else await act(({ actions }) => actions.openModal(widget, { namespace }))
      await host.mount()
    },
    close: () => act(({ actions }) => actions.closeModal(widget)),
    isOpen: () => stores.modal.get().isOpen,

    disconnect: (namespace, options = {}) =>
      act(({ actions }) => actions.disconnect(widget, { namespace, ...options })),

    ...late,

    subscribeConnections(listener, asker = 'subscribeConnections') {
      // Where the code cannot be had, whichever call comes next tells so.
      const stop = call('watchConnections', listener, asker).catch(() => () => undefined)
      return () => void stop.then((end) => end())
    },

    getState: () => stateOf(widget),
    getAccount: (namespace) => accountOf(widget, namespace),
    getAddress: (namespace) => accountOf(widget, namespace).address,
    getCaipAddress: (namespace) => accountOf(widget, namespace).caipAddress,
    getIsConnectedState: () => accountOf(widget).isConnected,
    getCaipNetwork: (namespace) => getActiveNetwork(stores.network.get(), namespace),
    getCaipNetworkId: () => networkOf(widget).caipNetworkId,
    getCaipNetworks: (namespace) =>
      namespace ? getNetworks(stores.network.get(), namespace) : stores.network.get().networks,
    getChainId: () => networkOf(widget).chainId,
    getActiveChainNamespace: () => stores.network.get().activeNamespace,
    getApprovedCaipNetworkIds: (namespace) => getConnection(widget, namespace)?.approvedNetworks,
    getProvider: <provider>(namespace?: Namespace) =>
      widget.sessions.get(namespace ?? stores.network.get().activeNamespace)?.provider as
        | provider
        | undefined,
    getProviderType: (namespace) => walletInfoOf(widget, namespace)?.type,
    getWalletInfo: (namespace) => walletInfoOf(widget, namespace),
    getEvent: () => stores.events.get().last,
    getThemeMode: () => stores.theme.get().mode,
    getThemeVariables: () => stores.theme.get().variables,
    getRemoteFeatures: () => stores.settings.get().remoteFeatures,
    getModalElement: () => host.element(),

    setThemeMode: (mode) => setTheme(widget, { mode }),
    setThemeVariables: (variables) =>
      setTheme(widget, { variables: parseThemeVariables(variables) }),
    updateFeatures: (features) => updateFeatures(widget, { features }),

    subscribeState: (listener) =>
      subscribe([stores.modal, stores.network, stores.settings], () => stateOf(widget), listener),
    subscribeAccount: (listener, namespace) =>
      subscribe(accountStores, () => accountOf(widget, namespace), listener),
    subscribeNetwork: (listener) => subscribe([stores.network], () => networkOf(widget), listener),
    subscribeWalletInfo: (listener, namespace) =>
      subscribe(accountStores, () => walletInfoOf(widget, namespace), listener),
    subscribeTheme: (listener) => subscribe([stores.theme], stores.theme.get, listener),
    subscribePairing: (listener) => subscribe([stores.pairing], stores.pairing.get, listener),
    subscribeEvents(listener) {
      const tell = isolateListener(widget, listener)
      return stores.events.subscribe(({ last }) => last && tell(last))
    },

    async destroy() {
      if (widget.signal.aborted) return
      const sessions = [...widget.sessions.values()]
      end()
      host.destroy()
      await Promise.all(sessions.map((session) => session.end({ tellWallet: false })))
    },
  }
}
