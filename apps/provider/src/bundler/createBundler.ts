import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { accountCode, entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseAddress,
  parseHash,
  parseQuantity,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import type { Caller } from '../http/route.js'
import { NodeRpcError, type Nodes } from '../nodes/Nodes.js'
import { BundlerError, bundlerCodes, invalid, unavailable } from './BundlerError.js'
import type { Executor } from './createExecutor.js'
import { createDataFees } from './dataFees.js'
import { getRevertData } from './entryPointError.js'
import { createFees } from './fees.js'
import {
  getBundleGas,
  getVerificationGas,
  maxCallGas,
  maxPreVerificationGas,
  maxVerificationGas,
  toCallGas,
} from './gas.js'
import {
  encodeBundle,
  getOperationHash,
  type Operation,
  parseOperation,
  toRpcOperation,
} from './operation.js'
import type { OperationStore } from './operationStore.js'
import { parseReceipt } from './receipt.js'
import { createReadSender, type Sender } from './senders.js'
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
}: {
  readonly nodes: Nodes
  readonly store: OperationStore
  readonly executor: Executor
  readonly chains: readonly NetworkId[]
  /** The stored id of a client's network. */
  readonly networkDigest: (network: string | undefined) => string
}): Bundler {
  const readSender = createReadSender(nodes)
  const simulate = createSimulation(nodes, executor.address)
  const fees = createFees(nodes, createDataFees(nodes, executor.address))

  async function estimateCall(
    chain: NetworkId,
    { sender, callData }: Operation,
    { owner, isDeployed }: Sender,
    signal: AbortSignal,
  ): Promise<bigint> {
    const call = { from: entryPointAddress, to: sender, data: callData }
    const params = isDeployed
      ? [call]
      : [call, 'latest', { [sender]: { code: accountCode(owner) } }]
    try {
      const gas = parseQuantity(await nodes.call(chain, 'eth_estimateGas', params, signal))
      if (gas === undefined) throw unavailable('The node returned an invalid response.')
      return toCallGas(gas)
    } catch (error) {
      if (!(error instanceof NodeRpcError)) throw error
      const data = getRevertData(error)
      throw new BundlerError(bundlerCodes.reverts, `The call reverts: ${error.message}`, data)
    }
  }

  async function estimate(chain: NetworkId, input: unknown, signal: AbortSignal) {
    const operation = parseOperation(input, 'estimate')
    const sender = await readSender(chain, operation, signal)
    const [call, preVerification] = await Promise.all([
      estimateCall(chain, operation, sender, signal),
      fees.suggest(chain, operation, signal),
    ])
    if (call > maxCallGas) throw invalid('The call needs more gas than this bundler allows.')
    return {
      preVerificationGas: toQuantity(preVerification),
      verificationGasLimit: toQuantity(getVerificationGas(operation)),
      callGasLimit: toQuantity(call),
    }
  }

  async function send(
    chain: NetworkId,
    input: unknown,
    { signal, network }: Pick<Caller, 'signal' | 'network'>,
  ): Promise<Hex> {
    const operation = parseOperation(input, 'send')
    const hash = getOperationHash(operation, Number(referenceOf(chain)))
    // A client without a response may retry; the operation is submitted once.
    if ((await store.find(chain, hash))?.state === 'sent') return hash
    assertGasLimits(operation)
    const owner = (await readSender(chain, operation, signal)).owner.toLowerCase()
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
      atRisk: await fees.readAtRisk(chain, operation, signal),
      nonce,
      operation: toRpcOperation(operation),
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
        case 'eth_estimateUserOperationGas':
          assertEntryPoint(list[1])
          return estimate(chain, list[0], signal)
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

function assertGasLimits(operation: Operation): void {
  const { callGasLimit, verificationGasLimit } = operation
  if (callGasLimit > maxCallGas) throw invalid('callGasLimit is too high.')
  if (verificationGasLimit > maxVerificationGas) {
    throw invalid('verificationGasLimit is too high.')
  }
  // Below it, the account's prefund may not cover what the entry point uses itself.
  const least = getVerificationGas(operation)
  if (verificationGasLimit < least) throw invalid(`verificationGasLimit is below ${least}.`)
  if (operation.preVerificationGas > maxPreVerificationGas) {
    throw invalid('preVerificationGas is too high.')
  }
}
