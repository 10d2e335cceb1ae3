import type { Address, Chain, FallbackTransport } from 'viem'
import {
  ConnectorUndefinedError,
  WagmiConfigUndefinedError,
} from '../../../core/runtime/errors/wagmi.js'
import {
  type BridgedWidget,
  type EvmState,
  getEvmState,
  toChainId,
  watchEvm,
} from './bridgedWidget.js'
import { toChain, toTransport } from './viemChains.js'
import { connectorType, emitState, latchkeyConnector } from './wagmiConnector.js'

/** Parameters of `createWagmiBridge`. */
export type WagmiBridgeParameters = {
  readonly latchkey: BridgedWidget
  /** Created with `latchkeyConnector(latchkey)` among its connectors. */
  readonly config: WagmiConfig
}

/** Runs until `stop` is called or the page ends. */
export type WagmiBridge = { stop(): void }

/**
 * Synchronises wagmi and the widget where a connector cannot: the network while nothing is connected,
 * and connections made while wagmi is busy with another connector. The widget leads.
 */
export function createWagmiBridge({ latchkey, config }: WagmiBridgeParameters): WagmiBridge {
  if (!config) throw new WagmiConfigUndefinedError()
  const connector = config.connectors.find(({ type }) => type === connectorType)
  if (!connector) throw new ConnectorUndefinedError()
  const { uid, emitter } = connector
  let chainId = config.state.chainId

  /** Reports what wagmi missed while it was busy or not listening yet. */
  function catchUp(now: EvmState): void {
    const held = config.state.connections.get(uid)
    if (!isSame(held, now)) emitState(emitter, now, held !== undefined)
  }

  function followNetwork(now: EvmState): void {
    if (config.state.connections.size > 0 || !isOffered(now.chainId)) return
    chainId = now.chainId
    if (config.state.chainId === chainId) return
    config.setState((state: WagmiState) => ({ ...state, chainId: now.chainId }))
  }

  function followWidget(now: EvmState): void {
    if (isBusy(config.state.status)) return
    // The connector reports disconnects, unless wagmi started them.
    if (now.status === 'connected') catchUp(now)
    followNetwork(now)
  }

  /** A network selected in wagmi while nothing is connected becomes the widget's preferred one. */
  function followWagmi(): void {
    const { status, connections, chainId: chosen } = config.state
    if (isBusy(status)) return
    const now = getEvmState(latchkey)
    const isChosenThere = chosen !== chainId && connections.size === 0
    chainId = chosen
    catchUp(now)
    if (isChosenThere && now.status === 'disconnected' && chosen !== now.chainId) {
      const network = { id: chosen, caipNetworkId: `eip155:${chosen}` } as const
      // wagmi keeps its selection when the widget does not have the network.
      latchkey.switchNetwork(network).catch(() => {})
    } else followNetwork(now)
  }

  function isOffered(id: number | undefined): id is number {
    return config.chains.some((chain) => chain.id === id)
  }

  const stops = [
    watchEvm(latchkey, followWidget),
    config.subscribe(
      ({ status, chainId: chosen }: WagmiState) => `${status} ${chosen}`,
      followWagmi,
    ),
  ]
  followWidget(getEvmState(latchkey))
  return {
    stop() {
      for (const stop of stops) stop()
    },
  }
}

function isBusy(status: WagmiState['status']): boolean {
  return status === 'connecting' || status === 'reconnecting'
}

type WagmiConnection =
  | { readonly accounts: readonly string[]; readonly chainId: number }
  | undefined

function isSame(held: WagmiConnection, { status, addresses, chainId }: EvmState): boolean {
  if (!held) return status !== 'connected'
  return held.accounts.join() === addresses.join() && held.chainId === chainId
}

/**
 * Parameters for wagmi's `createConfig`: the widget's EVM networks with their nodes, and only our
 * connector. wagmi's discovery is off, because the modal already lists installed wallets.
 *
 * `chains` are viem's definitions of the networks, for contracts (multicall), fees and formatters.
 */
export function wagmiParameters<
  const chains extends readonly [Chain, ...Chain[]] = readonly [Chain, ...Chain[]],
>({
  latchkey,
  chains,
}: {
  readonly latchkey: BridgedWidget
  readonly chains?: chains | undefined
}) {
  const networks = latchkey.getCaipNetworks('eip155')
  return {
    chains: networks.map((network) => toChain(network, chains)) as unknown as chains,
    transports: Object.fromEntries(
      networks.map((network) => [toChainId(network.reference), toTransport(network)]),
    ) as Record<chains[number]['id'], FallbackTransport>,
    connectors: [latchkeyConnector(latchkey)],
    multiInjectedProviderDiscovery: false,
  }
}

/**
 * The parts of wagmi that the bridge uses, the same in wagmi 2 and 3. Declared here so that neither has
 * to be installed and both fit.
 */

export type WagmiEmitter = {
  emit(event: 'connect', data: { accounts: readonly Address[]; chainId: number }): void
  emit(event: 'change', data: { accounts: readonly Address[]; chainId: number }): void
  emit(event: 'disconnect'): void
  listenerCount(event: 'disconnect'): number
}

/** What wagmi passes to a connector. */
export type WagmiConnectorConfig = {
  readonly chains: readonly [Chain, ...Chain[]]
  readonly emitter: WagmiEmitter
}

type WagmiState = {
  readonly chainId: number
  readonly connections: ReadonlyMap<
    string,
    { readonly accounts: readonly string[]; readonly chainId: number }
  >
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'reconnecting'
}

/** wagmi's config, as returned by `createConfig`. */
export type WagmiConfig = {
  readonly chains: readonly { readonly id: number }[]
  readonly connectors: readonly {
    readonly type: string
    readonly uid: string
    readonly emitter: WagmiEmitter
  }[]
  readonly state: WagmiState
  // biome-ignore lint/suspicious/noExplicitAny: wagmi ties this to the chains of the site's config.
  setState(change: (state: any) => any): void
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  subscribe(selector: (state: any) => unknown, listener: () => void): () => void
}
