import { formatAmount } from '@latchkey/wire/amount'
import { type Holding, isNative } from '../../../core/account/portfolio/holding.js'
import { loadTransferReading } from '../../../core/account/transfer/estimateTransfer.js'
import {
  ClipboardError,
  FeeUnknownError,
  InsufficientFundsError,
  InvalidReceiverError,
  TokenRequiredError,
} from '../../../core/runtime/errors/send.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { dollarsToUnits, normalizeAmount, safeParseAmount, toDollarText } from '../amount.js'
import type { ResolvedRecipient } from '../resolveRecipient.lazy.js'
import { findHolding, getKnownHoldings, getSendContext, isSameToken } from '../sendContext.js'
import { type SendState, sendStoreOf } from '../store.js'

export type ChangeRecipientParameters = {
  readonly text: string
  /** Waits for a pause in typing before resolving. */
  readonly isTyped?: boolean | undefined
  readonly signal: AbortSignal
}

const noRecipient = {
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  recipientWarning: undefined,
  recipientError: undefined,
}

/** Stores the text of the recipient field and resolves it to an address. On failure the text stays. */
export async function changeRecipient(
  widget: Widget,
  { text, isTyped = false, signal }: ChangeRecipientParameters,
): Promise<void> {
  const store = sendStoreOf(widget)
  const trimmed = text.trim()
  store.set({ ...noRecipient, recipientText: text, isResolvingRecipient: trimmed !== '' })
  if (trimmed === '') return
  const update = (change: Partial<SendState>) => {
    // The field may have changed since.
    const isCurrent = !signal.aborted && store.get().recipientText === text
    if (isCurrent) store.set({ isResolvingRecipient: false, ...change })
  }
  try {
    if (isTyped) await widget.ports.clock.sleep(limits.typingPause, signal)
    const { network, account } = getSendContext(widget)
    const reading = await loadTransferReading(widget, network)
    const { resolveRecipient } = await import('../resolveRecipient.lazy.js')
    const resolved = await resolveRecipient(widget, { text: trimmed, network, reading, signal })
    const holdings = getKnownHoldings(widget, { network, account })
    update({ ...toRequestedAmount(store.get(), resolved, holdings), ...toState(resolved) })
  } catch (error) {
    signal.throwIfAborted()
    update({ recipientError: error })
  }
}

function toState({ address, name, image, warning }: ResolvedRecipient): Partial<SendState> {
  return {
    receiverAddress: address,
    receiverProfileName: name,
    receiverProfileImageUrl: image,
    recipientWarning: warning,
  }
}

/** Token and amount of a payment request. One for the coin changes nothing if a token is selected. */
function toRequestedAmount(
  form: SendState,
  { amount, token: requested }: ResolvedRecipient,
  holdings: readonly Holding[],
): Partial<SendState> {
  const isOther = requested === undefined && form.token !== undefined && !isNative(form.token)
  const isEmpty = requested === undefined && amount === undefined
  if (isOther || isEmpty) return {}
  const found = findHolding(holdings, { address: requested })
  if (!found && requested !== undefined) throw new InvalidReceiverError('token-missing')
  const token = found ?? form.token
  return token ? { token, sendTokenAmount: amount ?? '', fiatAmount: undefined } : {}
}

type PasteRecipientParameters = { readonly signal: AbortSignal }

/** Longer than any address, name or payment request. */
const maxPasteLength = 512

export async function pasteRecipient(
  widget: Widget,
  { signal }: PasteRecipientParameters,
): Promise<void> {
  const text = await readClipboard()
  signal.throwIfAborted()
  await changeRecipient(widget, { text: text.trim().slice(0, maxPasteLength), signal })
}

/** Fails if the visitor denies it, or the browser has no such call. */
async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch (cause) {
    throw new ClipboardError({ cause })
  }
}

type ChangeAmountParameters = { readonly text: string }

/** Ignores text that cannot be part of an amount. */
export function changeAmount(widget: Widget, { text }: ChangeAmountParameters): void {
  const amount = normalizeAmount(text)
  if (amount === undefined) return
  sendStoreOf(widget).set(({ token, fiatAmount }) => {
    if (fiatAmount === undefined || !token?.price) return { sendTokenAmount: amount }
    const units = dollarsToUnits(amount, token.price, token.decimals)
    const isEmpty = units === undefined || units === 0n
    return {
      fiatAmount: amount,
      sendTokenAmount: isEmpty ? '' : formatAmount(units, token.decimals),
    }
  })
}

/** Switches the field between tokens and dollars. The amount that will be sent stays the same. */
export function swapUnits(widget: Widget): void {
  sendStoreOf(widget).set(({ token, sendTokenAmount, fiatAmount }) => {
    if (!token?.price) return {}
    if (fiatAmount !== undefined) return { fiatAmount: undefined }
    const amount = safeParseAmount(sendTokenAmount, token.decimals)
    return { fiatAmount: amount ? toDollarText(amount.units, token.decimals, token.price) : '' }
  })
}

type FillMaxParameters = { readonly signal: AbortSignal }

/** Part of the fee that is reserved on top of it: the next blocks may cost a little more. */
const feeMargin = 4n

/** Enters the whole balance. Of the coin, the fee and the reserve stay in the account. */
export async function fillMax(widget: Widget, { signal }: FillMaxParameters): Promise<void> {
  const store = sendStoreOf(widget)
  const { token, receiverAddress } = store.get()
  if (!token) throw new TokenRequiredError()
  const { account, network } = getSendContext(widget)
  const reading = await loadTransferReading(widget, network)
  const balance = await reading.balance({ address: account.address, token, network, signal })
  const max = isNative(token) ? balance - (await readReserved()) : balance
  if (max <= 0n) throw new InsufficientFundsError()
  store.set((now) =>
    now.token && isSameToken(now.token, token)
      ? { sendTokenAmount: formatAmount(max, token.decimals), fiatAmount: undefined }
      : {},
  )

  async function readReserved(): Promise<bigint> {
    const recipient = receiverAddress ?? account.address
    const transfer = { account, network, token: network.nativeCurrency, recipient, units: 0n }
    try {
      const [fee, reserve = 0n] = await Promise.all([
        reading.fee(transfer, signal),
        reading.reserve?.({ network, signal }),
      ])
      return fee + fee / feeMargin + reserve
    } catch (cause) {
      signal.throwIfAborted()
      throw new FeeUnknownError({ cause })
    }
  }
}
