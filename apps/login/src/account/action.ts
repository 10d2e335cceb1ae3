/** What a site asks the wallet to do, read and checked, before anybody has said yes. */
export type WalletAction =
  | MessageAction
  | TypedDataAction
  | CallsAction
  | SolanaMessageAction
  | SolanaTransactionAction

type Asked = {
  /** CAIP-2. */
  readonly chainId: string
  /** The account that signs. */
  readonly account: string
}

export type MessageAction = Asked & {
  readonly kind: 'message'
  readonly bytes: Uint8Array
  /** Undefined when the bytes are no text that can be shown. */
  readonly text: string | undefined
}

export type TypedDataAction = Asked & {
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

export type CallsAction = Asked & {
  readonly kind: 'calls'
  /** One for a plain transaction. */
  readonly calls: readonly Call[]
  /** What it may cost at most, in the network's smallest unit; rejects when it would fail. */
  readonly fee: Promise<bigint>
  /** What the account would have more or less of, by a dry run; undefined where none can be made. */
  readonly changes: Promise<readonly BalanceChange[] | undefined>
}

export type BalanceChange = {
  /** Undefined for the network's own coin. */
  readonly token: `0x${string}` | undefined
  readonly symbol: string
  readonly decimals: number
  /** Negative for what leaves. */
  readonly units: bigint
}

export type SolanaMessageAction = Asked & {
  readonly kind: 'solana-message'
  readonly bytes: Uint8Array
  readonly text: string | undefined
}

export type SolanaTransactionAction = Asked & {
  readonly kind: 'solana-transactions'
  readonly transactions: readonly Uint8Array[]
  readonly sends: boolean
}

/** An action that can be confirmed. `execute` signs, and sends where the method does. */
export type PreparedAction = {
  readonly action: WalletAction
  execute(signal: AbortSignal): Promise<unknown>
}
