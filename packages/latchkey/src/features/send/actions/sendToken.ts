import { formatAmount } from '@latchkey/wire/amount'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import {
  isSuccess,
  requestForEntry,
  waitForReceipt,
} from '../../../core/account/journal/inFlight.js'
import type { JournalEntry } from '../../../core/account/journal/journal.js'
import { refreshHoldings } from '../../../core/account/portfolio/loadHoldings.js'
import { addRecentRecipient } from '../../../core/account/recipients/recentRecipients.js'
import { isFunded, loadTransferReading } from '../../../core/account/transfer/estimateTransfer.js'
import type { ChainSession } from '../../../core/connection/family.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { notify } from '../../../core/modal/actions/notify.js'
import { currentRoute } from '../../../core/modal/store.js'
import {
  InsufficientFundsError,
  LookAlikeError,
  ReceiverChangedError,
  ReviewOutdatedError,
  SendFailedError,
  SendInFlightError,
  UnsupportedChainError,
} from '../../../core/runtime/errors/send.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import { sendToasts } from '../../../core/text/sendReview.js'
import type { Widget } from '../../../core/widget.js'
import { openEntry } from '../inFlightEntry.js'
import { resolveName } from '../resolveName.js'
import { findSendContext } from '../sendContext.js'
import { emptyForm, sendStoreOf } from '../store.js'
import { parseDraft, type TransferIntent, toTransfer } from '../transferIntent.js'
import { updateIntent } from './createReview.lazy.js'

export type SendTokenParameters = {
  /** Unsettled entries of the same transfer that the visitor has seen and accepts. */
  readonly ignoredEntryIds?: readonly string[] | undefined
}

/**
 * Sends the reviewed transfer. At most one request reaches the wallet, however often this is called and in
 * however many tabs. Continues when the modal closes.
 */
export async function sendToken(
  widget: Widget,
  { ignoredEntryIds = [] }: SendTokenParameters = {},
): Promise<void> {
  const intent = getReviewedIntent(widget)
  // An earlier click is still in progress.
  if (intent.phase !== 'review') return
  const update = (change: Partial<TransferIntent>) =>
    updateIntent(widget, { id: intent.id, change })
  update({ phase: 'checking', inFlight: [] })
  try {
    const session = await recheck(widget, intent)
    const entry = await openEntry(widget, intent, ignoredEntryIds)
    update({ phase: 'asking', entryId: entry.id })
    recordSend(widget, 'SEND_INITIATED', intent)
    const hash = await requestTransfer(widget, { intent, entry, session })
    update({ phase: 'waiting' })
    await finish(widget, { intent, entry, hash })
  } catch (error) {
    update({ phase: 'review', entryId: undefined, ...toNotice(error) })
    throw error
  }
}

function getReviewedIntent(widget: Widget): TransferIntent {
  const state = sendStoreOf(widget).get()
  if (!state.intent) {
    parseDraft(widget, state)
    throw new ReviewOutdatedError()
  }
  return state.intent
}

/** Checks that what was reviewed still holds. */
async function recheck(widget: Widget, intent: TransferIntent): Promise<ChainSession> {
  const { account, network, recipient, recipientName, lookAlike } = intent
  const reading = await loadTransferReading(widget, network)
  if (lookAlike !== undefined) throw new LookAlikeError(lookAlike)
  if (!isFunded(intent)) throw new InsufficientFundsError()
  if (recipientName !== undefined) {
    const { signal } = widget
    const now = await resolveName(widget, { text: recipientName, network, reading, signal })
    if (!isSameAddress(now.address, recipient)) throw new ReceiverChangedError(now.address)
  }
  const context = findSendContext(widget)
  const isSameContext =
    context?.network.id === network.id && isSameAddress(context.account.address, account.address)
  if (!isSameContext) throw new ReviewOutdatedError()
  const session = widget.sessions.get(network.namespace)
  if (!session?.transfer) throw new UnsupportedChainError(network.id)
  return session
}

