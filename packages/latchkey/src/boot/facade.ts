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
import {
  getPublicAccount,
  getPublicNetwork,
  getPublicState,
  getPublicWalletInfo,
  getSignInState,
} from './publicState.js'

type FacadeCalls = typeof import('./facade.lazy.js')

/** The parameters of a call after the widget. */
type ParametersOf<call> = call extends (widget: Widget, ...parameters: infer parameters) => unknown
  ? parameters
  : never

/** Calls that are loaded on first use. */
const lazyCalls = [
  'addNetwork',
  'deleteConnection',
  'getBalance',
  'getConnections',
  'getLog',
  'getRecentConnections',
  'getSiwx',
  'headless',
  'removeNetwork',
  'signIn',
  'signMessage',
  'signOut',
  'startPairing',
  'switchConnection',
  'switchNetwork',
] as const satisfies readonly (keyof FacadeCalls & keyof Latchkey)[]

type Bound<calls> = {
  [name in keyof calls]: (
    ...parameters: ParametersOf<calls[name]>
  ) => Promise<ResultOf<calls[name]>>
}

type ResultOf<call> = call extends (...all: never[]) => infer result ? Awaited<result> : never

type FacadeParts = {
  readonly widget: Widget
  readonly engine: Lazy<Engine>
  readonly host: ModalHost
  readonly ready: Promise<void>
  readonly end: () => void
}

/** Implements `Latchkey`; see there for what each call does. */
export function createFacade({ widget, engine, host, ready, end }: FacadeParts): Latchkey {
  const { stores } = widget
  const accountStores = [stores.connection, stores.network]

  const subscribe = <value>(
    watched: readonly object[],
    read: () => value,
    listener: (value: value) => void,
  ) => subscribeSiteListener(widget, watched, read, listener)

  async function withEngine<result>(run: (engine: Engine) => result): Promise<Awaited<result>> {
    widget.signal.throwIfAborted()
    return await run(engine.current ?? (await engine.load()))
  }

  const callLazy = <name extends keyof FacadeCalls>(
    name: name,
    ...parameters: ParametersOf<FacadeCalls[name]>
  ) =>
    withEngine(async ({ loadFacadeCalls }) => {
      const calls = await loadFacadeCalls()
      return (calls[name] as (...all: unknown[]) => unknown)(widget, ...parameters)
    }) as Promise<ResultOf<FacadeCalls[name]>>

  const bound = Object.fromEntries(
    lazyCalls.map((name) => [name, (...parameters: never) => callLazy(name, ...parameters)]),
  ) as Bound<Pick<FacadeCalls, (typeof lazyCalls)[number]>>

  return {
    ready: () => ready,

    async open(options = {}) {
      widget.signal.throwIfAborted()
      if (!host.isMounted) await host.fetch()
      const { view, uri, namespace } = options
      if (view ?? uri) await callLazy('openView', options)
      else await withEngine(({ actions }) => actions.openModal(widget, { namespace }))
      await host.mount()
    },
    close: () => withEngine(({ actions }) => actions.closeModal(widget)),
    isOpen: () => stores.modal.get().isOpen,

    disconnect: (namespace, options = {}) =>
      withEngine(({ actions }) => actions.disconnect(widget, { namespace, ...options })),

    ...bound,

    subscribeConnections(listener, caller = 'subscribeConnections') {
      // A failed load is reported by the next call.
      const stop = callLazy('watchConnections', listener, caller).catch(() => () => undefined)
      return () => void stop.then((end) => end())
    },

    getState: () => getPublicState(widget),
    getAccount: (namespace) => getPublicAccount(widget, namespace),
    getAddress: (namespace) => getPublicAccount(widget, namespace).address,
    getCaipAddress: (namespace) => getPublicAccount(widget, namespace).caipAddress,
    getIsConnectedState: () => getPublicAccount(widget).isConnected,
    getCaipNetwork: (namespace) => getActiveNetwork(stores.network.get(), namespace),
    getCaipNetworkId: () => getPublicNetwork(widget).caipNetworkId,
    getCaipNetworks: (namespace) =>
      namespace ? getNetworks(stores.network.get(), namespace) : stores.network.get().networks,
    getChainId: () => getPublicNetwork(widget).chainId,
    getActiveChainNamespace: () => stores.network.get().activeNamespace,
    getApprovedCaipNetworkIds: (namespace) => getConnection(widget, namespace)?.approvedNetworks,
    getProvider: <provider>(namespace?: Namespace) =>
      widget.sessions.get(namespace ?? stores.network.get().activeNamespace)?.provider as
        | provider
        | undefined,
    getProviderType: (namespace) => getPublicWalletInfo(widget, namespace)?.type,
    getWalletInfo: (namespace) => getPublicWalletInfo(widget, namespace),
    getSession: () => getSignInState(widget),
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
      subscribe(
        [stores.modal, stores.network, stores.settings],
        () => getPublicState(widget),
        listener,
      ),
    subscribeAccount: (listener, namespace) =>
      subscribe(accountStores, () => getPublicAccount(widget, namespace), listener),
    subscribeNetwork: (listener) =>
      subscribe([stores.network], () => getPublicNetwork(widget), listener),
    subscribeWalletInfo: (listener, namespace) =>
      subscribe(accountStores, () => getPublicWalletInfo(widget, namespace), listener),
    subscribeSession: (listener) =>
      subscribe([...accountStores, stores.siwx], () => getSignInState(widget), listener),
    subscribeTheme: (listener) => subscribe([stores.theme], stores.theme.get, listener),
    subscribePairing: (listener) => subscribe([stores.pairing], stores.pairing.get, listener),
    subscribeEvents(listener) {
      const notify = isolateListener(widget, listener)
      return stores.events.subscribe(({ last }) => last && notify(last))
    },

    async destroy() {
      if (widget.signal.aborted) return
      const sessions = [...widget.sessions.values()]
      end()
      host.destroy()
      await Promise.all(sessions.map((session) => session.end({ notifyWallet: false })))
    },
  }
}
