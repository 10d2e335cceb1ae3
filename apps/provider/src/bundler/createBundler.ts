import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import {
  accountCode,
  accountCreationCode,
  accountFactoryAddress,
  accountOwner,
  entryPointAddress,
} from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseAddress,
  parseData,
  parseHash,
  parseQuantity,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import { decodeFunctionData, getContractAddress, pad, parseAbi, toHex } from 'viem'
import type { Clock } from '../clock.js'
import { NodeError, type Nodes } from '../nodes/Nodes.js'
import { BundlerError, bundlerCodes } from './BundlerError.js'
import type { Executor } from './createExecutor.js'
import { createDataFees } from './dataFees.js'
import { entryPointError, revertData } from './entryPointError.js'
import {
  bundleGas,
  callGas,
  MOST_CALL_GAS,
  MOST_PRE_VERIFICATION_GAS,
  MOST_VERIFICATION_GAS,
  preVerificationGas,
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

/** Carries the operations of smart accounts to their chain (ERC-4337), one in a transaction. */
export interface Bundler {
  readonly chains: readonly NetworkId[]
  /** Answers a JSON-RPC method; a BundlerError for what is refused. */
  answer(chain: NetworkId, method: string, params: unknown, signal: AbortSignal): Promise<unknown>
}

const factoryAbi = parseAbi(['function createAccount(address owner, uint256 salt)'])
/** After an operation that failed at our cost, its account waits. */
const FAILURE_PAUSE_MS = 3_600_000

export function createBundler({
  nodes,
  store,
  executor,
  chains,
  clock,
}: {
  readonly nodes: Nodes
  readonly store: OperationStore
  readonly executor: Executor
  readonly chains: readonly NetworkId[]
  readonly clock: Clock
}): Bundler {
  const dataFees = createDataFees(nodes, executor.address)

  async function codeAt(chain: NetworkId, address: Hex, signal: AbortSignal): Promise<Hex> {
    const code = parseData(await nodes.call(chain, 'eth_getCode', [address, 'latest'], signal))
    if (code === undefined) throw unavailable('The node gave no usable answer.')
    return code
  }

  /**
   * The owner of the sender, which must be an account of our own: of its code alone is it known that it
   * pays and does nothing behind our back. Throws for any other.
   */
  async function ownerOf(chain: NetworkId, operation: Operation, signal: AbortSignal) {
    const { sender, factory, factoryData } = operation
    const code = await codeAt(chain, sender, signal)
    if (factory === undefined) {
      if (code === '0x') {
        throw new BundlerError(bundlerCodes.refused, 'AA20 account not deployed')
      }
      const owner = accountOwner(code)
      if (owner === undefined) throw invalid('The sender is not an account that is served here.')
      return { owner, isDeployed: true }
    }
    if (factory !== accountFactoryAddress.toLowerCase()) {
      throw invalid('The factory is not one that is served here.')
    }
    const created = readCreation(factoryData ?? '0x')
    if (created?.address.toLowerCase() !== sender) {
      throw new BundlerError(bundlerCodes.refused, 'AA14 initCode must return sender')
    }
    if (code !== '0x') {
      throw new BundlerError(bundlerCodes.refused, 'AA10 sender already constructed')
    }
    return { owner: created.owner, isDeployed: false }
  }

  async function estimateCall(
    chain: NetworkId,
    { sender, callData }: Operation,
    { owner, isDeployed }: { owner: Hex; isDeployed: boolean },
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
    const account = await ownerOf(chain, operation, signal)
    const [call, dataFee, fees] = await Promise.all([
      estimateCall(chain, operation, account, signal),
      dataFees(chain, operation, signal),
      readFees(chain, signal),
    ])
    if (call > MOST_CALL_GAS) throw invalid('The call needs more gas than is carried here.')
    return {
      // What the bytes cost may rise by a quarter until it is sent.
      preVerificationGas: toQuantity(
        preVerificationGas(operation) + asGas((dataFee * 5n) / 4n, fees.base + fees.tip),
      ),
      verificationGasLimit: toQuantity(verificationGas(operation)),
      callGasLimit: toQuantity(call),
    }
  }

  async function readFees(chain: NetworkId, signal: AbortSignal) {
    const [block, tip] = await Promise.all([
      nodes.call(chain, 'eth_getBlockByNumber', ['latest', false], signal),
      nodes.call(chain, 'eth_maxPriorityFeePerGas', [], signal).catch((error: unknown) => {
        // Not every node has an opinion on tips.
        if (error instanceof NodeError) return undefined
        throw error
      }),
    ])
    const base = parseQuantity((block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas)
    if (base === undefined) throw unavailable('The chain tells no base fee.')
    return { base, tip: parseQuantity(tip) ?? 0n }
  }

  function checkGas(operation: Operation): void {
    const { callGasLimit, verificationGasLimit } = operation
    if (callGasLimit > MOST_CALL_GAS) throw invalid('callGasLimit is too high.')
    if (verificationGasLimit > MOST_VERIFICATION_GAS) {
      throw invalid('verificationGasLimit is too high.')
    }
    if (operation.preVerificationGas > MOST_PRE_VERIFICATION_GAS) {
      throw invalid('preVerificationGas is too high.')
    }
  }

  /** One that the chain does not take would hold up all that come after it. */
  async function checkFees(
    chain: NetworkId,
    operation: Operation,
    signal: AbortSignal,
  ): Promise<void> {
    const { maxFeePerGas, maxPriorityFeePerGas } = operation
    const [{ base, tip }, dataFee] = await Promise.all([
      readFees(chain, signal),
      dataFees(chain, operation, signal),
    ])
    if (maxPriorityFeePerGas > maxFeePerGas) {
      throw invalid('maxPriorityFeePerGas is above maxFeePerGas.')
    }
    // The next block may ask for an eighth more.
    const least = (base * 9n) / 8n + 1n
    if (maxFeePerGas < least) throw invalid(`maxFeePerGas is below ${least}.`)
    if (maxPriorityFeePerGas < tip / 2n) {
      throw invalid(`maxPriorityFeePerGas is below ${tip / 2n}.`)
    }
    const offered = base + maxPriorityFeePerGas
    const price = offered < maxFeePerGas ? offered : maxFeePerGas
    const needed = preVerificationGas(operation) + asGas(dataFee, price)
    if (operation.preVerificationGas < needed) {
      throw invalid(`preVerificationGas is below ${needed}.`)
    }
  }

  /** What the entry point would say. A call that reverts later is paid for, so it is none of ours. */
  async function simulate(
    chain: NetworkId,
    operation: Operation,
    signal: AbortSignal,
  ): Promise<void> {
    const call = {
      from: executor.address,
      to: entryPointAddress,
      data: encodeBundle(operation, executor.address),
      gas: toQuantity(bundleGas(operation)),
    }
    try {
      await nodes.call(chain, 'eth_call', [call, 'latest'], signal)
    } catch (error) {
      if (!(error instanceof NodeError)) throw error
      throw entryPointError(error)
    }
  }

  async function send(chain: NetworkId, given: unknown, signal: AbortSignal): Promise<Hex> {
    const operation = readOperation(given, 'send')
    const hash = operationHash(operation, Number(referenceOf(chain)))
    // Whoever had no answer asks again, and it is carried once.
    if ((await store.find(chain, hash))?.state === 'sent') return hash
    checkGas(operation)
    await ownerOf(chain, operation, signal)
    const failedAt = await store.lastFailure(chain, operation.sender)
    if (failedAt !== undefined && failedAt > clock.now() - FAILURE_PAUSE_MS) {
      throw new BundlerError(
        bundlerCodes.throttled,
        'An operation of this account failed at our cost; try again later.',
      )
    }
    await checkFees(chain, operation, signal)
    await simulate(chain, operation, signal)
    const { sender, nonce, maxFeePerGas, maxPriorityFeePerGas } = operation
    await executor.carry({
      chain,
      hash,
      sender,
      nonce,
      operation: toRpcOperation(operation),
      data: encodeBundle(operation, executor.address),
      gas: bundleGas(operation),
      // The very prices the sender pays: whatever a block asks, both sides of it are the same.
      maxFeePerGas,
      maxPriorityFeePerGas,
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
    async answer(chain, method, params, signal) {
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
          return send(chain, list[0], signal)
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

/** Whose account the factory is told to make, and where it will stand. */
function readCreation(data: Hex): { readonly owner: Hex; readonly address: Hex } | undefined {
  try {
    const { args } = decodeFunctionData({ abi: factoryAbi, data })
    const [owner, salt] = args
    const address = getContractAddress({
      opcode: 'CREATE2',
      from: accountFactoryAddress,
      salt: pad(toHex(salt)),
      bytecode: accountCreationCode(owner),
    })
    return { owner, address }
  } catch {
    return undefined
  }
}

/** As much gas as an amount buys, at the least. */
function asGas(amount: bigint, price: bigint): bigint {
  return price === 0n ? 0n : (amount + price - 1n) / price
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

function invalid(message: string): BundlerError {
  return new BundlerError(bundlerCodes.paramsInvalid, message)
}

function unavailable(message: string): BundlerError {
  return new BundlerError(bundlerCodes.unavailable, message)
}
