import type { NetworkId } from '@latchkey/wire/caip'
import { createSiteEvents } from '../shared/siteEvents.js'
import { addressBytes } from './address.js'
import type { SolanaCommitment } from './commitment.js'
import type { SolanaConnection } from './session.js'

/** A transaction of `@solana/kit`. */
export type KitTransaction = {
  readonly messageBytes: ArrayLike<number>
  readonly signatures: Readonly<Record<string, ArrayLike<number> | null>>
}

/** A `Transaction` or `VersionedTransaction` of `@solana/web3.js` 1.x. */
export type Web3Transaction = { serialize(): Uint8Array }

/**
 * Wire bytes, or a transaction of `@solana/kit` or `@solana/web3.js` 1.x. The result has the same type.
 */
export type SolanaTransaction = Uint8Array | KitTransaction | Web3Transaction

/** Options of `sendTransaction` in Solana's RPC. */
export type SendOptions = {
  readonly skipPreflight?: boolean | undefined
  readonly preflightCommitment?: SolanaCommitment | undefined
  readonly maxRetries?: number | undefined
  readonly minContextSlot?: number | undefined
}

/** The parts of a web3.js `PublicKey` that sites use. */
export type SolanaPublicKey = {
  toBase58(): string
  toBytes(): Uint8Array
  toString(): string
  toJSON(): string
  equals(other: { toBase58(): string }): boolean
}

/** Fields of the sign-in message (Sign In With Solana). */
export type SignInInput = Readonly<Record<string, unknown>>

/** The signed sign-in message and the account that signed it. */
export type SignInOutput = {
  readonly account: { readonly address: string; readonly publicKey: Uint8Array }
  readonly signedMessage: Uint8Array
  readonly signature: Uint8Array
}

/** Events of a `SolanaProvider`. */
export type SolanaProviderEvents = {
  /** Addresses, the active one first. */
  accountsChanged: readonly string[]
  /** A CAIP-2 id. */
  chainChanged: NetworkId
  disconnect: undefined
}

/** The Solana provider for the site. It belongs to one connection; `disconnect` is its end. */
export type SolanaProvider = {
  /** The active account's address. */
  readonly address: string
  readonly publicKey: SolanaPublicKey
  signMessage(message: Uint8Array): Promise<Uint8Array>
  signTransaction<transaction extends SolanaTransaction>(
    transaction: transaction,
  ): Promise<transaction>
  signAllTransactions<transaction extends SolanaTransaction>(
    transactions: readonly transaction[],
  ): Promise<transaction[]>
  /** The wallet signs and sends. Returns the signature in base58. */
  signAndSendTransaction(transaction: SolanaTransaction, options?: SendOptions): Promise<string>
  /**
   * The wallet signs and the widget sends through the site's nodes. Returns the signature in base58.
   */
  sendTransaction(transaction: SolanaTransaction, options?: SendOptions): Promise<string>
  /** Absent if the wallet does not support it. */
  signIn?(input?: SignInInput): Promise<SignInOutput>
  on<event extends keyof SolanaProviderEvents>(
    event: event,
    listener: (data: SolanaProviderEvents[event]) => void,
  ): void
  off<event extends keyof SolanaProviderEvents>(
    event: event,
    listener: (data: SolanaProviderEvents[event]) => void,
  ): void
}

export function createProvider(
  connection: SolanaConnection,
  loadRequests: () => Promise<typeof import('./siteRequests.js')>,
): SolanaProvider {
  const { on, off, emit } = createSiteEvents<SolanaProviderEvents>()
  connection.subscribe(({ accounts, active, networkId }, before) => {
    if (accounts !== before.accounts || active !== before.active) {
      emit('accountsChanged', connection.addresses())
    }
    if (networkId !== before.networkId) emit('chainChanged', networkId)
  })
  connection.signal.addEventListener('abort', () => emit('disconnect', undefined))

  return {
    get address() {
      return connection.state().active.address
    },
    get publicKey() {
      return toPublicKey(connection.state().active.address)
    },
    signMessage: async (message) => (await loadRequests()).signBytes(connection, message),
    signTransaction: async (transaction) =>
      (await loadRequests()).signTransaction(connection, transaction),
    signAllTransactions: async (transactions) =>
      (await loadRequests()).signAllTransactions(connection, transactions),
    signAndSendTransaction: async (transaction, options) =>
      (await loadRequests()).signAndSendTransaction(connection, transaction, options),
    sendTransaction: async (transaction, options) =>
      (await loadRequests()).sendTransaction(connection, transaction, options),
    ...(connection.supportsSignIn && {
      signIn: async (input?: SignInInput) => (await loadRequests()).signIn(connection, input ?? {}),
    }),
    on,
    off,
  }
}

function toPublicKey(address: string): SolanaPublicKey {
  const text = () => address
  return {
    toBase58: text,
    toString: text,
    toJSON: text,
    toBytes: () => addressBytes(address) ?? new Uint8Array(),
    equals: (other) => other.toBase58() === address,
  }
}
