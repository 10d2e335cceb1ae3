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
import { NodeError, type Nodes } from '../nodes/Nodes.js'
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

/** Carries the operations of smart accounts to their chain (ERC-4337), one in a transaction. */
export type Bundler = {
  readonly chains: readonly NetworkId[]
  /** Answers a JSON-RPC method; a BundlerError for what is refused. */
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
  /** What a client's network is known by. */
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
      if (gas === undefined) throw unavailable('The node gave no usable answer.')
      return toCallGas(gas)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
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
    if (call > maxCallGas) throw invalid('The call needs more gas than is carried here.')
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
    // Whoever had no answer asks again, and it is carried once.
    if ((await store.find(chain, hash))?.state === 'sent') return hash
    assertGasLimits(operation)
    const owner = (await readSender(chain, operation, signal)).owner.toLowerCase()
    await executor.assertNoneInFlight(chain, owner)
    await fees.assertAcceptable(chain, operation, signal)
    const { sender, nonce, factory, maxFeePerGas, maxPriorityFeePerGas } = operation
    const transaction = {
      data: encodeBundle(operation, executor.address),
      gas: getBundleGas(operation),
      // The very prices the sender pays: whatever a block asks, both sides of it are the same.
      maxFeePerGas,
      maxPriorityFeePerGas,
    }
    // What fails anyway must not take a turn.
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
            `The method ${method} is not served here.`,
          )
      }
    },
  }
}

function assertEntryPoint(input: unknown): void {
  if (parseAddress(input) !== entryPointAddress.toLowerCase()) {
    throw invalid('The entry point is not one that is served here.')
  }
}

function parseOperationHash(input: unknown): Hex {
  const hash = parseHash(input)
  if (hash === undefined) throw invalid('Not the hash of an operation.')
  return hash
}

function assertGasLimits(operation: Operation): void {
  const { callGasLimit, verificationGasLimit } = operation
  if (callGasLimit > maxCallGas) throw invalid('callGasLimit is too high.')
  if (verificationGasLimit > maxVerificationGas) {
    throw invalid('verificationGasLimit is too high.')
  }
  // Below it the account's prefund may not cover what the entry point uses itself.
  const least = getVerificationGas(operation)
  if (verificationGasLimit < least) throw invalid(`verificationGasLimit is below ${least}.`)
  if (operation.preVerificationGas > maxPreVerificationGas) {
    throw invalid('preVerificationGas is too high.')
  }
}
