import { journalOf } from '../../core/account/journal/createJournal.js'
import type { JournalEntry } from '../../core/account/journal/entry.js'
import type { ChainSession } from '../../core/connection/family.js'
import { UnsupportedChainError } from '../../core/runtime/errors/send.js'
import { isWidgetError } from '../../core/runtime/errors/WidgetError.js'
import type { Widget } from '../../core/widget.js'
import { recordSend } from './sendEvents.js'
import type { Intent } from './store.js'
import { toTransfer } from './transferDraft.js'

/** Has the wallet send what was written down, and tells of its refusal or failure. */
export async function askWallet(
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
