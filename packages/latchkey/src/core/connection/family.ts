import type { AccountId, Namespace, NetworkId } from '@latchkey/wire/caip'
import type { Journal } from '../account/journal/journal.js'
import type { Metadata } from '../config/options.js'
import type { Network } from '../network/network.js'
import type { Ports } from '../runtime/ports.js'
import type { PermissionGrant, PermissionRequest } from '../sessions/permissionRequest.js'
import type { PermissionReading, PermissionSupport } from '../sessions/sessionGrant.js'
import type { ContractCall, Transfer, TransferReading } from './transfer.js'

export type ConnectorId = string

/** The kind of connector; names from the specification. */
export type ConnectorType =
  | 'INJECTED'
  | 'ANNOUNCED'
  | 'EXTERNAL'
  | 'WALLET_CONNECT'
  | 'AUTH'
  | 'MULTI_CHAIN'

export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'

/** An account of a wallet. */
export type Account = {
  readonly namespace: Namespace
  readonly address: string
  readonly type: AccountType
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
}

/** Carries requests to a wallet and events from it. Does not depend on the chain. */
export type WalletTransport = {
  request(
    call: { readonly method: string; readonly params?: unknown; readonly network?: NetworkId },
    signal?: AbortSignal,
  ): Promise<unknown>
  on(event: 'accounts' | 'network' | 'disconnect', listener: (data: unknown) => void): () => void
  /** Called with a response that arrived after its request was given up. Absent if that cannot happen. */
  onLate?(listener: (late: LateResponse) => void): () => void
  /** Ends the connection in the wallet if the wallet supports that; never prompts. */
  close(signal?: AbortSignal): Promise<void>
  /** The type of an account, for wallets with several types. */
  accountType?(address: string): AccountType
  /** The provider object of the wallet in the page, if it has one. */
  readonly provider?: unknown
  /** False if chain reads go to the site's nodes and not to the wallet. */
  readonly readsChain?: false
  /**
   * The state of a transaction by the wallet's own id. Present for wallets with several owners, where
   * the transaction is sent only after all have agreed.
   */
  proposal?(id: string, signal: AbortSignal): Promise<Proposal>
  /** Whether the wallet supports a network, if that is known without a request. */
  hasNetwork?(id: NetworkId): boolean
  /** Whether the wallet supports a method, if that is known without a request. */
  hasMethod?(method: string): boolean
  /** What a pairing session grants now. Absent for wallets in the page. */
  approved?(): { readonly accounts: readonly AccountId[]; readonly networks: readonly NetworkId[] }
}

/** A requested transaction that may not be on the chain yet. */
export type Proposal = {
  readonly status: 'waiting' | 'sent' | 'failed' | 'cancelled'
  /** The id on the chain, once it is sent. */
  readonly hash?: string | undefined
}

export type LateResponse = {
  readonly method: string
  readonly networkId: string
  readonly response: unknown
}

/** A wallet that this page can connect directly: found in the page, or added by a connector of the site. */
export type AnnouncedWallet = {
  readonly id: ConnectorId
  readonly namespace: Namespace
  readonly type: 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'
  readonly name: string
  /** Only `data:` and `https:` images. */
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
  /** The page runs inside this wallet, which connects as soon as it is found. */
  readonly isHost?: boolean | undefined
  /** A promise if code has to load first. Called inside the visitor's click. */
  open(site: Site): WalletTransport | Promise<WalletTransport>
}

export type DiscoverOptions = { readonly announced: boolean; readonly injected: boolean }

/** What a wallet may know about the site before the first request. */
export type Site = {
  readonly metadata: Metadata
  /** The networks of the wallet's namespace. */
  readonly networks: readonly Network[]
  /** For state that survives a reload. */
  readonly storage: Ports['storage']
}

