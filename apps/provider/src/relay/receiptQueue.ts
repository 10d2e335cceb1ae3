import { type Clock, sleep } from '../clock.js'
import { failureName, type Log } from '../log.js'
import type { Mailbox, ReadReceipt } from './mailbox.js'

/**
 * Writes receipts in the background, in batches. A receipt lost in a crash only means that a
 * message is delivered again, which clients expect.
 */
export type ReceiptQueue = {
  add(receipt: ReadReceipt): void
  /** Read messages whose receipts may not be written yet. */
  getPending(reader: string): ReadonlySet<number>
  drain(): Promise<void>
}

const batchSize = 1_000
const retryDelayMs = 500
const maxRetries = 10

export function createReceiptQueue(parts: {
  mailbox: Mailbox
  clock: Clock
  log: Log
}): ReceiptQueue {
  const { mailbox, clock, log } = parts
  const pending = new Map<string, Set<number>>()
  let queued: ReadReceipt[] = []
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (queued.length > 0) {
      const batch = queued.slice(0, batchSize)
      queued = queued.slice(batchSize)
      await write(batch)
      for (const { reader, seq } of batch) {
        const seqs = pending.get(reader)
        seqs?.delete(seq)
        if (seqs?.size === 0) pending.delete(reader)
      }
    }
  }

  async function write(receipts: readonly ReadReceipt[]): Promise<void> {
    for (let attempt = 0; attempt < maxRetries; attempt += 1) {
      try {
        return await mailbox.markRead(receipts)
      } catch (error) {
        log({ level: 'warn', event: 'receipts-retry', reason: failureName(error) })
        await sleep(clock, retryDelayMs)
      }
    }
    log({ level: 'error', event: 'receipts-dropped', count: receipts.length })
  }

  return {
    add(receipt) {
      const seqs = pending.get(receipt.reader) ?? new Set()
      pending.set(receipt.reader, seqs.add(receipt.seq))
      queued.push(receipt)
      running ??= run().finally(() => {
        running = undefined
      })
    },
    getPending: (reader) => new Set(pending.get(reader)),
    async drain() {
      while (running) await running
    },
  }
}
