import type { AccountId, Namespace, NetworkId } from '@latchkey/wire/caip'
import type { Features, RemoteFeatures } from '../core/config/features.js'
import type { ConnectorId, ConnectorType } from '../core/connection/family.js'
import type { ConnectionsState, PublicConnection } from '../core/connection/publicConnections.js'
import type {
  ConnectionChange,
  DeleteParameters,
  SwitchParameters,
} from '../core/connection/siteConnections.js'
import type { WalletInfo } from '../core/connection/store.js'
import type { WidgetEvent } from '../core/events/actions/recordEvent.js'
import type { Headless } from '../core/headless/createHeadless.js'
import type { OpenViewParameters } from '../core/modal/actions/openView.js'
import type { Network, NetworkInput } from '../core/network/network.js'
import type { PairingState } from '../core/pairing/store.js'
import type {
  ThemeMode,
  ThemeState,
  ThemeVariableOptions,
  ThemeVariables,
} from '../core/theme/store.js'
import type { PublicAccount, PublicNetwork, PublicState } from './publicState.js'

/** Where the modal opens: a view with its arguments, one chain family, or a pairing uri of the site's own. */
export type OpenOptions = OpenViewParameters

/**
 * What a site holds of its widget. Where a call takes a `namespace`, leaving it out means the chain
 * family in use. Every `subscribe…` calls back with the current value at once and gives the function
 * that ends it; a listener that throws is logged.
 *
 * Written out rather than inferred, so that editors show these words wherever a call is made.
 */
