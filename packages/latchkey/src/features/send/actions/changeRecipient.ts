import { type Holding, isNative } from '../../../core/account/portfolio/holding.js'
import { ClipboardError, InvalidReceiverError } from '../../../core/runtime/errors/send.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import type { ResolvedRecipient } from '../resolveRecipient.lazy.js'
import {
  findHolding,
  getKnownHoldings,
  getSendContext,
  loadTransferReading,
} from '../sendContext.js'
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
