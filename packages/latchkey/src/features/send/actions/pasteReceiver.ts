import { ClipboardError } from '../../../core/runtime/errors/send.js'
import type { Widget } from '../../../core/widget.js'
import { changeReceiver } from './changeReceiver.js'

export type PasteReceiverParameters = { readonly signal: AbortSignal }

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
