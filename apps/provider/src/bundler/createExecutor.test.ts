import type { NetworkId } from '@latchkey/wire/caip'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { ApiError } from '../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../nodes/Nodes.js'
import { createExecutor } from './createExecutor.js'
import type { RiskGuard } from './createRiskGuard.js'
import type { OperationStore, SentOperation } from './operationStore.js'

/** An executor with one operation in flight per chain; `answer` is the response of their nodes. */
function start(answer: (chain: NetworkId) => unknown) {
  const chains: readonly NetworkId[] = ['eip155:1', 'eip155:10', 'eip155:8453']
  const requested: NetworkId[] = []
  const nodes = {
    chains: [],
    call: async (chain: NetworkId, method: string) => {
      if (method !== 'eth_getTransactionReceipt') return {}
      requested.push(chain)
      return answer(chain)
    },
  } as unknown as Nodes
  const store = {
    listUnfinished: async () =>
      chains.map((chain) => ({ chain, transactionHash: '0x' }) as unknown as SentOperation),
  } as OperationStore
  const guard = {} as RiskGuard
  const executor = createExecutor({ nodes, store, guard, executorKey: generatePrivateKey() })
  return { executor, chains, requested }
}

test.each([
  ['rejects a call', new NodeRpcError(-32603, 'Internal error')],
  ['cannot be reached', new ApiError(503, 'chainId', 'No node answered.')],
])('resumes the other chains when the node of one %s', async (_, error) => {
  const { executor, chains, requested } = start((chain) => {
    if (chain === 'eip155:1') throw error
    return null
  })
  await executor.resume()
  expect(requested).toEqual(chains)
})

test('stops when the fault is its own', async () => {
  const { executor } = start(() => {
    throw new TypeError('A bug')
  })
  await expect(executor.resume()).rejects.toThrow('A bug')
})
