import { parseHash } from '@latchkey/wire/rpc/eip155'
import { isSettled, type JournalEntry } from '../../core/account/journal/journal.js'
import type { Proposal } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import type { EvmConnection } from './session.js'

const pauseGrowth = 1.5

/**
 * Polls the wallet for transactions that other owners must confirm, until each is on the chain (where
 * the journal follows it) or has failed. Stops with the connection.
 */
export async function followProposals(connection: EvmConnection): Promise<void> {
  const { clock, proposal, signal } = connection
  if (!proposal) return
  const journal = await lazyImport(connection.journal())
  for (let pause = limits.nodePolling; !signal.aborted; pause *= pauseGrowth) {
    const open = journal.entries().filter((entry) => isOpen(connection, entry))
    if (open.length === 0) return
    for (const { id, proposal: name = '' } of open) {
      try {
        const change = toChange(await proposal(name, signal))
        if (change) journal.update(id, change)
      } catch {
        // Try again in the next round.
        if (signal.aborted) return
      }
    }
    await clock.sleep(Math.min(pause, limits.transactionPolling), signal)
  }
}

function isOpen(connection: EvmConnection, entry: JournalEntry): boolean {
  const { accounts, networkId } = connection.state()
  return (
    entry.proposal !== undefined &&
    entry.hash === undefined &&
    entry.networkId === networkId &&
    !isSettled(entry) &&
    accounts.some(({ address }) => address.toLowerCase() === entry.from.toLowerCase())
  )
}

/** Failure is taken from the wallet: a failed Safe transaction leaves no trace on the chain. */
function toChange({ status, hash: reported }: Proposal): Partial<JournalEntry> | undefined {
  const hash = parseHash(reported)
  if (status === 'waiting' || (status === 'sent' && !hash)) return undefined
  return { ...(hash && { hash }), status: status === 'sent' ? 'pending' : status }
}
