import type { Permission } from '@latchkey/wire/login/permissions'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { GrantChange } from './grants/limitGrant.js'

/** A request of a site, parsed and checked, before the visitor decides. */
export type WalletAction =
  | MessageAction
  | TypedDataAction
  | CallsAction
  | GrantAction
  | SolanaMessageAction
  | SolanaTransactionAction

type ActionBase = {
  /** CAIP-2. */
  readonly chainId: string
  /** The account that signs. */
  readonly account: string
}

export type MessageAction = ActionBase & {
  readonly kind: 'message'
  readonly bytes: Uint8Array
  /** Undefined if the bytes are not displayable text. */
  readonly text: string | undefined
}

export type TypedDataAction = ActionBase & {
  readonly kind: 'typed-data'
  readonly data: {
    readonly domain: Readonly<Record<string, unknown>>
    readonly primaryType: string
    readonly types: Readonly<Record<string, readonly { name: string; type: string }[]>>
    readonly message: Readonly<Record<string, unknown>>
  }
}

export type Call = {
  readonly to: `0x${string}` | undefined
  readonly value: bigint
  readonly data: `0x${string}`
}

export type CallsAction = ActionBase & {
  readonly kind: 'calls'
  /** One for a plain transaction. */
  readonly calls: readonly Call[]
  /** The visitor's smart accounts, also those that are not in use: calls to them are orders. */
  readonly ownAccounts: readonly string[]
  /** The highest cost in the network's smallest unit; rejects if the calls would fail. */
  readonly fee: Promise<bigint>
  readonly simulation: Promise<Simulation>
  /** Who pays the fee, if the site asked to pay it. */
  readonly sponsorship?: Promise<Sponsorship | undefined>
  /** If the fee can be paid in tokens. */
  readonly payment?: {
    /** Never rejects. */
    readonly choices: Promise<FeeChoices>
    /** Before `execute`; undefined for the network's coin. */
    choose(token: Hex | undefined): void
    /** The symbol of a token that was chosen before, and could not be used. */
    readonly unpaidToken: string | undefined
  }
}

export type FeeChoices = {
  readonly tokens: readonly TokenFee[]
  /** The account has too little of the coin. */
  readonly isCoinShort: boolean
}

/** What the fee of a request costs in a token. */
export type TokenFee = {
  readonly token: Hex
  readonly symbol: string
  readonly decimals: number
  /** The most it costs, in the token's smallest unit. */
  readonly max: bigint
  /** Whether the account has it besides what the request spends. */
  readonly isEnough: boolean
}

export type Sponsorship =
  | { readonly status: 'paid'; readonly name: string | undefined }
  /** The visitor would pay. `why` is the site's or its paymaster's word. */
  | { readonly status: 'refused'; readonly why: string }

/** A permission for a key of the site. Confirming it signs it; nothing is sent. */
export type GrantAction = ActionBase & {
  readonly kind: 'grant'
  readonly permission: Permission
  /** The names that the site gives to the functions of `permission.targets`. */
  readonly names: readonly string[]
  /** What the wallet reduced. */
  readonly changes: readonly GrantChange[]
  /** The chain's time, in Unix seconds. */
  readonly now: number
  /** What the account has of each token that can be spent, the coin included. */
  readonly holdings: Promise<readonly Holding[]>
}

export type Holding = {
  /** In lower case; the zero address for the network's coin. */
  readonly token: string
  readonly balance: bigint
  /** In dollars; undefined if unknown. */
  readonly price: number | undefined
}

/** The result of simulating a request on the node. */
export type Simulation =
  | {
      readonly status: 'succeeded'
      /** Without fees. */
      readonly changes: readonly BalanceChange[]
      /** An account of the visitor gets another owner or spender. */
      readonly losesControl: boolean
    }
  | { readonly status: 'failed' }
  /** The node does not simulate, or did not respond. */
  | { readonly status: 'unavailable' }

export type BalanceChange = {
  /** Undefined for the network's own coin. */
  readonly token: string | undefined
  /** Undefined if the token does not provide it. */
  readonly symbol: string | undefined
  readonly decimals: number | undefined
  /** Items of a collection instead of units of a token. */
  readonly isItems?: true
  /** Negative if it leaves the account. */
  readonly units: bigint
  /** The balance before, if the node reports it. */
  readonly before?: bigint
}

export type SolanaMessageAction = ActionBase & {
  readonly kind: 'solana-message'
  readonly bytes: Uint8Array
  readonly text: string | undefined
}

export type SolanaTransactionAction = ActionBase & {
  readonly kind: 'solana-transactions'
  readonly transactions: readonly SolanaTransactionRequest[]
  readonly sends: boolean
  /** Sum over all transactions. */
  readonly simulation: Promise<Simulation>
}

export type SolanaTransactionRequest = {
  readonly bytes: Uint8Array
  /** The accounts from lookup tables, as the node reports them; undefined if unknown. */
  readonly loaded: readonly (string | undefined)[]
}

/** An action that can be confirmed. `execute` signs, and sends if the method does. */
export type PreparedAction<action extends WalletAction = WalletAction> = {
  readonly action: action
  execute(signal: AbortSignal): Promise<unknown>
}
