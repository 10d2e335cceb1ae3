import { type Holding, isNative } from '../../../core/account/portfolio/holding.js'
import { ClipboardError, InvalidReceiverError } from '../../../core/runtime/errors/send.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import type { FoundReceiver } from '../readReceiver.js'
import { currentPlace, findHolding, knownHoldings, transfersOf } from '../sendContext.js'
import { type SendState, sendStoreOf } from '../store.js'

type PasteReceiverParameters = { readonly signal: AbortSignal }

/** More than any address, name or payment request has. */
const longestPaste = 512

/** Takes the receiver from the clipboard. */
export async function pasteReceiver(
  widget: Widget,
  { signal }: PasteReceiverParameters,
): Promise<void> {
  const text = await readClipboard()
  signal.throwIfAborted()
  await changeReceiver(widget, { text: text.trim().slice(0, longestPaste), signal })
}

/** Browsers ask their user first, or refuse; some have no such call at all. */
async function readClipboard(): Promise<string> {
  try {
    return await navigator.clipboard.readText()
  } catch (cause) {
    throw new ClipboardError({ cause })
  }
}

export type ChangeReceiverParameters = {
  readonly text: string
  /** Typing goes on; anything else is complete when it comes. */
  readonly isTyped?: boolean | undefined
  readonly signal: AbortSignal
}

const nobody = {
  receiverAddress: undefined,
  receiverProfileName: undefined,
  receiverProfileImageUrl: undefined,
  receiverWarning: undefined,
  receiverFault: undefined,
}

/** Takes what stands in the address box and finds out whom that is. A failure keeps the text. */
export async function changeReceiver(
  widget: Widget,
  { text, isTyped = false, signal }: ChangeReceiverParameters,
): Promise<void> {
  const store = sendStoreOf(widget)
  const wanted = text.trim()
  store.set({ ...nobody, receiverText: text, isReadingReceiver: wanted !== '' })
  if (wanted === '') return
  const tell = (change: Partial<SendState>) => {
    // Somebody else may have written in the box meanwhile.
    const isCurrent = !signal.aborted && store.get().receiverText === text
    if (isCurrent) store.set({ isReadingReceiver: false, ...change })
  }
  try {
    if (isTyped) await widget.ports.clock.sleep(limits.typingPause, signal)
    const { network, account } = currentPlace(widget)
    const reading = await transfersOf(widget, network)
    const { readReceiver } = await import('../readReceiver.js')
    const found = await readReceiver(widget, { text: wanted, network, reading, signal })
    const holdings = knownHoldings(widget, { network, account })
    tell({ ...asked(store.get(), found, holdings), ...toState(found) })
  } catch (error) {
    signal.throwIfAborted()
    tell({ receiverFault: error })
  }
}

function toState({ address, name, image, warning }: FoundReceiver): Partial<SendState> {
  return {
    receiverAddress: address,
    receiverProfileName: name,
    receiverProfileImageUrl: image,
    receiverWarning: warning,
  }
}

/** A payment request's amount is taken over, of the token it names; of the coin unless another is chosen. */
function asked(
  form: SendState,
  { amount, token: wanted }: FoundReceiver,
  holdings: readonly Holding[],
): Partial<SendState> {
  const isOther = wanted === undefined && form.token !== undefined && !isNative(form.token)
  const isPlain = wanted === undefined && amount === undefined
  if (isOther || isPlain) return {}
  const found = findHolding(holdings, { address: wanted })
  if (!found && wanted !== undefined) throw new InvalidReceiverError('token-missing')
  const token = found ?? form.token
  return token ? { token, sendTokenAmount: amount ?? '', fiatAmount: undefined } : {}
}
