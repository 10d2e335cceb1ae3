import { parseHash } from '@latchkey/wire/rpc/eip155'
import type { JournalEntry } from '../../core/account/journal/journal.js'
import type { LateResponse } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import { lazyImport } from '../shared/lazyImport.js'
import { createChainReader, orUndefined, type ReadContext } from './chainReader.js'
import { matchesRequest } from './followTransaction.js'
import type { EvmConnection } from './session.js'

/**
 * Records a hash that arrived after its request timed out. The journal entry is found by comparing the
 * transaction with the requests, never by time alone.
 */
export async function recordLateResponse(
  connection: EvmConnection,
  late: LateResponse,
): Promise<void> {
  const hash = parseHash(late.response)
  const network = connection.networks().find(({ id }) => id === late.networkId)
  if (!hash || !network) return
  const journal = await lazyImport(connection.journal())
  const context = { endpoints: connection.endpoints, network, signal: connection.signal }
  const sent = await waitForTransaction(connection, context, hash)
  if (!sent || journal.entries().some((entry) => entry.hash === hash)) return
  const isMatch = (entry: JournalEntry) =>
    entry.networkId === network.id &&
    entry.hash === undefined &&
    entry.requestedAt !== undefined &&
    entry.from.toLowerCase() === sent.from &&
    matchesRequest(sent, entry.request)
  const status = 'pending'
  // The oldest of several equal requests.
  const known = journal.entries().findLast(isMatch)
  if (known) return journal.update(known.id, { status, hash, isLate: true })
  const { from, to, value, data } = sent
  const request = { to, value: value.toString(), ...(data !== '0x' && { data }) }
  const { id } = journal.open({ networkId: network.id, from, request })
  journal.update(id, { status, hash, isLate: true, requestedAt: connection.clock.now() })
}

/** Nodes learn of a transaction a moment after the wallet sent it. */
async function waitForTransaction({ clock }: EvmConnection, context: ReadContext, hash: string) {
  const deadline = clock.now() + limits.receiptWait
  for (;;) {
    const sent = await orUndefined(context, createChainReader(context).transaction(hash))
    if (sent || clock.now() + limits.nodePolling > deadline) return sent
    await clock.sleep(limits.nodePolling, context.signal)
  }
}
