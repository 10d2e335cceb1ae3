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
import { revertData } from './entryPointError.js'
import { createFees } from './fees.js'
import {
  bundleGas,
  callGas,
  MOST_CALL_GAS,
  MOST_PRE_VERIFICATION_GAS,
  MOST_VERIFICATION_GAS,
  verificationGas,
} from './gas.js'
import {
  encodeBundle,
  type Operation,
  operationHash,
  readOperation,
  toRpcOperation,
} from './operation.js'
import type { OperationStore } from './operationStore.js'
import { readReceipt } from './receipt.js'
import { createSenders, type Sender } from './senders.js'
import { createSimulation } from './simulation.js'

/** Carries the operations of smart accounts to their chain (ERC-4337), one in a transaction. */
export interface Bundler {
  readonly chains: readonly NetworkId[]
  /** Answers a JSON-RPC method; a BundlerError for what is refused. */
  answer(
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
  const readSender = createSenders(nodes)
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
      return callGas(gas)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      const data = revertData(error)
      throw new BundlerError(bundlerCodes.reverts, `The call reverts: ${error.message}`, data)
    }
  }

  async function estimate(chain: NetworkId, given: unknown, signal: AbortSignal) {
    const operation = readOperation(given, 'estimate')
    const sender = await readSender(chain, operation, signal)
    const [call, aside] = await Promise.all([
      estimateCall(chain, operation, sender, signal),
      fees.suggest(chain, operation, signal),
    ])
    if (call > MOST_CALL_GAS) throw invalid('The call needs more gas than is carried here.')
    return {
      preVerificationGas: toQuantity(aside),
      verificationGasLimit: toQuantity(verificationGas(operation)),
      callGasLimit: toQuantity(call),
    }
  }

  async function send(
    chain: NetworkId,
    given: unknown,
    { signal, network }: Pick<Caller, 'signal' | 'network'>,
  ): Promise<Hex> {
    const operation = readOperation(given, 'send')
    const hash = operationHash(operation, Number(referenceOf(chain)))
    // Whoever had no answer asks again, and it is carried once.
    if ((await store.find(chain, hash))?.state === 'sent') return hash
    checkGas(operation)
    const owner = (await readSender(chain, operation, signal)).owner.toLowerCase()
    await executor.assertNoneInFlight(chain, owner)
    await fees.check(chain, operation, signal)
    const { sender, nonce, factory, maxFeePerGas, maxPriorityFeePerGas } = operation
    const transaction = {
      data: encodeBundle(operation, executor.address),
      gas: bundleGas(operation),
      // The very prices the sender pays: whatever a block asks, both sides of it are the same.
      maxFeePerGas,
      maxPriorityFeePerGas,
    }
    // What fails anyway must not take a turn.
    await simulate(chain, transaction, signal)
    await executor.carry({
      chain,
      hash,
      sender,
      owner,
      network: networkDigest(network),
      factory,
      atRisk: await fees.atRisk(chain, operation, signal),
      nonce,
      operation: toRpcOperation(operation),
      transaction,
      signal,
    })
    return hash
  }

  async function receipt(chain: NetworkId, hash: Hex, signal: AbortSignal) {
    const sent = await store.find(chain, hash)
    if (!sent) return null
    const found = await nodes.call(
      chain,
      'eth_getTransactionReceipt',
      [sent.transactionHash],
      signal,
    )
    return readReceipt(hash, found)
  }

  async function operationByHash(chain: NetworkId, hash: Hex, signal: AbortSignal) {
    const sent = await store.find(chain, hash)
    if (!sent || sent.state === 'failed' || sent.state === 'lost') return null
    const found = await receipt(chain, hash, signal)
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
    async answer(chain, method, params, client) {
      const { signal } = client
      const list = Array.isArray(params) ? params : []
      switch (method) {
        case 'eth_chainId':
          return toQuantity(BigInt(referenceOf(chain)))
        case 'eth_supportedEntryPoints':
          return [entryPointAddress]
        case 'eth_estimateUserOperationGas':
          checkEntryPoint(list[1])
          return estimate(chain, list[0], signal)
        case 'eth_sendUserOperation':
          checkEntryPoint(list[1])
          return send(chain, list[0], client)
        case 'eth_getUserOperationReceipt':
          return receipt(chain, readHash(list[0]), signal)
        case 'eth_getUserOperationByHash':
          return operationByHash(chain, readHash(list[0]), signal)
        default:
          throw new BundlerError(
            bundlerCodes.methodUnknown,
            `The method ${method} is not served here.`,
          )
      }
    },
  }
}

function checkEntryPoint(given: unknown): void {
  if (parseAddress(given) !== entryPointAddress.toLowerCase()) {
    throw invalid('The entry point is not one that is served here.')
  }
}

function readHash(given: unknown): Hex {
  const hash = parseHash(given)
  if (hash === undefined) throw invalid('Not the hash of an operation.')
  return hash
}

function checkGas(operation: Operation): void {
  const { callGasLimit, verificationGasLimit } = operation
  if (callGasLimit > MOST_CALL_GAS) throw invalid('callGasLimit is too high.')
  if (verificationGasLimit > MOST_VERIFICATION_GAS) {
    throw invalid('verificationGasLimit is too high.')
  }
  // Below it the account's prefund may not cover what the entry point uses itself.
  const least = verificationGas(operation)
  if (verificationGasLimit < least) throw invalid(`verificationGasLimit is below ${least}.`)
  if (operation.preVerificationGas > MOST_PRE_VERIFICATION_GAS) {
    throw invalid('preVerificationGas is too high.')
  }
}
