import { UnexpectedError } from '../../core/runtime/errors/unexpected.js'

/** Writes to the clipboard, also on pages that may not use the modern way (no https, framed). */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    if (!copyByEvent(text)) throw new UnexpectedError({ cause })
  }
}

/** Fills in the browser's own copy command, which needs no text field and moves no focus. */
function copyByEvent(text: string): boolean {
  if (typeof document === 'undefined') return false
  let isFilled = false
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isFilled = true
  }
  // The page must not see, or put its own text into, a copy that is not of its content.
  const options = { capture: true, once: true }
  window.addEventListener('copy', fill, options)
  const isDone = document.execCommand('copy')
  window.removeEventListener('copy', fill, options)
  return isDone && isFilled
}
