import type { Holding } from '../../core/account/portfolio/holding.js'
import type { Account } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { createStore, type ReadableStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate } from '../../core/runtime/getOrCreate.js'
import type { Widget } from '../../core/widget.js'
import type { NameWarning } from './resolveName.js'

/** What the visitor is about to send; names as the specification (§3) has them. */
export type SendState = {
  readonly token: Holding | undefined
  /** Decimal text in the token, exactly what will be sent; empty for none. */
  readonly sendTokenAmount: string
  /** What stands in the field while the visitor types dollars. */
  readonly fiatAmount: string | undefined
  /** What stands in the address box. */
  readonly receiverText: string
  /** Whom that stands for; undefined until known. */
  readonly receiverAddress: string | undefined
  readonly receiverProfileName: string | undefined
  readonly receiverProfileImageUrl: string | undefined
  readonly receiverWarning: NameWarning | undefined
  /** Why it stands for nobody. */
  readonly receiverFault: unknown
  readonly isReadingReceiver: boolean
  /** A wallet is being asked, or the network waited for. */
  readonly loading: boolean
  readonly intent: Intent | undefined
  /** Where and for what the form was opened, so that it starts anew elsewhere. */
  readonly openedFor: string | undefined
  readonly openedWith: object | undefined
}

/**
 * One wish to send, from review to outcome.
 *
 *     review ──Send──▶ checking ──▶ asking ──hash──▶ waiting ──▶ done
 *        ▲                │            └─no answer─▶ review, with the entry in the journal
 *        └────refused─────┘                          failed
 */
export type Intent = {
  /** So that what ends late does not touch a newer wish. */
  readonly id: symbol
  readonly account: Account
  readonly network: Network
  readonly token: Holding
  readonly receiver: string
  readonly receiverName: string | undefined
  readonly receiverImage: string | undefined
  readonly receiverWarning: NameWarning | undefined
  readonly units: bigint
  /** The amount as typed, where it had more digits than the token has. */
  readonly roundedFrom: string | undefined
  /** The address the receiver can be mistaken for, until the visitor has said that it is another. */
  readonly lookAlike: string | undefined
  /** Since when the visitor has been looking at it, in milliseconds since the epoch. */
  readonly reviewedAt: number
  readonly phase: 'review' | 'checking' | 'asking' | 'waiting' | 'failed'
  /** Of the journal, once there is one. */
  readonly entryId: string | undefined
  /** Unsettled entries for the very same transfer, which the visitor has to know of first. */
  readonly inFlight: readonly string[]
  /** Where the name leads now, when that is elsewhere. */
  readonly movedTo: string | undefined
  readonly estimate: Estimate | undefined
}

/** What the chain says about a transfer, in smallest units. */
export type Estimate = {
  /** Undefined where the account has too little for the node to tell. */
  readonly fee: bigint | undefined
  /** Of the fee, what opens an account that the receiver does not have yet. */
  readonly deposit: bigint
  /** Of the amount, what the token keeps: the receiver gets the rest. */
  readonly withheld: bigint
  readonly balance: bigint
  readonly coinBalance: bigint
  /** The least of the coin that may be left, unless none is. */
  readonly reserve: bigint
}

export const emptyForm: SendState = {
  token: undefined,
  sendTokenAmount: '',
  fiatAmount: undefined,
  receiverText: '',
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverWarning: undefined,
  receiverFault: undefined,
  isReadingReceiver: false,
  loading: false,
  intent: undefined,
  openedFor: undefined,
  openedWith: undefined,
}

/** For actions. Views take `sendStateOf`. */
export function sendStoreOf(widget: Widget): Store<SendState> {
  return getOrCreate(widget, createSendStore)
}

export function sendStateOf(widget: Widget): ReadableStore<SendState> {
  return sendStoreOf(widget)
}

function createSendStore(_widget: Widget): Store<SendState> {
  return createStore<SendState>(emptyForm)
}
