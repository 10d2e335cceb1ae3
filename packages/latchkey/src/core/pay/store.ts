import type { Estimate } from '../account/transfer/estimateTransfer.js'
import type { Account } from '../connection/family.js'
import { createStore, type ReadableStore, type Store } from '../runtime/createStore.js'
import type { PaymentError } from '../runtime/errors/pay.js'
import { getOrCreate, type Widget } from '../widget.js'
import type { Exchange, Payment, PaymentResult } from './payment.js'

/**
 * The payment of the widget; there is one at a time.
 *
 *     choosing ──Pay──▶ checking ──▶ asking ──hash──▶ confirming ──▶ paid
 *        │ ▲                 └─▶ swapping ─┘ (another token pays)        │
 *        │ ▲ └──exchange──▶ exchange ──status──────────────────────────┤
 *        │ └──Try again── failed ◀──rejected, failed───────────────────┘
 *        └──modal closed, timeout──▶ ended
 */
export type PayState = {
  readonly payment: Payment | undefined
  readonly phase:
    | 'choosing'
    | 'checking'
    | 'swapping'
    | 'asking'
    | 'confirming'
    | 'exchange'
    | 'paid'
    | 'failed'
    | 'ended'
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  /** The visitor connects a wallet to pay from it. */
  readonly isConnecting: boolean
  /** Undefined while they load. */
  readonly exchanges: readonly Exchange[] | undefined
  /** The account that pays, and what that costs it. */
  readonly account: Account | undefined
  readonly estimate: Estimate | undefined
  /** The journal entry of the payment. */
  readonly entryId: string | undefined
  /** Unsettled entries of the same transfer, which the visitor has to see first. */
  readonly inFlight: readonly string[]
  /** The sessions at exchanges, newest first. */
  readonly sessions: readonly ExchangeSession[]
  readonly result: PaymentResult | undefined
  readonly error: PaymentError | undefined
}

export type ExchangeSession = {
  readonly exchange: Exchange
  /** Both are undefined until the provider responds. */
  readonly sessionId?: string | undefined
  readonly url?: string | undefined
  /** The browser blocked the window, or the visitor closed it. */
  readonly isClosed?: boolean | undefined
}

export const noPayment: PayState = {
  payment: undefined,
  phase: 'ended',
  startedAt: 0,
  isConnecting: false,
  exchanges: undefined,
  account: undefined,
  estimate: undefined,
  entryId: undefined,
  inFlight: [],
  sessions: [],
  result: undefined,
  error: undefined,
}

const running: readonly PayState['phase'][] = [
  'checking',
  'swapping',
  'asking',
  'confirming',
  'exchange',
]

/** The payment may have been made, or is about to be. */
export function isInProgress({ phase }: Pick<PayState, 'phase'>): boolean {
  return running.includes(phase)
}

/** The visitor may start to pay. */
export function isPayable({ phase }: Pick<PayState, 'phase'>): boolean {
  return phase === 'choosing' || phase === 'failed'
}

/** For actions. Views and the public calls take `payStateOf`. */
export function payStoreOf(widget: Widget): Store<PayState> {
  return getOrCreate(widget, createPayStore)
}

export function payStateOf(widget: Widget): ReadableStore<PayState> {
  return payStoreOf(widget)
}

function createPayStore(): Store<PayState> {
  return createStore(noPayment)
}
