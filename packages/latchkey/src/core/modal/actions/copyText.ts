import { actionText } from '../../text/actions.js'
import type { Widget } from '../../widget.js'
import { notify } from './notify.js'

export type CopyTextParameters = { readonly text: string; readonly done: string }

/** Puts a text on the clipboard and says so. */
export async function copyText(widget: Widget, { text, done }: CopyTextParameters): Promise<void> {
  try {
    await widget.ports.page.copyText(text)
  } catch (error) {
    widget.ports.log.warn(actionText.copyFailed, error)
    return notify(widget, { variant: 'error', message: actionText.copyFailed })
  }
  return notify(widget, { variant: 'success', message: done })
}
