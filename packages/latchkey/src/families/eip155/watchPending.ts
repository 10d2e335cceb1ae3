import { type Hex, parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import * as limits from '../../core/runtime/limits.js'
import { orUndefined, type ReadContext } from './chainReader.js'
import { requestNode } from './nodes.js'
import type { EvmConnection } from './session.js'

/** Milliseconds. Sites cannot poll faster: nodes are shared. */
const minPollingInterval = 1_000

/**
 * Refreshes the balance after every batch of new transactions the node reports. Stops with the
 * connection, or after as many batches as the specification (§9) allows.
 */
export async function watchPending(
  { activeNetwork, clock, endpoints, signal }: EvmConnection,
  {
    pollingInterval = limits.transactionPolling,
    onHoldingsChange,
  }: { readonly pollingInterval?: number | undefined; readonly onHoldingsChange: () => void },
): Promise<void> {
  const pause = Math.max(minPollingInterval, pollingInterval)
  let filter: { readonly id: Hex; readonly networkId: string } | undefined
  let batches = 0
  while (batches < limits.watchedTransactions) {
    const network = activeNetwork()
    const context = network && { endpoints, network, signal }
    if (context && filter?.networkId !== network.id) {
      const id = await orUndefined(context, createFilter(context))
      filter = id && { id, networkId: network.id }
    }
    await clock.sleep(pause, signal)
    if (!context || !filter || filter.networkId !== activeNetwork()?.id) continue
    const method = 'eth_getFilterChanges'
    const request = { ...context, method, params: [filter.id], parse: parseList }
    const found = await orUndefined(context, requestNode(request))
    // Nodes drop filters; the next round creates a new one.
    if (!found) filter = undefined
    else if (found.length > 0) {
      batches += 1
      onHoldingsChange()
    }
  }
}

function createFilter(context: ReadContext): Promise<Hex> {
  const method = 'eth_newPendingTransactionFilter'
  return requestNode({ ...context, method, params: [], parse: parseFilter })
}

function parseFilter(result: unknown): Hex | undefined {
  const id = parseQuantity(result)
  return id === undefined ? undefined : toQuantity(id)
}

function parseList(result: unknown): readonly unknown[] | undefined {
  return Array.isArray(result) ? result : undefined
}
