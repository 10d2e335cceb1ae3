import type { TransactionSummary } from '../account/journal/journal.js'
import type { Network } from '../network/network.js'
import type { Account } from './family.js'
import type { BuiltSwap } from './swapTerms.js'

/** What is sent: the native coin if there is no address. */
export type TransferToken = {
  readonly address?: string | undefined
  readonly symbol: string
  readonly decimals: number
}

/** A transfer of one token. */
export type Transfer = {
  readonly account: Account
  readonly network: Network
  readonly token: TransferToken
  /** The result of `parseRecipient`. */
  readonly recipient: string
  /** In the smallest unit of the token. */
  readonly units: bigint
}

/** A call of a contract, in the smallest unit of the native coin and hex. */
export type ContractCall = {
  readonly to: string
  readonly value: bigint
  /** On Solana the whole transaction. */
  readonly data: string
}

/** What a transfer costs in addition to its fee. */
export type TransferTerms = {
  /** The part of the fee that opens the token account of the recipient. */
  readonly deposit: bigint
  /** The part of the amount that the token withholds, in its smallest unit. */
  readonly withheld: bigint
}

/** Reads about transfers that need no wallet. */
export type TransferReading = {
  /** The canonical form of an address; undefined if it is not one. */
  parseRecipient(text: string): string | undefined
  /** The current balance of a token, read from the chain. */
  balance(parameters: {
    readonly address: string
    readonly token: TransferToken
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<bigint>
  /** The highest fee of the transfer, in the smallest unit of the native coin. Rejects if it would fail. */
  fee(transfer: Transfer, signal: AbortSignal): Promise<bigint>
  /** Further costs; none if absent. */
  terms?(transfer: Transfer, signal: AbortSignal): Promise<TransferTerms>
  /** The smallest native balance an account may keep, other than zero. */
  reserve?(parameters: { readonly network: Network; readonly signal: AbortSignal }): Promise<bigint>
  /** How much of a token another account may take, read from the chain. */
  allowance?(parameters: {
    readonly owner: string
    readonly spender: string
    readonly token: string
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<bigint>
  /** Whether a call would succeed now. Rejects if no node responds. */
  simulate?(parameters: {
    readonly from: string
    readonly call: ContractCall
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<boolean>
  /**
   * Checks a whole transaction that an exchange built and returns it for `sendCalls`. Throws a
   * `SwapMismatchError`. Absent where swaps are calls of contracts.
   */
  checkSwap?(built: BuiltSwap): Promise<ContractCall>
  /** The call that makes the transfer, for batches. */
  toCall?(transfer: Transfer): Promise<ContractCall>
  /** The outcome of a transaction, or of its replacement. */
  follow(parameters: {
    readonly transaction: FollowedTransaction
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<TransactionOutcome>
  /** Finds a transaction whose wallet returned no id; undefined if no node knows it. */
  find?(parameters: {
    readonly from: string
    readonly request: TransactionSummary
    /** Milliseconds since the epoch: the transaction is not older. */
    readonly since: number
    /** Ids of other transactions. */
    readonly except: readonly string[]
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<string | undefined>
}

/** What is known about a pending transaction. */
export type FollowedTransaction = {
  readonly from: string
  readonly hash: string
  /** Undefined until some node has shown the transaction. */
  readonly nonce?: string | undefined
  /** Its content, to recognise the same transaction at a higher fee. */
  readonly request?: TransactionSummary | undefined
  /** The replacement that an earlier check found. */
  readonly replacedBy?: string | undefined
}

/** The state of a transaction on its chain. `replaced` and `cancelled` come with the replacement. */
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
  /** With any other status: the same transaction at another fee, which has this status. */
  readonly replacedBy?: string | undefined
  /** A reorganisation of the chain can still undo it. */
  readonly isProvisional?: boolean | undefined
}
