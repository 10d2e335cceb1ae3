import { findLookAlike } from '@latchkey/wire/lookAlike'
import {
  getOwnAddresses,
  getPastRecipients,
} from '../../../core/account/recipients/knownAddresses.js'
import {
  estimateTransfer,
  loadTransferReading,
} from '../../../core/account/transfer/estimateTransfer.js'
import { navigate } from '../../../core/modal/actions/navigation.js'
import type { Widget } from '../../../core/widget.js'
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
  const estimate = await estimateTransfer(widget, toTransfer(intent), signal)
  updateIntent(widget, { id: intent.id, change: { estimate } })
}

/** The visitor has compared both addresses and uses the new one. */
export function acceptLookAlike(widget: Widget): void {
  const { intent } = sendStoreOf(widget).get()
  if (intent) updateIntent(widget, { id: intent.id, change: { lookAlike: undefined } })
}
