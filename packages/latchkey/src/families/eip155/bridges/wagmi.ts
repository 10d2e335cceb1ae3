import {
  ConnectorUndefinedError,
  WagmiConfigUndefinedError,
} from '../../../core/runtime/errors/wagmi.js'
import type { BridgedWidget } from './bridgedWidget.js'
import { type EvmState, evmState, watchEvm } from './evmState.js'
import { tellWagmi } from './tellWagmi.js'
import { connectorType } from './wagmiConnector.js'
import type { WagmiConfig, WagmiState } from './wagmiShapes.js'

/** What `createWagmiBridge` takes. */
export type WagmiBridgeParameters = {
  readonly latchkey: BridgedWidget
  /** Made with `latchkeyConnector(latchkey)` among its connectors. */
  readonly config: WagmiConfig
}

/** Ends with `stop`, or with the page. */
export type WagmiBridge = { stop(): void }

/**
 * Keeps wagmi and the widget in step where a connector cannot: on the network while nothing is
 * connected, and when the widget connects while wagmi is busy with another connector. The widget leads.
 */
export function createWagmiBridge({ latchkey, config }: WagmiBridgeParameters): WagmiBridge {
  if (!config) throw new WagmiConfigUndefinedError()
  const connector = config.connectors.find(({ type }) => type === connectorType)
  if (!connector) throw new ConnectorUndefinedError()
  const { uid, emitter } = connector
  let chainId = config.state.chainId

  /** Tells wagmi what it missed, because it was busy or had not begun to listen. */
  function catchUp(now: EvmState): void {
    const held = config.state.connections.get(uid)
    if (!isSame(held, now)) tellWagmi(emitter, now, held !== undefined)
  }

  function followNetwork(now: EvmState): void {
    if (config.state.connections.size > 0 || !isOffered(now.chainId)) return
    chainId = now.chainId
    if (config.state.chainId === chainId) return
    config.setState((state: WagmiState) => ({ ...state, chainId: now.chainId }))
  }

  function followWidget(now: EvmState): void {
    if (isBusy(config.state.status)) return
    // Of an end the connector tells, unless it was wagmi that ended it.
    if (now.status === 'connected') catchUp(now)
    followNetwork(now)
  }

  /** A network chosen in wagmi while nothing is connected is the widget's next one. */
  function followWagmi(): void {
    const { status, connections, chainId: chosen } = config.state
    if (isBusy(status)) return
    const now = evmState(latchkey)
    const isChosenThere = chosen !== chainId && connections.size === 0
    chainId = chosen
    catchUp(now)
    if (isChosenThere && now.status === 'disconnected' && chosen !== now.chainId) {
      const network = { id: chosen, caipNetworkId: `eip155:${chosen}` } as const
      // wagmi itself goes on with its choice when the widget does not offer the network.
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
  followWidget(evmState(latchkey))
  return {
    stop() {
      for (const stop of stops) stop()
    },
  }
}

function isBusy(status: WagmiState['status']): boolean {
  return status === 'connecting' || status === 'reconnecting'
}

type Held = { readonly accounts: readonly string[]; readonly chainId: number } | undefined

function isSame(held: Held, { status, addresses, chainId }: EvmState): boolean {
  if (!held) return status !== 'connected'
  return held.accounts.join() === addresses.join() && held.chainId === chainId
}
