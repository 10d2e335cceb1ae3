import { type Hex, parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import * as limits from '../../core/runtime/limits.js'
import { orUndefined, type ReadContext } from './chainReader.js'
import { requestNode } from './nodes.js'
import type { EvmConnection } from './session.js'

/** No faster than this, whatever a site says: nodes are shared. */
const minPollingInterval = 1_000

/**
 * Has the balance read again after every batch of new transactions the node tells of. It ends with the
 * connection, and when there have been as many batches as the specification (§9) allows.
 */
export async function watchPending(
  { activeNetwork, clock, endpoints, signal }: EvmConnection,
  {
    pollingInterval = limits.transactionPolling,
    holdingsMoved,
  }: { readonly pollingInterval?: number | undefined; readonly holdingsMoved: () => void },
): Promise<void> {
  const pause = Math.max(minPollingInterval, pollingInterval)
  let filter: { readonly id: Hex; readonly networkId: string } | undefined
  let batches = 0
  while (batches < limits.watchedTransactions) {
    const network = activeNetwork()
    const context = network && { endpoints, network, signal }
    if (context && filter?.networkId !== network.id) {
      const id = await orUndefined(context, newFilter(context))
      filter = id && { id, networkId: network.id }
    }
    await clock.sleep(pause, signal)
    if (!context || !filter || filter.networkId !== activeNetwork()?.id) continue
    const method = 'eth_getFilterChanges'
    const question = { ...context, method, params: [filter.id], parse: parseList }
    const found = await orUndefined(context, requestNode(question))
    // Nodes forget filters: the next round makes a new one.
    if (!found) filter = undefined
    else if (found.length > 0) {
      batches += 1
      holdingsMoved()
    }
  }
}

function newFilter(context: ReadContext): Promise<Hex> {
  const method = 'eth_newPendingTransactionFilter'
  return requestNode({ ...context, method, params: [], parse: parseFilter })
}

function parseFilter(answer: unknown): Hex | undefined {
  const id = parseQuantity(answer)
  return id === undefined ? undefined : toQuantity(id)
}

function parseList(answer: unknown): readonly unknown[] | undefined {
  return Array.isArray(answer) ? answer : undefined
}