/** Sends the request and settles the journal entry if it fails. */
async function requestTransfer(
  widget: Widget,
  {
    intent,
    entry,
    session,
  }: {
    readonly intent: TransferIntent
    readonly entry: JournalEntry
    readonly session: ChainSession
  },
): Promise<string> {
  const { signal } = widget
  try {
    return await requestForEntry(widget, entry.id, async () => {
      const hash = await session.transfer?.(toTransfer(intent), { entryId: entry.id, signal })
      if (hash === undefined) throw new UnsupportedChainError(intent.network.id)
      return hash
    })
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: '' }
    const isRejected = isWidgetError(error, 'connection/user-rejected')
    recordSend(widget, isRejected ? 'SEND_REJECTED' : 'SEND_ERROR', intent, { message })
    throw error
  }
}

/** Parts of an error that the review shows. */
function toNotice(error: unknown): Partial<TransferIntent> {
  if (error instanceof SendInFlightError) return { inFlight: error.entryIds }
  if (error instanceof ReceiverChangedError) return { nameChangedTo: error.address }
  return {}
}

async function finish(
  widget: Widget,
  {
    intent,
    entry,
    hash,
  }: { readonly intent: TransferIntent; readonly entry: JournalEntry; readonly hash: string },
): Promise<void> {
  const { network, recipient, recipientName } = intent
  addRecentRecipient(widget, {
    namespace: network.namespace,
    address: recipient,
    name: recipientName,
  })
  const settled = await waitForReceipt(widget, entry.id)
  void refreshHoldings(widget, { force: true })
  if (settled && !isSuccess(settled)) {
    const error = new SendFailedError(hash)
    recordSend(widget, 'SEND_ERROR', intent, { message: error.message })
    updateIntent(widget, { id: intent.id, change: { phase: 'failed' } })
    if (!isReviewShown(widget, intent))
      await notify(widget, { variant: 'error', message: error.message })
    return
  }
  recordSend(widget, 'SEND_SUCCESS', intent, { hash })
  leaveReview(widget, intent, settled)
}

function isReviewShown(widget: Widget, { id }: TransferIntent): boolean {
  const { modal, router } = widget.stores
  return (
    (modal.get().isOpen || widget.config.embedded) &&
    currentRoute(router.get()).view === 'WalletSendPreview' &&
    sendStoreOf(widget).get().intent?.id === id
  )
}

/** Empties the form and opens the next view, unless the visitor has left the review. */
function leaveReview(
  widget: Widget,
  intent: TransferIntent,
  settled: JournalEntry | undefined,
): void {
  const store = sendStoreOf(widget)
  const wasShown = isReviewShown(widget, intent)
  if (store.get().intent?.id === intent.id) {
    const { contextKey, openParams } = store.get()
    store.set({ ...emptyForm, contextKey, openParams })
  }
  if (wasShown) navigate(widget, { view: 'Account', params: undefined, how: 'reset' })
  if (settled && wasShown) {
    navigate(widget, { view: 'WalletSendConfirmed', params: { entryId: settled.id } })
    return
  }
  const message = settled ? sendToasts.sent : sendToasts.started
  if (widget.stores.modal.get().isOpen) void notify(widget, { variant: 'success', message })
}

type SendEvent = 'SEND_INITIATED' | 'SEND_SUCCESS' | 'SEND_ERROR' | 'SEND_REJECTED'

/** Public surface §5.1. */
function recordSend(
  widget: Widget,
  event: SendEvent,
  { account, network, token, units }: TransferIntent,
  more: { readonly hash?: string; readonly message?: string } = {},
): void {
  const isInitial = event === 'SEND_INITIATED'
  recordEvent(widget, {
    event,
    properties: {
      isSmartAccount: account.type === 'smartAccount',
      network: network.id,
      token: (isInitial ? token.address : undefined) ?? token.symbol,
      amount: formatAmount(units, token.decimals),
      ...more,
    },
  })
}
