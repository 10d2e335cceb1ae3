import type { Holding } from '../../core/account/portfolio/holding.js'
import type { Estimate } from '../../core/account/transfer/estimateTransfer.js'
import type { Transfer } from '../../core/connection/transfer.js'
import {
  AmountAndReceiverRequiredError,
  TokenRequiredError,
} from '../../core/runtime/errors/send.js'
import type { Widget } from '../../core/widget.js'
import { type Amount, safeParseAmount } from './amount.js'
import type { NameWarning } from './resolveName.js'
import { getSendContext, type SendContext } from './sendContext.js'
import type { SendState } from './store.js'

/** What the form holds, complete and parsed. */
export type TransferDraft = SendContext &
  Amount & { readonly token: Holding; readonly recipient: string }

/**
 * One transfer, from review to outcome.
 *
 *     review ──Send──▶ checking ──▶ asking ──hash──▶ waiting ──▶ done
 *        ▲                │            └─no response─▶ review, with an entry in the journal
 *        └───rejected─────┘                          failed
 */
export type TransferIntent = SendContext & {
  /** Tells this intent from a newer one when a response arrives late. */
  readonly id: symbol
  readonly token: Holding
  readonly recipient: string
  readonly recipientName: string | undefined
  readonly recipientImage: string | undefined
  readonly recipientWarning: NameWarning | undefined
  readonly units: bigint
  /** The amount as typed, if it has more digits than the token has decimals. */
  readonly roundedFrom: string | undefined
  /** A known address that looks like the recipient; undefined once the visitor has accepted it. */
  readonly lookAlike: string | undefined
  /** When the review opened, in milliseconds since the epoch. */
  readonly reviewedAt: number
  readonly phase: 'review' | 'checking' | 'asking' | 'waiting' | 'failed'
  /** The journal entry, once there is one. */
  readonly entryId: string | undefined
  /** Unsettled journal entries of the same transfer, which the visitor has to see first. */
  readonly inFlight: readonly string[]
  /** The address the name resolves to now, if it has changed since the review opened. */
  readonly nameChangedTo: string | undefined
  readonly estimate: Estimate | undefined
}

/** Throws the errors of the specification (§5) when the form is incomplete. */
export function parseDraft(widget: Widget, form: SendState): TransferDraft {
  const { token, sendTokenAmount, receiverAddress: recipient } = form
  if (sendTokenAmount === '' || !recipient) throw new AmountAndReceiverRequiredError()
  if (!token) throw new TokenRequiredError()
  const amount = safeParseAmount(sendTokenAmount, token.decimals)
  if (!amount) throw new AmountAndReceiverRequiredError()
  return { ...getSendContext(widget), ...amount, token, recipient }
}

export function toTransfer({
  account,
  network,
  token,
  recipient,
  units,
}: TransferIntent): Transfer {
  const { address, symbol, decimals } = token
  return { account, network, recipient, units, token: { address, symbol, decimals } }
}
