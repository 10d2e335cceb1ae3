import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, parseAddress, parseHash, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Clock } from '../clock.js'
import type { Caller } from '../http/route.js'
import type { Nodes } from '../nodes/Nodes.js'
import {
  assertGasLimits,
  assertPaymaster,
  assertTimeLeft,
  type OwnPaymasters,
} from './admissionRules.js'
import { BundlerError, bundlerCodes, invalid } from './BundlerError.js'
import { createEstimates } from './createEstimates.js'
import type { Executor } from './createExecutor.js'
import { createDataFees } from './dataFees.js'
import { createFees } from './fees.js'
import { getBundleGas } from './gas.js'
import { encodeBundle, getOperationHash, parseOperation, toRpcFields } from './operation.js'
import type { OperationStore } from './operationStore.js'
import { parseReceipt } from './receipt.js'
import { createReadSender } from './senders.js'
import { createSimulation } from './simulation.js'

/** Submits the operations of smart accounts to their chain (ERC-4337), one per transaction. */
export type Bundler = {
  readonly chains: readonly NetworkId[]
  /** Runs a JSON-RPC method. Throws a BundlerError. */
  request(
    chain: NetworkId,
    method: string,
    params: unknown,
    client: Pick<Caller, 'signal' | 'network'>,
  ): Promise<unknown>
}

export function createBundler({
  nodes,
  store,
  executor,
  chains,
  networkDigest,
  paymastersOf = () => ({}),
  clock,
}: {
  readonly nodes: Nodes
  readonly clock: Clock
  readonly store: OperationStore
  readonly executor: Executor
  readonly chains: readonly NetworkId[]
  /** The stored id of a client's network. */
  readonly networkDigest: (network: string | undefined) => string
  readonly paymastersOf?: (chain: NetworkId) => OwnPaymasters
}): Bundler {
  const readSender = createReadSender(nodes)
  const simulate = createSimulation(nodes, executor.address)
  const fees = createFees(nodes, createDataFees(nodes, executor.address))
  const readEstimate = createEstimates(nodes, fees)

  async function send(
    chain: NetworkId,
    input: unknown,
    { signal, network }: Pick<Caller, 'signal' | 'network'>,
  ): Promise<Hex> {
    const operation = parseOperation(input, 'send')
    const hash = getOperationHash(operation, Number(referenceOf(chain)))
    // A client without a response may retry; the operation is submitted once.
    if ((await store.find(chain, hash))?.state === 'sent') return hash
    assertPaymaster(operation, paymastersOf(chain))
    assertGasLimits(operation)
    assertTimeLeft(operation, clock.now())
    const account = await readSender(chain, operation, signal)
    const owner = account.owner.toLowerCase()
    await executor.assertNoneInFlight(chain, owner)
    await fees.assertAcceptable(chain, operation, signal)
    const { sender, nonce, factory, maxFeePerGas, maxPriorityFeePerGas } = operation
    const transaction = {
      data: encodeBundle(operation, executor.address),
      gas: getBundleGas(operation),
      // The same prices as the sender pays, so that costs and refund match in any block.
      maxFeePerGas,
      maxPriorityFeePerGas,
    }
    // Checked first, so that failing operations do not occupy the executor.
    await simulate(chain, transaction, signal)
    await executor.submit({
      chain,
      hash,
      sender,
      owner,
      network: networkDigest(network),
      factory,
      atRisk: await fees.readAtRisk(chain, operation, account, signal),
      nonce,
      operation: toRpcFields(operation),
      transaction,
      signal,
    })
    return hash
  }

  async function readOperationReceipt(chain: NetworkId, hash: Hex, signal: AbortSignal) {
    const sent = await store.find(chain, hash)
    if (!sent) return null
    const found = await nodes.call(
      chain,
      'eth_getTransactionReceipt',
      [sent.transactionHash],
      signal,
    )
    return parseReceipt(hash, found)
  }

  async function findOperation(chain: NetworkId, hash: Hex, signal: AbortSignal) {
    const sent = await store.find(chain, hash)
    if (!sent || sent.state === 'failed' || sent.state === 'lost') return null
    const found = await readOperationReceipt(chain, hash, signal)
    return {
      userOperation: sent.operation,
      entryPoint: entryPointAddress,
      transactionHash: sent.transactionHash,
      blockNumber: found?.receipt.blockNumber ?? null,
      blockHash: found?.receipt.blockHash ?? null,
    }
  }

  return {
    chains,
    async request(chain, method, params, client) {
      const { signal } = client
      const list = Array.isArray(params) ? params : []
      switch (method) {
        case 'eth_chainId':
          return toQuantity(BigInt(referenceOf(chain)))
        case 'eth_supportedEntryPoints':
          return [entryPointAddress]
        case 'eth_estimateUserOperationGas': {
          assertEntryPoint(list[1])
          const operation = parseOperation(list[0], 'estimate')
          assertPaymaster(operation, paymastersOf(chain))
          const sender = await readSender(chain, operation, signal)
          return toRpcFields(await readEstimate(chain, operation, sender, signal))
        }
        case 'eth_sendUserOperation':
          assertEntryPoint(list[1])
          return send(chain, list[0], client)
        case 'eth_getUserOperationReceipt':
          return readOperationReceipt(chain, parseOperationHash(list[0]), signal)
        case 'eth_getUserOperationByHash':
          return findOperation(chain, parseOperationHash(list[0]), signal)
        default:
          throw new BundlerError(
            bundlerCodes.methodUnknown,
            `The method ${method} is not supported.`,
          )
      }
    },
  }
}

function assertEntryPoint(input: unknown): void {
  if (parseAddress(input) !== entryPointAddress.toLowerCase()) {
    throw invalid('This entry point is not supported.')
  }
}

function parseOperationHash(input: unknown): Hex {
  const hash = parseHash(input)
  if (hash === undefined) throw invalid('Not an operation hash.')
  return hash
}