export type RequestedNamespace = {
  readonly chains: readonly NetworkId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** Finds wallets until it is stopped. */
export type WalletSource = {
  discover(options: DiscoverOptions, found: (wallet: AnnouncedWallet) => void): () => void
}

/** The small part of a chain family that every page loads. */
export type ChainFamily = WalletSource & {
  readonly namespace: Namespace
  loadAdapter(): Promise<ChainAdapter>
}

/** Implements one chain family over any transport. */
export type ChainAdapter = {
  readonly namespace: Namespace
  pairingNeeds(networks: readonly Network[]): RequestedNamespace
  /**
   * Opens a session. With `ask` the wallet may prompt; `silent` resolves to undefined if the wallet
   * would have to prompt.
   */
  attach(parameters: AttachParameters): Promise<ChainSession | undefined>
  /** The native balance in the smallest unit. Absent if the family has none. */
  nativeBalance?(parameters: {
    readonly address: string
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<bigint>
  /**
   * Whether an account signed a message. The signature is in the form that `signMessage` returns. Without a
   * network no contract is called.
   */
  verifyMessage(parameters: {
    readonly message: string
    readonly signature: string
    readonly address: string
    readonly networkId: NetworkId
    readonly network: Network | undefined
    readonly signal: AbortSignal
  }): Promise<VerifyOutcome>
  /** Absent if the family cannot send coins and tokens. */
  readonly transfers?: TransferReading | undefined
  /** Loads on first use. Absent if the family has no permissions. */
  readonly permissions?: (() => Promise<PermissionReading>) | undefined
}

/** `unknown`: only the chain can verify it, and no node responded. */
export type VerifyOutcome = 'valid' | 'invalid' | 'unknown'

export type AttachParameters = {
  readonly transport: WalletTransport
  readonly mode: 'ask' | 'silent'
  /** The network to start with. */
  readonly network: Network
  /** All networks of the site. */
  readonly networks: () => readonly Network[]
  readonly ports: Pick<Ports, 'clock'>
  /** Every transaction is written to it before the wallet is prompted. Loaded on first use. */
  readonly journal: () => Promise<Journal>
  /** Called when the balances of the active account may have changed. */
  readonly onHoldingsChange?: (() => void) | undefined
  readonly signal: AbortSignal
}

/** Requests to the wallet about permissions. */
export type PermissionRequests = {
  /** What the wallet announces; undefined if it announces nothing. Never prompts. */
  support(network: Network, signal: AbortSignal): Promise<PermissionSupport | undefined>
  grant(request: PermissionRequest, network: Network): Promise<PermissionGrant>
  /** What the wallet has granted to this site. Only for wallets that do not prompt for it. */
  list(network: Network, signal: AbortSignal): Promise<readonly PermissionGrant[]>
  /** Resolves to the signature for the provider. */
  revoke(params: Readonly<Record<string, unknown>>, network: Network): Promise<string>
}

/** A session with one wallet in one namespace. */
export type ChainSession = {
  accounts(): readonly Account[]
  /** The network of the wallet; the user may have chosen one that the site does not support. */
  networkId(): NetworkId
  /** Networks the wallet approved; undefined if it accepts any. */
  approvedNetworks(): readonly NetworkId[] | undefined
  /** `change`: other accounts or another network. `ended`: once, when the wallet disconnects. */
  on(event: 'change' | 'ended', listener: () => void): () => void
  switchNetwork(network: Network, signal: AbortSignal): Promise<void>
  signMessage(parameters: {
    readonly message: string
    readonly account: Account
    readonly signal: AbortSignal
  }): Promise<string>
  /**
   * Prompts the wallet to send and resolves to the id of the transaction. At most one request per
   * journal entry reaches the wallet. An entry that was rejected or never requested is removed.
   */
  transfer?(
    transfer: Transfer,
    options: { readonly entryId: string; readonly signal: AbortSignal },
  ): Promise<string>
  /**
   * Prompts the wallet to call contracts; rules as for `transfer`. A single call is simulated first;
   * several are one atomic batch, for wallets with `canBatch`. On Solana one checked transaction.
   */
  sendCalls?(
    request: {
      readonly account: Account
      readonly network: Network
      readonly calls: readonly [ContractCall, ...ContractCall[]]
    },
    options: { readonly entryId: string; readonly signal: AbortSignal },
  ): Promise<string>
  /** Whether the wallet runs several calls as one (EIP-5792). Never prompts or rejects. */
  canBatch?(signal: AbortSignal): Promise<boolean>
  /** The tokens in which the wallet takes fees. Never prompts or rejects. */
  feeTokens?(signal: AbortSignal): Promise<readonly string[]>
  /** The state of a batch by the wallet's own id. */
  readBatch?(id: string, signal: AbortSignal): Promise<Proposal>
  /** Permissions for keys of the site (ERC-7715). Absent if the family has none. */
  readonly permissions?: PermissionRequests | undefined
  /** The provider object that sites use, such as an EIP-1193 provider. */
  readonly provider: unknown
  /** Makes `account` the one that requests are sent with. */
  use(account: Account): void
  /** Stops listening; with `notifyWallet` also disconnects in the wallet. */
  end(options: { readonly notifyWallet: boolean; readonly signal?: AbortSignal }): Promise<void>
}
