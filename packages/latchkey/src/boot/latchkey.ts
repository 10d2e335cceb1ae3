import type { AccountId, Namespace, NetworkId } from '@latchkey/wire/caip'
import type { Features, RemoteFeatures } from '../core/config/features.js'
import type {
  ConnectionChange,
  DeleteParameters,
  SwitchParameters,
} from '../core/connection/actions/siteConnections.js'
import type { ConnectorId, ConnectorType } from '../core/connection/family.js'
import type { ConnectionsState, PublicConnection } from '../core/connection/publicConnections.js'
import type { WalletInfo } from '../core/connection/store.js'
import type { WidgetEvent } from '../core/events/actions/recordEvent.js'
import type { Headless } from '../core/headless/createHeadless.js'
import type { OpenViewParameters } from '../core/modal/actions/openView.js'
import type { Network, NetworkInput } from '../core/network/network.js'
import type { PairingState } from '../core/pairing/store.js'
import type { SiwxConfig, SiwxSession } from '../core/siwx/siwx.js'
import type {
  ThemeMode,
  ThemeState,
  ThemeVariableOptions,
  ThemeVariables,
} from '../core/theme/store.js'
import type { PublicAccount, PublicNetwork, PublicState, SignInState } from './publicState.js'

/** Where the modal opens: a view with its arguments, one chain family, or a pairing URI of the site. */
export type OpenOptions = OpenViewParameters

/**
 * A widget, as a site uses it. Calls with an optional `namespace` default to the active chain
 * family. Every `subscribe…` call returns a function that unsubscribes. An error in a listener is
 * logged.
 *
 * Declared, not inferred, so that editors show this documentation.
 */
