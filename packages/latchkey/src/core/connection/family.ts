import type { AccountId, Namespace, NetworkId } from '@latchkey/wire/caip'
import type { Journal } from '../account/journal/journal.js'
import type { Metadata } from '../config/options.js'
import type { Network } from '../network/network.js'
import type { Ports } from '../runtime/ports.js'
import type { Transfer, TransferReading } from './transfer.js'

export type ConnectorId = string

/** Where a connector comes from; names as the specification has them. */
export type ConnectorType =
  | 'INJECTED'
  | 'ANNOUNCED'
  | 'EXTERNAL'
  | 'WALLET_CONNECT'
  | 'AUTH'
  | 'MULTI_CHAIN'

export type AccountType = 'eoa' | 'smartAccount' | 'payment' | 'ordinal' | 'stx'

export type Account = {
  readonly namespace: Namespace
  readonly address: string
  readonly type: AccountType
  readonly publicKey?: string | undefined
  readonly path?: string | undefined
}

/** How to reach a wallet. Given by a connector or by discovery; knows nothing about chains. */
export type WalletTransport = {
  request(
    call: { readonly method: string; readonly params?: unknown; readonly network?: NetworkId },
    signal?: AbortSignal,
  ): Promise<unknown>
  on(event: 'accounts' | 'network' | 'disconnect', listener: (data: unknown) => void): () => void
  /** The wallet answered what nobody waits for any more. Absent where answers cannot come late. */
  onLate?(listener: (late: LateAnswer) => void): () => void
  /** Ends the connection on the wallet's side where the wallet can be told; never asks its user. */
  close(signal?: AbortSignal): Promise<void>
  /** What kind of account an address is, where the wallet has more than one kind. */
  accountType?(address: string): AccountType
  /** The wallet's own in-page object, when there is one. */
  readonly provider?: unknown
  /** False where questions about the chain are for the site's nodes, not for the wallet. */
  readonly readsChain?: false
  /**
   * What became of a transaction by the id the wallet gave for it. Present where that id is not the
   * chain's: where several people have to agree before there is anything to send.
   */
  proposal?(id: string, signal: AbortSignal): Promise<Proposal>
  /** Whether the wallet has a network at all, where it tells without being asked. */
  hasNetwork?(id: NetworkId): boolean
  /** Whether the wallet has a method at all, where it tells without being asked. */
  hasMethod?(method: string): boolean
  /** What a pairing session already grants, read anew each time. Absent for in-page wallets. */
  approved?(): { readonly accounts: readonly AccountId[]; readonly networks: readonly NetworkId[] }
}

/** A transaction that a wallet was asked for and that may not be on the chain yet. */
export type Proposal = {
  readonly status: 'waiting' | 'sent' | 'failed' | 'cancelled'
  /** The chain's id, once there is one. */
  readonly hash?: string | undefined
}

export type LateAnswer = {
  readonly method: string
  readonly networkId: string
  readonly answer: unknown
}

/** A wallet that can be asked right here: found in the page, or brought by a connector of the site. */
export type AnnouncedWallet = {
  readonly id: ConnectorId
  readonly namespace: Namespace
  readonly type: 'ANNOUNCED' | 'INJECTED' | 'EXTERNAL'
  readonly name: string
  /** Only `data:` and `https:` images get this far. */
  readonly icon?: string | undefined
  readonly rdns?: string | undefined
  /** Connects by itself as soon as it is found: the page runs inside of it. */
  readonly isHost?: boolean | undefined
  /** A promise where something has to be fetched first. Called from the visitor's own click. */
  open(site: Site): WalletTransport | Promise<WalletTransport>
}

export type DiscoverOptions = { readonly announced: boolean; readonly injected: boolean }

/** What a wallet may be told of the site before it is asked for anything. */
export type Site = {
  readonly metadata: Metadata
  /** Those of the wallet's own chain family. */
  readonly networks: readonly Network[]
  /** For what has to outlive the page. */
  readonly storage: Ports['storage']
}

export type RequestedNamespace = {
  readonly chains: readonly NetworkId[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

/** Something that finds wallets, for as long as nobody stops it. */
export type WalletSource = {
  discover(options: DiscoverOptions, found: (wallet: AnnouncedWallet) => void): () => void
}

/** The small part of a chain family that every page loads. */
export type ChainFamily = WalletSource & {
  readonly namespace: Namespace
  loadAdapter(): Promise<ChainAdapter>
}

/** How to speak one chain family over any transport. */
export type ChainAdapter = {
  readonly namespace: Namespace
  pairingNeeds(networks: readonly Network[]): RequestedNamespace
  /**
   * Takes up a connection. `ask` lets the wallet prompt its user, `silent` resolves to undefined
   * when the wallet would have to.
   */
  attach(parameters: AttachParameters): Promise<ChainSession | undefined>
  /** The account's native balance in the network's smallest unit. Absent where the family tells none. */
  nativeBalance?(parameters: {
    readonly address: string
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<bigint>
  /** Present only when the family can move coins and tokens. Absent is the only way to say no. */
  readonly transfers?: TransferReading | undefined
}

export type AttachParameters = {
  readonly transport: WalletTransport
  readonly mode: 'ask' | 'silent'
  /** The network the site wants to be on. */
  readonly network: Network
  /** All networks the site asked for. */
  readonly networks: () => readonly Network[]
  readonly ports: Pick<Ports, 'clock'>
  /** Where every transaction the wallet is asked for is written down first. Fetched with the first. */
  readonly journal: () => Promise<Journal>
  /** Told when the active account may hold something else than a moment ago. */
  readonly holdingsMoved?: (() => void) | undefined
  readonly signal: AbortSignal
}

/** One live connection to one wallet on one chain family. */
export type ChainSession = {
  accounts(): readonly Account[]
  /** The network the wallet is on; an id the site did not ask for when the user chose that. */
  networkId(): NetworkId
  /** Networks the wallet agreed to, or undefined when it takes any. */
  approvedNetworks(): readonly NetworkId[] | undefined
  /** Tells of new accounts or another network; `ended` once, when the wallet hangs up. */
  on(event: 'change' | 'ended', listener: () => void): () => void
  switchNetwork(network: Network, signal: AbortSignal): Promise<void>
  signMessage(parameters: {
    readonly message: string
    readonly account: Account
    readonly signal: AbortSignal
  }): Promise<string>
  /**
   * Asks the wallet to send, and gives the id of the transaction as soon as the wallet has told it.
   * At most one request per journal entry ever reaches the wallet, and an entry whose wallet was not
   * asked, or refused, is removed. Present where the family can.
   */
  transfer?(
    transfer: Transfer,
    options: { readonly entryId: string; readonly signal: AbortSignal },
  ): Promise<string>
  /** What site code is given: the family's familiar provider object. */
  readonly provider: unknown
  /** Makes `account` the one that requests go out with. */
  use(account: Account): void
  /** Stops listening; with `tellWallet` the wallet's side is ended too. */
  end(options: { readonly tellWallet: boolean; readonly signal?: AbortSignal }): Promise<void>
}
