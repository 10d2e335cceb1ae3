import type { Holding } from '../../core/account/portfolio/holding.js'
import { createStore, type ReadableStore, type Store } from '../../core/runtime/createStore.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import type { NameWarning } from './resolveName.js'
import type { TransferIntent } from './transferIntent.js'

/** The Send form. `sendTokenAmount` and `receiver…` are names of the specification (§3). */
export type SendState = {
  readonly token: Holding | undefined
  /** Decimal text in the token, exactly what will be sent; empty for none. */
  readonly sendTokenAmount: string
  /** The text of the field while the visitor types dollars. */
  readonly fiatAmount: string | undefined
  /** The text of the recipient field: an address, a name or a payment request. */
  readonly recipientText: string
  /** The address that text resolves to; undefined until known. */
  readonly receiverAddress: string | undefined
  readonly receiverProfileName: string | undefined
  readonly receiverProfileImageUrl: string | undefined
  readonly recipientWarning: NameWarning | undefined
  /** Why the text resolves to no address. */
  readonly recipientError: unknown
  readonly isResolvingRecipient: boolean
  /** A wallet request is pending, or the network has not confirmed yet. */
  readonly loading: boolean
  readonly intent: TransferIntent | undefined
  /** Network and account of the form: it is emptied when they change. */
  readonly contextKey: string | undefined
  /** View parameters that were applied already. */
  readonly openParams: object | undefined
}

export const emptyForm: SendState = {
  token: undefined,
  sendTokenAmount: '',
  fiatAmount: undefined,
  recipientText: '',
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  recipientWarning: undefined,
  recipientError: undefined,
  isResolvingRecipient: false,
  loading: false,
  intent: undefined,
  contextKey: undefined,
  openParams: undefined,
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
