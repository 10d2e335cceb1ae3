import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { RequestedNamespace, WalletTransport } from '../connection/family.js'
import { createStore, type Store } from '../runtime/createStore.js'
import type { SiwxSession } from '../siwx/siwx.js'

/** The connector id of paired wallets. */
export const pairingConnectorId = 'walletConnect'

/** An offer that a wallet approves after a scan of its code or over its link. */
export type PairingOffer = {
  readonly uri: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** Resolves once the relay has the offer, so a wallet finds it after the page is closed. */
  readonly published: Promise<void>
  readonly approval: Promise<PairedWallet>
  /** Whether a relay that has the offer can be reached. Returns a function that stops watching. */
  watchRelay(listener: (isReachable: boolean) => void): () => void
}

/** A paired wallet; one session serves all its namespaces. */
export type PairedWallet = {
  readonly name: string
  readonly icon?: string | undefined
  /** The current namespaces: a wallet may add and remove some while connected. */
  namespaces(): readonly Namespace[]
  onUpdate(listener: () => void): () => void
  /** Whether some of the given networks were never requested from this wallet. */
  isStale(networkIds: readonly NetworkId[]): boolean
  /** False once either side has ended the session. */
  isConnected(): boolean
  transport(namespace: Namespace): WalletTransport
  /** What the wallet signed together with its approval. The signatures are verified. */
  signIns(): Promise<readonly SiwxSession[]>
  end(): Promise<void>
}

/** A sign-in message that a wallet signs together with its approval, on the first chain it supports. */
export type PairingSignIn = {
  readonly chains: readonly NetworkId[]
  readonly domain: string
  readonly uri: string
  readonly nonce: string
  readonly statement?: string | undefined
  readonly resources?: readonly string[] | undefined
  readonly issuedAt?: string | undefined
  readonly expirationTime?: string | undefined
  readonly notBefore?: string | undefined
  readonly requestId?: string | undefined
}

/** Connects wallets over a relay. Loaded with a pairing view or a stored session. */
export type PairingConnector = {
  propose(parameters: {
    readonly needs: ReadonlyMap<Namespace, RequestedNamespace>
    /** Wallets that cannot sign in while connecting only connect. */
    readonly signIn?: PairingSignIn | undefined
    readonly signal: AbortSignal
  }): PairingOffer
  /** The stored session; sends nothing to the wallet. */
  restore(): Promise<PairedWallet | undefined>
  /** Called with a wallet that approved an offer of an earlier page. */
  onApproved(listener: (wallet: PairedWallet) => void): () => void
}

/**
 * The offer a wallet can scan.
 *
 *     idle ──startPairing──▶ preparing ──▶ waiting ──approved──▶ idle
 *                                ▲            ├──rejected──▶ declined ──try again──▶ preparing
 *                                └──expiring──┘──failed──▶ failed ──try again──▶ preparing
 */
export type PairingState = {
  readonly phase: 'idle' | 'preparing' | 'waiting' | 'declined' | 'failed'
  readonly uri: string | undefined
  /** Milliseconds since the epoch. */
  readonly expiresAt: number | undefined
  /** The relay has the offer, so the page may be left for the wallet. */
  readonly isPublished: boolean
  readonly error: Error | undefined
  readonly isRelayReachable: boolean
}

export function createPairingStore(): Store<PairingState> {
  return createStore<PairingState>({
    phase: 'idle',
    uri: undefined,
    expiresAt: undefined,
    isPublished: false,
    error: undefined,
    isRelayReachable: true,
  })
}
