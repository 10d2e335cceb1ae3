import { type Clock, pause } from '../clock.js'
import { failureName, type Log } from '../log.js'
import type { Mailbox, ReadReceipt } from './mailbox.js'

/**
 * Writes receipts behind the traffic, many at a time. A receipt lost in a crash only means that a
 * message is delivered once more, which clients expect.
 */
export interface ReceiptQueue {
  add(receipt: ReadReceipt): void
  /** Messages a reader has read but whose receipts may not be written yet. */
  pendingOf(reader: string): ReadonlySet<number>
  idle(): Promise<void>
}

const BATCH = 1_000
const RETRY_PAUSE_MS = 500
const RETRIES = 10

export function createReceiptQueue(parts: {
  mailbox: Mailbox
  clock: Clock
  log: Log
}): ReceiptQueue {
  const { mailbox, clock, log } = parts
  const pending = new Map<string, Set<number>>()
  let waiting: ReadReceipt[] = []
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH)
      waiting = waiting.slice(BATCH)
      await write(batch)
      for (const { reader, seq } of batch) {
        const seqs = pending.get(reader)
        seqs?.delete(seq)
        if (seqs?.size === 0) pending.delete(reader)
      }
    }
  }

  async function write(receipts: readonly ReadReceipt[]): Promise<void> {
    for (let attempt = 0; attempt < RETRIES; attempt += 1) {
      try {
        return await mailbox.markRead(receipts)
      } catch (error) {
        log({ level: 'warn', event: 'receipts-retry', reason: failureName(error) })
        await pause(clock, RETRY_PAUSE_MS)
      }
    }
    log({ level: 'error', event: 'receipts-dropped', count: receipts.length })
  }

  return {
    add(receipt) {
      const seqs = pending.get(receipt.reader) ?? new Set()
      pending.set(receipt.reader, seqs.add(receipt.seq))
      waiting.push(receipt)
      running ??= run().finally(() => {
        running = undefined
      })
    },
    pendingOf: (reader) => new Set(pending.get(reader)),
    async idle() {
      while (running) await running
    },
  }
}
