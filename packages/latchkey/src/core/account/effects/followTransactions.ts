import type { Widget } from '../../widget.js'

/** What an earlier page left under way is followed here; a page's own is followed by its journal. */
export function followTransactions(widget: Widget): () => void {
  const { log, storage } = widget.ports
  if (storage.get('transactions_journal') !== undefined) {
    import('../journal/createJournal.js').then(
      ({ journalOf }) => journalOf(widget),
      (error: unknown) => log.warn('Transactions are not followed', error),
    )
  }
  return () => undefined
}