export type Latchkey = {
  /** Resolves once earlier connections are restored, or found to be gone. */
  ready(): Promise<void>

  /**
   * Opens the modal: on Account when connected, else on Connect, or on the view asked for.
   *
   * @example
   * await latchkey.open({ view: 'Networks' })
   */
  open(options?: OpenOptions): Promise<void>
  /** Closes the modal whatever it shows; in embedded mode goes back to its first view. */
  close(): Promise<void>
  isOpen(): boolean

  /**
   * Ends one chain family's connections, or all of them, and tells the wallets; with an `id` only
   * those of that connector.
   */
  disconnect(
    namespace?: Namespace,
    options?: { keepOpen?: boolean; id?: ConnectorId },
  ): Promise<void>
  /**
   * Switches to one of the site's networks. Rejects with a typed error when the wallet refuses; an
   * unknown network also raises an alert. Nothing changes then.
   *
   * @example
   * await latchkey.switchNetwork(base)
   */
  switchNetwork(
    network: Pick<NetworkInput, 'id' | 'chainNamespace' | 'caipNetworkId'>,
  ): Promise<void>
  /** Offers one more network. Rejects when no chain family of the widget speaks the namespace. */
  addNetwork(namespace: Namespace, network: NetworkInput): Promise<void>
  /** Offers a network no longer. Rejects when no chain family of the widget speaks the namespace. */
  removeNetwork(namespace: Namespace, id: number | string): Promise<void>

  /** Has the active account sign a text. Rejects with a typed error when the visitor refuses. */
  signMessage(
    message: string,
    options?: { namespace?: Namespace; signal?: AbortSignal },
  ): Promise<string>
  /**
   * The active account's native balance in whole units; undefined without one, on test networks, and
   * where its family reports none.
   */
  getBalance(): Promise<{ balance: string; symbol: string } | undefined>
  /**
   * The chain family's familiar provider object while connected: EIP-1193 for `eip155`, and for the
   * others the type their entry exports.
   *
   * @example
   * import type { Provider } from 'latchkey/eip155'
   * const provider = latchkey.getProvider<Provider>('eip155')
   */
  getProvider<provider = unknown>(namespace?: Namespace): provider | undefined

  /**
   * Offers a pairing without our modal: resolves with the uri to show; `connected` settles when a
   * wallet takes it up or the signal withdraws it. `subscribePairing` tells of fresh uris.
   */
  startPairing(options?: {
    signal?: AbortSignal
  }): Promise<{ uri: string; connected: Promise<PublicAccount> }>
  /** Reports the pairing: now, and after every step, fresh uris among them. */
  subscribePairing(listener: (state: PairingState) => void): () => void
  /**
   * Everything the modal does with wallets, for sites that draw their own: lists, search, connect, a
   * pairing uri and what becomes of it. Fetched with the first call; the modal is not.
   *
   * @example
   * const wallets = await latchkey.headless()
   * wallets.subscribe(({ wallets, pairingUri }) => draw(wallets, pairingUri))
   * await wallets.connect('io.metamask')
   */
  headless(): Promise<Headless>

  /** The wallets connected on a chain family. With `multiWallet` off: an alert, and none. */
  getConnections(namespace: Namespace): Promise<readonly PublicConnection[]>
  /** Wallets that were connected on a chain family and can be again. With `multiWallet` off: an alert, and none. */
  getRecentConnections(namespace: Namespace): Promise<readonly PublicConnection[]>
  /**
   * Makes a wallet, or one account of it, the active one of its chain family. One that is connected is
   * not asked; one of the recent ones is: in the page right away, over the modal where a code or a login
   * is needed. With `multiWallet` off: an alert, and undefined.
   */
  switchConnection(parameters: SwitchParameters): Promise<ConnectionChange | undefined>
  /**
   * Forgets an account of a wallet; a wallet that is connected is disconnected with it. With
   * `multiWallet` off: an alert, and undefined.
   */
  deleteConnection(parameters: DeleteParameters): Promise<ConnectionChange | undefined>
  /**
   * Tells of the wallets that are connected, and of those that were: now, and after every change.
   * With `multiWallet` off an alert says so, naming `asker`, and nothing is ever told.
   */
  subscribeConnections(listener: (state: ConnectionsState) => void, asker?: string): () => void

  /** Whether the modal is open or busy, and the network and chain family in use. */
  getState(): PublicState
  /** The account of a chain family, and how its connection stands. */
  getAccount(namespace?: Namespace): PublicAccount
  getAddress(namespace?: Namespace): string | undefined
  /** The account as CAIP-10 writes it: `eip155:1:0x…`. */
  getCaipAddress(namespace?: Namespace): AccountId | undefined
  /** Whether the chain family in use is connected. */
  getIsConnectedState(): boolean
  /** The network in use; undefined while the wallet is on one the site did not ask for. */
  getCaipNetwork(namespace?: Namespace): Network | undefined
  /** The network in use as CAIP-2 writes it: `eip155:1`. */
  getCaipNetworkId(): NetworkId | undefined
  /** The networks on offer, all of them or those of one chain family. */
  getCaipNetworks(namespace?: Namespace): readonly Network[]
  /** A number on EVM chains, the network's reference elsewhere. */
  getChainId(): number | string | undefined
  getActiveChainNamespace(): Namespace
  /** The networks the wallet agreed to; undefined when it takes any. */
  getApprovedCaipNetworkIds(namespace?: Namespace): readonly string[] | undefined
  /** Where the connected wallet comes from. */
  getProviderType(namespace?: Namespace): ConnectorType | undefined
  /** Name and icon of the connected wallet. */
  getWalletInfo(namespace?: Namespace): WalletInfo | undefined
  /**
   * What happened in the widget, a line each with its time: for a bug report. About a megabyte at most,
   * kept in the page alone.
   */
  getLog(): Promise<string>
  /** The last thing that happened in the widget. */
  getEvent(): WidgetEvent | undefined
  /** The colour scheme in force, the visitor's system already asked. */
  getThemeMode(): ThemeMode
  getThemeVariables(): ThemeVariables
  /** What the provider decides: the site's own settings until it has answered. */
  getRemoteFeatures(): RemoteFeatures
  /** The modal's element, to be placed by the site when `disableAppend` is set. */
  getModalElement(): HTMLElement

  /** From now on this colour scheme, whatever the visitor's system says. */
  setThemeMode(mode: ThemeMode): void
  /** Merged into the variables set before. */
  setThemeVariables(variables: ThemeVariableOptions): void
  /** Merged into the features set before; what the provider decides is not among them. */
  updateFeatures(features: Partial<Features>): void

  /** Reports whether the modal is open or busy: now, and after every change. */
  subscribeState(listener: (state: PublicState) => void): () => void
  /** Reports the account and its status: now, and after every change. */
  subscribeAccount(listener: (account: PublicAccount) => void, namespace?: Namespace): () => void
  /** Reports the network in use: now, and after every change, whoever made it. */
  subscribeNetwork(listener: (network: PublicNetwork) => void): () => void
  /** Reports the connected wallet: now, and after every change. */
  subscribeWalletInfo(
    listener: (wallet: WalletInfo | undefined) => void,
    namespace?: Namespace,
  ): () => void
  /** Reports the theme: now, and after every change. */
  subscribeTheme(listener: (theme: ThemeState) => void): () => void
  /** Reports everything that happens in the widget from now on; past events are not repeated. */
  subscribeEvents(listener: (event: WidgetEvent) => void): () => void

  /** Ends everything: the modal's element goes, connections are let go without telling wallets. */
  destroy(): Promise<void>
}
