import { findLookAlike } from '@latchkey/wire/lookAlike'
import {
  getOwnAddresses,
  getPastRecipients,
} from '../../../core/account/recipients/knownAddresses.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import { FeeUnknownError } from '../../../core/runtime/errors/send.js'
import type { Widget } from '../../../core/widget.js'
import { loadTransferReading } from '../sendContext.js'
import { sendStoreOf } from '../store.js'
import { parseDraft, type TransferIntent, toTransfer } from '../transferIntent.js'

/** Creates a transfer intent from the form and opens its review. */
export async function createReview(widget: Widget): Promise<void> {
  const store = sendStoreOf(widget)
  const { isRounded, ...draft } = parseDraft(widget, store.get())
  await loadTransferReading(widget, draft.network)
  const { namespace } = draft.network
  const known = [...getOwnAddresses(widget, namespace), ...getPastRecipients(widget, namespace)]
  const form = store.get()
  store.set({
    loading: false,
    intent: {
      ...draft,
      id: Symbol('intent'),
      recipientName: form.receiverProfileName,
      recipientImage: form.receiverProfileImageUrl,
      recipientWarning: form.recipientWarning,
      roundedFrom: isRounded ? form.sendTokenAmount : undefined,
      lookAlike: findLookAlike(draft.recipient, known),
      reviewedAt: widget.ports.clock.now(),
      phase: 'review',
      entryId: undefined,
      inFlight: [],
      nameChangedTo: undefined,
      estimate: undefined,
    },
  })
  navigate(widget, { view: 'WalletSendPreview', params: undefined })
}

type UpdateIntentParameters = { readonly id: symbol; readonly change: Partial<TransferIntent> }

/** Does nothing if a newer intent has replaced this one. */
export function updateIntent(widget: Widget, { id, change }: UpdateIntentParameters): void {
  sendStoreOf(widget).set(({ intent }) => {
    if (intent?.id !== id) return {}
    const next = { ...intent, ...change }
    return { intent: next, loading: next.phase !== 'review' && next.phase !== 'failed' }
  })
}

type EstimateSendParameters = { readonly signal: AbortSignal }

/** Reads the fee and the balances of the reviewed transfer from the chain. */
export async function estimateSend(
  widget: Widget,
  { signal }: EstimateSendParameters,
): Promise<void> {
  const { intent } = sendStoreOf(widget).get()
  if (!intent) return
  const { account, network, token, units } = intent
  const reading = await loadTransferReading(widget, network)
  const balanceOf = (one: {
    readonly address?: string | undefined
    readonly symbol: string
    readonly decimals: number
  }) => reading.balance({ address: account.address, token: one, network, signal })
  const transfer = toTransfer(intent)
  const [fee, terms, balance, coinBalance, reserve = 0n] = await Promise.all([
    reading.fee(transfer, signal).catch((cause: unknown) => new FeeUnknownError({ cause })),
    reading.terms?.(transfer, signal),
    balanceOf(token),
    balanceOf(network.nativeCurrency),
    reading.reserve?.({ network, signal }),
  ])
  signal.throwIfAborted()
  // Nodes do not estimate what the account cannot pay. The review then shows the low balance.
  const isShort = units > balance || coinBalance === 0n
  if (typeof fee !== 'bigint' && !isShort) throw fee
  const known = typeof fee === 'bigint' ? fee : undefined
  const { deposit = 0n, withheld = 0n } = terms ?? {}
  const estimate = { fee: known, deposit, withheld, balance, coinBalance, reserve }
  updateIntent(widget, { id: intent.id, change: { estimate } })
}

/** The visitor has compared both addresses and uses the new one. */
export function acceptLookAlike(widget: Widget): void {
  const { intent } = sendStoreOf(widget).get()
  if (intent) updateIntent(widget, { id: intent.id, change: { lookAlike: undefined } })
}
