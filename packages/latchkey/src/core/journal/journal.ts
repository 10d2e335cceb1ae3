import type { JournalEntry } from './entry.js'

/** The transactions made through this widget, kept in the visitor's browser and shared by its tabs. */
export type Journal = {
  /** Newest first. */
  entries(): readonly JournalEntry[]
  /** Written to storage before it returns, so that no wallet is asked for what nobody remembers. */
  open(entry: Omit<JournalEntry, 'id' | 'madeAt' | 'status'>): JournalEntry
  /** Does nothing for an id that is not there. */
  update(id: string, change: Partial<Omit<JournalEntry, 'id'>>): void
  /** For what the wallet's user refused. */
  remove(id: string): void
  subscribe(listener: () => void): () => void
}
