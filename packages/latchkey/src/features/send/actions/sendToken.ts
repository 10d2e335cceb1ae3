import { formatAmount } from '@latchkey/wire/amount'
import { journalOf } from '../../../core/account/journal/createJournal.js'
import type { JournalEntry } from '../../../core/account/journal/entry.js'
import { refreshHoldings } from '../../../core/account/portfolio/refreshHoldings.js'
import { isSameAddress } from '../../../core/account/recipients/lookAlike.js'
import { rememberReceiver } from '../../../core/account/recipients/recentReceivers.js'
import type { ChainSession } from '../../../core/connection/family.js'
import { recordEvent } from '../../../core/events/actions/recordEvent.js'
import { navigate } from '../../../core/modal/actions/navigate.js'
import { notify } from '../../../core/modal/actions/notify.js'
import { currentRoute } from '../../../core/modal/router.js'
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
import { isSuccess, openEntry, waitForReceipt } from '../openEntry.js'
import { resolveName } from '../resolveName.js'
import { placeOf, transfersOf } from '../sendContext.js'
import { emptyForm, type Intent, sendStoreOf } from '../store.js'
import { fundsOf, readWish, toTransfer } from '../transferDraft.js'
import { changeIntent } from './reviewSend.js'

export type SendTokenParameters = {
  /** Unsettled entries for the same transfer that the visitor was told of and wants to add to. */
  readonly despite?: readonly string[] | undefined
}

/**
 * Sends what was reviewed: at most one request reaches the wallet, however often and wherever this is
 * called. It goes on when the modal is closed, since the wallet does.
 */
export async function sendToken(
  widget: Widget,
  { despite = [] }: SendTokenParameters = {},
): Promise<void> {
  const intent = reviewed(widget)
  // The press before this one is still at work.
  if (intent.phase !== 'review') return
  const change = (to: Partial<Intent>) => changeIntent(widget, { id: intent.id, change: to })
  change({ phase: 'checking', inFlight: [] })
  try {
    const session = await checkAgain(widget, intent)
    const entry = await openEntry(widget, intent, despite)
    change({ phase: 'asking', entryId: entry.id })
    recordSend(widget, 'SEND_INITIATED', intent)
    const hash = await askWallet(widget, { intent, entry, session })
    change({ phase: 'waiting' })
    await finish(widget, { intent, entry, hash })
  } catch (error) {
    change({ phase: 'review', entryId: undefined, ...noticed(error) })
    throw error
  }
}

/** The wish under review, if it may be sent at all. */
function reviewed(widget: Widget): Intent {
  const state = sendStoreOf(widget).get()
  if (!state.intent) {
    readWish(widget, state)
    throw new ReviewOutdatedError()
  }
  return state.intent
}

/** What was true at review has to be true now. */
async function checkAgain(widget: Widget, intent: Intent): Promise<ChainSession> {
  const { account, network, receiver, receiverName, lookAlike } = intent
  const reading = await transfersOf(widget, network)
  if (lookAlike !== undefined) throw new LookAlikeError(lookAlike)
  if (fundsOf(intent) !== 'enough') throw new InsufficientFundsError()
  if (receiverName !== undefined) {
    const { signal } = widget
    const now = await resolveName(widget, { text: receiverName, network, reading, signal })
    if (!isSameAddress(now.address, receiver)) throw new ReceiverChangedError(now.address)
  }
  const place = placeOf(widget)
  const isSamePlace =
    place?.network.id === network.id && isSameAddress(place.account.address, account.address)
  if (!isSamePlace) throw new ReviewOutdatedError()
  const session = widget.sessions.get(network.namespace)
  if (!session?.transfer) throw new UnsupportedChainError(network.id)
  return session
}

async function finish(
  widget: Widget,
  {
    intent,
    entry,
    hash,
  }: { readonly intent: Intent; readonly entry: JournalEntry; readonly hash: string },
): Promise<void> {
  const { network, receiver, receiverName } = intent
  rememberReceiver(widget, { namespace: network.namespace, address: receiver, name: receiverName })
  const verdict = await waitForReceipt(widget, entry.id)
  void refreshHoldings(widget, { force: true })
  if (verdict && !isSuccess(verdict)) {
    const error = new SendFailedError(hash)
    recordSend(widget, 'SEND_ERROR', intent, { message: error.message })
    changeIntent(widget, { id: intent.id, change: { phase: 'failed' } })
    if (!isWatched(widget, intent))
      await notify(widget, { variant: 'error', message: error.message })
    return
  }
  recordSend(widget, 'SEND_SUCCESS', intent, { hash })
  leave(widget, intent, verdict)
}

/** The visitor is still looking at this very wish. */
function isWatched(widget: Widget, { id }: Intent): boolean {
  const { modal, router } = widget.stores
  return (
    (modal.get().isOpen || widget.config.embedded) &&
    currentRoute(router.get()).view === 'WalletSendPreview' &&
    sendStoreOf(widget).get().intent?.id === id
  )
}

/** Where the visitor goes from here, unless they went elsewhere already. */
function leave(widget: Widget, intent: Intent, verdict: JournalEntry | undefined): void {
  const store = sendStoreOf(widget)
  const wasWatched = isWatched(widget, intent)
  if (store.get().intent?.id === intent.id) {
    const { openedFor, openedWith } = store.get()
    store.set({ ...emptyForm, openedFor, openedWith })
  }
  if (wasWatched) navigate(widget, { view: 'Account', params: undefined, how: 'reset' })
  if (verdict && wasWatched) {
    navigate(widget, { view: 'WalletSendConfirmed', params: { entryId: verdict.id } })
    return
  }
  const message = verdict ? sendToasts.sent : sendToasts.started
  if (widget.stores.modal.get().isOpen) void notify(widget, { variant: 'success', message })
}

/** What the review has to show of a failure. */
function noticed(error: unknown): Partial<Intent> {
  if (error instanceof SendInFlightError) return { inFlight: error.entryIds }
  if (error instanceof ReceiverChangedError) return { movedTo: error.address }
  return {}
}

/** Has the wallet send what was written down, and tells of its refusal or failure. */
async function askWallet(
  widget: Widget,
  {
    intent,
    entry,
    session,
  }: { readonly intent: Intent; readonly entry: JournalEntry; readonly session: ChainSession },
): Promise<string> {
  const { signal } = widget
  const journal = journalOf(widget)
  try {
    const hash = await session.transfer?.(toTransfer(intent), { entryId: entry.id, signal })
    if (hash === undefined) throw new UnsupportedChainError(intent.network.id)
    return hash
  } catch (error) {
    const { message } = error instanceof Error ? error : { message: '' }
    const isRefused = isWidgetError(error, 'connection/user-rejected')
    const known = journal.entries().find(({ id }) => id === entry.id)
    // What the wallet never saw, or its user declined, did not happen. All else may have.
    if (isRefused || known?.askedAt === undefined) journal.remove(entry.id)
    else if (known.status === 'asked') journal.update(entry.id, { status: 'unclear' })
    recordSend(widget, isRefused ? 'SEND_REJECTED' : 'SEND_ERROR', intent, { message })
    throw error
  }
}

type SendEvent = 'SEND_INITIATED' | 'SEND_SUCCESS' | 'SEND_ERROR' | 'SEND_REJECTED'

/** Public surface §5.1. */
function recordSend(
  widget: Widget,
  event: SendEvent,
  { account, network, token, units }: Intent,
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
