import type { JournalEntry, TransactionSummary } from './entry.js'

/** The transactions made through this widget, kept in the visitor's browser and shared by its tabs. */
export type Journal = {
  /** Newest first. */
  entries(): readonly JournalEntry[]
  /** Written to storage before it returns, so that no wallet is asked for what nobody remembers. */
  open(entry: Omit<JournalEntry, 'id' | 'madeAt' | 'status'>): JournalEntry
  /**
   * Takes the right to ask the wallet, which an entry gives once, in whichever tab. Undefined when it
   * is taken, or there is no such entry.
   */
  claim(id: string, request: TransactionSummary): JournalEntry | undefined
  /** Does nothing for an id that is not there. What is settled stays settled. */
  update(id: string, change: Partial<Omit<JournalEntry, 'id'>>): void
  /** The chain has another transaction than the wallet was asked for: noted, and raised as an event. */
  reportMismatch(id: string): void
  /** For what the wallet's user refused, or was never asked. */
  remove(id: string): void
  subscribe(listener: () => void): () => void
}
