import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { RequestedNamespace, WalletTransport } from '../connection/family.js'

/** The connector id of every wallet reached by pairing. */
export const pairingConnectorId = 'walletConnect'

/** An offer a wallet can take up by scanning its code or following its link. */
export type PairingOffer = {
  readonly uri: string
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
  /** From then on a wallet finds the offer even if this page goes away. */
  readonly published: Promise<void>
  readonly approval: Promise<PairedWallet>
}

/** A wallet reached by pairing; one session serves all its chain families. */
export type PairedWallet = {
  readonly name: string
  readonly icon?: string | undefined
  /** Those it serves now: a wallet may add and drop some while it is connected. */
  namespaces(): readonly Namespace[]
  onUpdate(listener: () => void): () => void
  /** True when the site wants networks this wallet was never asked for. */
  isStale(wanted: readonly NetworkId[]): boolean
  /** False once either side has ended the session. */
  isLive(): boolean
  transport(namespace: Namespace): WalletTransport
  end(): Promise<void>
}

/** Reaches wallets over a relay. Loaded only when a pairing view shows or a session is stored. */
export type PairingConnector = {
  propose(parameters: {
    readonly needs: ReadonlyMap<Namespace, RequestedNamespace>
    readonly signal: AbortSignal
  }): PairingOffer
  /** The session kept from before, without a word to the wallet. */
  restore(): Promise<PairedWallet | undefined>
  /** A wallet that took up an offer made before the page was reloaded. */
  onTakenUp(listener: (wallet: PairedWallet) => void): () => void
  watchRelay(listener: (isReachable: boolean) => void): () => void
}
