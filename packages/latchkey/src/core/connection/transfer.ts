import type { TransactionSummary } from '../account/journal/journal.js'
import type { Network } from '../network/network.js'
import type { Account } from './family.js'

/** What is sent: the network's own coin when there is no address. */
export type TransferToken = {
  readonly address?: string | undefined
  readonly symbol: string
  readonly decimals: number
}

/** Who sends what to whom. */
export type Transfer = {
  readonly account: Account
  readonly network: Network
  readonly token: TransferToken
  /** As `parseRecipient` gave it. */
  readonly recipient: string
  /** In the token's smallest unit. */
  readonly units: bigint
}

/** What a transfer costs besides its fee. */
export type TransferTerms = {
  /** Of the fee, what opens an account for the receiver that they do not have yet. */
  readonly deposit: bigint
  /** Of the amount, what the token keeps to itself, in its smallest unit. */
  readonly withheld: bigint
}

/** What can be told about transfers without a wallet. */
export type TransferReading = {
  /** The address in the family's canonical writing; undefined for what is none. */
  parseRecipient(text: string): string | undefined
  /** What the account holds of a token right now, from the chain itself. */
  balance(parameters: {
    readonly address: string
    readonly token: TransferToken
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<bigint>
  /** The most the network may charge for the transfer, in its smallest unit. Rejects when it would fail. */
  fee(transfer: Transfer, signal: AbortSignal): Promise<bigint>
  /** What else the transfer comes with; nothing if absent. */
  terms?(transfer: Transfer, signal: AbortSignal): Promise<TransferTerms>
  /** The least an account may have left of the network's own coin, unless nothing at all. */
  reserve?(parameters: { readonly network: Network; readonly signal: AbortSignal }): Promise<bigint>
  /** What became of a transaction, or of the one that took its place. */
  follow(parameters: {
    readonly transaction: FollowedTransaction
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<TransactionOutcome>
  /** The id of a transaction whose wallet never told it; undefined where no node can tell either. */
  find?(parameters: {
    readonly from: string
    readonly request: TransactionSummary
    /** Milliseconds since the epoch: it was made no earlier. */
    readonly since: number
    /** Ids that are known to be others. */
    readonly except: readonly string[]
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<string | undefined>
}

/** What is known of a transaction when its chain is asked about it. */
export type FollowedTransaction = {
  readonly from: string
  readonly hash: string
  /** Undefined until some node has shown the transaction. */
  readonly nonce?: string | undefined
  /** What it does, to tell the same with a higher fee from something else. */
  readonly request?: TransactionSummary | undefined
  /** What an earlier look found in its place. */
  readonly replacedBy?: string | undefined
}

/** Where a transaction stands on its chain. `replaced` and `cancelled` name the one that took its place. */
export type TransactionOutcome = {
  readonly status:
    | 'pending'
    | 'included'
    | 'final'
    | 'failed'
    | 'replaced'
    | 'cancelled'
    | 'dropped'
  readonly nonce?: string | undefined
  readonly blockHash?: string | undefined
  /** Milliseconds since the epoch. */
  readonly minedAt?: number | undefined
  /** With any other status: the same transaction at another fee, whose outcome this is. */
  readonly replacedBy?: string | undefined
  /** A reorganisation of the chain could still undo it. */
  readonly isProvisional?: boolean | undefined
}
