import type { Holding } from '../../core/account/portfolio/holding.js'
import type { Account } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { createStore, type ReadableStore, type Store } from '../../core/runtime/createStore.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import { getOrCreate, type Widget } from '../../core/widget.js'

/** The account that swaps, and its network. */
export type SwapContext = { readonly account: Account; readonly network: Network }

/** The Swap form. `sourceToken` and `toToken` are names of the specification. */
export type SwapState = {
  /** `failed`: the first data could not be loaded. */
  readonly status: 'loading' | 'ready' | 'failed'
  /** `units` is the account's balance, 0 for a token that it does not own. */
  readonly sourceToken: Holding | undefined
  readonly toToken: Holding | undefined
  /** Decimal text of the source field; empty for none. */
  readonly sourceTokenAmount: string
  /** The same amount in units; undefined for zero or no amount. */
  readonly sourceUnits: bigint | undefined
  /** Dollars of the source amount, with `worthDecimals`; undefined without a price. */
  readonly sourceWorth: bigint | undefined
  /** Percent, with at most two decimals. */
  readonly slippage: number
  /** Of this amount and these tokens; undefined until one has arrived. */
  readonly quote: SwapQuote | undefined
  /** A new quote is awaited; the last one of the same amount stays until then. */
  readonly isQuoting: boolean
  /** Why the amount cannot be swapped; its message is the label of the action. */
  readonly inputError: WidgetError | undefined
  /** The last quote could not be fetched. */
  readonly isFetchFailed: boolean
  /** What the account owns on this network; undefined until it is known. */
  readonly ownTokens: readonly Holding[] | undefined
  /** All tokens of the exchange, by symbol; undefined until they are known. */
  readonly tokens: readonly Holding[] | undefined
  readonly suggestedTokens: readonly Holding[]
  readonly review: SwapReview | undefined
  /** Network and account of the form: it starts again when they change. */
  readonly contextKey: string | undefined
}

/** What the exchange offers for one amount. */
export type SwapQuote = {
  readonly sourceToken: Holding
  readonly toToken: Holding
  readonly sourceUnits: bigint
  /** The expected amount, after all fees of the exchange. */
  readonly toUnits: bigint
  /** The least amount received: less makes the swap fail. */
  readonly minimumUnits: bigint
  readonly slippage: number
  /** Units of `toToken` for one whole `sourceToken`. */
  readonly rate: bigint
  /** In dollars, with `worthDecimals`; undefined without a price. */
  readonly sourceWorth: bigint | undefined
  readonly toWorth: bigint | undefined
  /** In hundredths of a percent, negative for a gain; undefined without both prices. */
  readonly priceImpact: bigint | undefined
  /** In units of the native coin, and in dollars with `worthDecimals`. */
  readonly networkFee: { readonly units: bigint; readonly worth: bigint | undefined }
  /** In units of `sourceToken`; undefined if the exchange does not say. */
  readonly exchangeFee: bigint | undefined
  /** Names of the pools or exchanges on the way. */
  readonly route: readonly string[]
  /** The exchange that made the quote. */
  readonly source: string | undefined
  /** The contract that needs an allowance, if the provider names it. */
  readonly spender: string | undefined
  /** Milliseconds since the epoch; older quotes are never signed. */
  readonly expiresAt: number
}

/** What the price impact means for the visitor: `stop` needs a second confirmation. */
export type ImpactLevel = 'low' | 'warning' | 'stop'

/**
 * One swap, from review to outcome.
 *
 *     review ──▶ checking ──▶ approving ──▶ swapping ──hash──▶ waiting ──▶ done
 *        ▲           │            │            └─no response─▶ review, with an entry in the journal
 *        └────────rejected, price changed──────┘             failed
 */
export type SwapReview = SwapContext & {
  /** Tells this review from a newer one when a response arrives late. */
  readonly id: symbol
  readonly quote: SwapQuote
  readonly phase: 'review' | 'checking' | 'approving' | 'swapping' | 'waiting' | 'failed'
  /** Undefined until the allowance is read. */
  readonly needsApproval: boolean | undefined
  /** The wallet gets approval and swap as one request. */
  readonly isBatch: boolean
  readonly impact: ImpactLevel
  /** The visitor has confirmed an impact of `stop`. */
  readonly isImpactAccepted: boolean
  /** The quote shown before a worse one arrived; undefined once the visitor has accepted. */
  readonly previousQuote: SwapQuote | undefined
  /** Unsettled journal entries of the same swap, which the visitor has to see first. */
  readonly inFlight: readonly string[]
  /** The journal entry of the swap, once there is one. */
  readonly entryId: string | undefined
  /** When the review opened, in milliseconds since the epoch. */
  readonly reviewedAt: number
}

/** Specification §9. */
export const defaultSlippage = 1

export const emptySwap: SwapState = {
  status: 'loading',
  sourceToken: undefined,
  toToken: undefined,
  sourceTokenAmount: '',
  sourceUnits: undefined,
  sourceWorth: undefined,
  slippage: defaultSlippage,
  quote: undefined,
  isQuoting: false,
  inputError: undefined,
  isFetchFailed: false,
  ownTokens: undefined,
  tokens: undefined,
  suggestedTokens: [],
  review: undefined,
  contextKey: undefined,
}

/** For actions. Views take `swapStateOf`. */
export function swapStoreOf(widget: Widget): Store<SwapState> {
  return getOrCreate(widget, createSwapStore)
}

export function swapStateOf(widget: Widget): ReadableStore<SwapState> {
  return swapStoreOf(widget)
}

function createSwapStore(_widget: Widget): Store<SwapState> {
  return createStore<SwapState>(emptySwap)
}
