import { formerReceivers, ownAddresses } from '../../../core/account/recipients/knownAddresses.js'
import { findLookAlike } from '../../../core/account/recipients/lookAlike.js'
import { navigate } from '../../../core/modal/actions/navigate.js'
import { FeeUnknownError } from '../../../core/runtime/errors/send.js'
import type { Widget } from '../../../core/widget.js'
import { transfersOf } from '../sendContext.js'
import { type Intent, sendStoreOf } from '../store.js'
import { readWish, toTransfer } from '../transferDraft.js'

/** Makes a wish of what the form says and shows it for review. */
export async function reviewSend(widget: Widget): Promise<void> {
  const store = sendStoreOf(widget)
  const { isRounded, ...wish } = readWish(widget, store.get())
  await transfersOf(widget, wish.network)
  const { namespace } = wish.network
  const known = [...ownAddresses(widget, namespace), ...formerReceivers(widget, namespace)]
  const form = store.get()
  store.set({
    loading: false,
    intent: {
      ...wish,
      id: Symbol('wish'),
      receiverName: form.receiverProfileName,
      receiverImage: form.receiverProfileImageUrl,
      receiverWarning: form.receiverWarning,
      roundedFrom: isRounded ? form.sendTokenAmount : undefined,
      lookAlike: findLookAlike(wish.receiver, known),
      reviewedAt: widget.ports.clock.now(),
      phase: 'review',
      entryId: undefined,
      inFlight: [],
      movedTo: undefined,
      estimate: undefined,
    },
  })
  navigate(widget, { view: 'WalletSendPreview', params: undefined })
}

type ChangeIntentParameters = { readonly id: symbol; readonly change: Partial<Intent> }

/** Changes the current wish. One that another has replaced is left alone. */
export function changeIntent(widget: Widget, { id, change }: ChangeIntentParameters): void {
  sendStoreOf(widget).set(({ intent }) => {
    if (intent?.id !== id) return {}
    const next = { ...intent, ...change }
    return { intent: next, loading: next.phase !== 'review' && next.phase !== 'failed' }
  })
}

type EstimateSendParameters = { readonly signal: AbortSignal }

/** Asks the chain what the reviewed transfer costs, and whether the account has it. */
export async function estimateSend(
  widget: Widget,
  { signal }: EstimateSendParameters,
): Promise<void> {
  const { intent } = sendStoreOf(widget).get()
  if (!intent) return
  const { account, network, token, units } = intent
  const reading = await transfersOf(widget, network)
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
  // Nodes refuse to estimate what the account cannot pay: that is the reason to tell, not the refusal.
  const isShort = units > balance || coinBalance === 0n
  if (typeof fee !== 'bigint' && !isShort) throw fee
  const known = typeof fee === 'bigint' ? fee : undefined
  const { deposit = 0n, withheld = 0n } = terms ?? {}
  const estimate = { fee: known, deposit, withheld, balance, coinBalance, reserve }
  changeIntent(widget, { id: intent.id, change: { estimate } })
}

/** The visitor compared both addresses and means the new one. */
export function acceptLookAlike(widget: Widget): void {
  const { intent } = sendStoreOf(widget).get()
  if (intent) changeIntent(widget, { id: intent.id, change: { lookAlike: undefined } })
}