export type Latchkey = {
  /** Resolves when stored connections are restored or have failed. */
  ready(): Promise<void>

  /**
   * Opens the modal: on Account when connected, on Connect otherwise, or on the given view. Rejects
   * when the view is unknown or its feature is off.
   *
   * @example
   * await latchkey.open({ view: 'Networks' })
   */
  open(options?: OpenOptions): Promise<void>
  /** Closes the modal in any view. In embedded mode it returns to the first view instead. */
  close(): Promise<void>
  /** Whether the modal is open. */
  isOpen(): boolean

  /**
   * Disconnects the wallets of one chain family, or all wallets. `id` limits it to one connector;
   * `keepOpen` leaves the modal open. Rejects with `DisconnectError` when a chain family fails.
   */
  disconnect(
    namespace?: Namespace,
    options?: { keepOpen?: boolean; id?: ConnectorId },
  ): Promise<void>
  /**
   * Switches to one of the site's networks. Rejects with a typed error, and changes nothing, when
   * the visitor declines or the network is unknown. An unknown network also raises an alert.
   *
   * @example
   * await latchkey.switchNetwork(base)
   */
  switchNetwork(
    network: Pick<NetworkInput, 'id' | 'chainNamespace' | 'caipNetworkId'>,
  ): Promise<void>
  /** Adds a network to the site's networks. Rejects when the widget has no chain family for the namespace. */
  addNetwork(namespace: Namespace, network: NetworkInput): Promise<void>
  /** Removes a network. Rejects when the widget has no chain family for the namespace. */
  removeNetwork(namespace: Namespace, id: number | string): Promise<void>

  /** Signs a message with the active account. Rejects with a typed error when the visitor declines. */
  signMessage(
    message: string,
    options?: { namespace?: Namespace; signal?: AbortSignal },
  ): Promise<string>
  /**
   * Opens the modal to sign in with the active account, or to connect first, and resolves with the
   * session. Resolves at once when signed in. Rejects with `ModalClosedError` when the visitor leaves.
   *
   * @example
   * const session = await latchkey.signIn()
   */
  signIn(options?: { signal?: AbortSignal }): Promise<SiwxSession>
  /** Deletes the session of the active account. Also disconnects where a sign-in is required. */
  signOut(): Promise<void>
  /** The sign-in in use: `siwx`, or the one created from `siweConfig`; undefined without sign-in. */
  getSiwx(): Promise<SiwxConfig | undefined>
  /** The session of the active account, and how far its sign-in is. */
  getSession(): SignInState
  /**
   * Reads the native balance of the active account, in whole units. Undefined when nothing is
   * connected, on test networks, and for chain families without balances. Rejects when it cannot be
   * loaded.
   */
  getBalance(): Promise<{ balance: string; symbol: string } | undefined>
  /**
   * The provider of the connected wallet: EIP-1193 for `eip155`; other chain families export their
   * type from their entry point. Undefined while disconnected.
   *
   * @example
   * import type { Provider } from 'latchkey/eip155'
   * const provider = latchkey.getProvider<Provider>('eip155')
   */
  getProvider<provider = unknown>(namespace?: Namespace): provider | undefined

  /**
   * Starts a pairing without the modal. Resolves with the URI to show as a QR code. `connected`
   * resolves when a wallet connects and rejects when the signal aborts. A URI expires;
   * `subscribePairing` reports the next one.
   */
  startPairing(options?: {
    signal?: AbortSignal
  }): Promise<{ uri: string; connected: Promise<PublicAccount> }>
  /** Calls back with the pairing state, now and after every change, including new URIs. */
  subscribePairing(listener: (state: PairingState) => void): () => void
  /**
   * The wallet functions without the modal, for sites with their own interface: lists, search,
   * connect, and pairing URIs. Loaded on first use; the modal is not loaded.
   *
   * @example
   * const wallets = await latchkey.headless()
   * wallets.subscribe(({ wallets, pairingUri }) => draw(wallets, pairingUri))
   * await wallets.connect('io.metamask')
   */
  headless(): Promise<Headless>

  /** The connected wallets of a chain family. Empty, with an alert, while `multiWallet` is off. */
  getConnections(namespace: Namespace): Promise<readonly PublicConnection[]>
  /**
   * Wallets that were connected on a chain family before. Empty, with an alert, while `multiWallet`
   * is off.
   */
  getRecentConnections(namespace: Namespace): Promise<readonly PublicConnection[]>
  /**
   * Makes a wallet, or one of its accounts, the active one of its chain family. A connected wallet
   * needs no approval. A recent wallet connects again; the modal opens if that needs a QR code or a
   * log-in. Undefined, with an alert, while `multiWallet` is off.
   */
  switchConnection(parameters: SwitchParameters): Promise<ConnectionChange | undefined>
  /**
   * Forgets an account of a wallet, and disconnects the wallet if it is connected. Undefined, with
   * an alert, while `multiWallet` is off.
   */
  deleteConnection(parameters: DeleteParameters): Promise<ConnectionChange | undefined>
  /**
   * Calls back with connected and recent wallets, now and after every change. While `multiWallet`
   * is off it never calls back and raises an alert that names `asker`, the calling method or hook.
   */
  subscribeConnections(listener: (state: ConnectionsState) => void, caller?: string): () => void

  /** Whether the modal is open or busy, and the active network and chain family. */
  getState(): PublicState
  /** The account of a chain family and its connection status. */
  getAccount(namespace?: Namespace): PublicAccount
  /** The address of the connected account. Undefined while disconnected. */
  getAddress(namespace?: Namespace): string | undefined
  /** The account id in CAIP-10 form: `eip155:1:0x…`. */
  getCaipAddress(namespace?: Namespace): AccountId | undefined
  /** Whether the active chain family is connected. */
  getIsConnectedState(): boolean
  /** The active network. Undefined while the wallet is on a network the site does not support. */
  getCaipNetwork(namespace?: Namespace): Network | undefined
  /** The id of the active network in CAIP-2 form: `eip155:1`. */
  getCaipNetworkId(): NetworkId | undefined
  /** The site's networks: all of them, or those of one chain family. */
  getCaipNetworks(namespace?: Namespace): readonly Network[]
  /** The id of the active network: a number on EVM chains, the CAIP-2 reference elsewhere. */
  getChainId(): number | string | undefined
  /** The active chain family, for instance `eip155`. */
  getActiveChainNamespace(): Namespace
  /** The networks the wallet approved. Undefined when it accepts any network. */
  getApprovedCaipNetworkIds(namespace?: Namespace): readonly string[] | undefined
  /** The type of the connected wallet's connector, such as an announced wallet or pairing. */
  getProviderType(namespace?: Namespace): ConnectorType | undefined
  /** Name and icon of the connected wallet. */
  getWalletInfo(namespace?: Namespace): WalletInfo | undefined
  /**
   * The widget's log for bug reports: one line per entry, with its time. At most about a megabyte;
   * it stays in the page.
   */
  getLog(): Promise<string>
  /** The latest event of the widget. */
  getEvent(): WidgetEvent | undefined
  /** The current colour scheme. Follows the visitor's system until the site sets one. */
  getThemeMode(): ThemeMode
  /** The current theme variables. */
  getThemeVariables(): ThemeVariables
  /** The features the provider decides. Until it responds, the site's settings apply. */
  getRemoteFeatures(): RemoteFeatures
  /** The modal's element. With `disableAppend`, the site adds it to the page. */
  getModalElement(): HTMLElement

  /** Sets the colour scheme. The visitor's system is ignored from then on. */
  setThemeMode(mode: ThemeMode): void
  /** Changes theme variables; the others keep their values. */
  setThemeVariables(variables: ThemeVariableOptions): void
  /**
   * Changes features; the others keep their values. Throws for an unknown or malformed feature.
   * Features the provider decides are not included.
   */
  updateFeatures(features: Partial<Features>): void

  /** Calls back with the modal's state and the active network, now and after every change. */
  subscribeState(listener: (state: PublicState) => void): () => void
  /** Calls back with the account and its status, now and after every change. */
  subscribeAccount(listener: (account: PublicAccount) => void, namespace?: Namespace): () => void
  /** Calls back with the active network, now and after every change, including changes by the wallet. */
  subscribeNetwork(listener: (network: PublicNetwork) => void): () => void
  /** Calls back with the connected wallet, now and after every change. */
  subscribeWalletInfo(
    listener: (wallet: WalletInfo | undefined) => void,
    namespace?: Namespace,
  ): () => void
  /** Calls back with the sign-in of the active account, now and after every change. */
  subscribeSession(listener: (state: SignInState) => void): () => void
  /** Calls back with the theme, now and after every change. */
  subscribeTheme(listener: (theme: ThemeState) => void): () => void
  /** Calls back with every new event; past events are not repeated. */
  subscribeEvents(listener: (event: WidgetEvent) => void): () => void

  /** Stops the widget and removes the modal. Closes connections without notifying the wallets. */
  destroy(): Promise<void>
}
