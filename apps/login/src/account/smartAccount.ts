import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseData,
  parseHash,
  parseLooseQuantity,
  parseQuantity,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import { hashTypedData, serializeErc6492Signature } from 'viem'
import { getUserOperationTypedData, type UserOperation } from 'viem/account-abstraction'
import type { ChainCall } from '../api/chains.js'
import { pause, unreachable, withTimeout } from '../api/timeout.js'
import type { Signer } from '../vault/signer.js'
import {
  accountAddress,
  accountCreation,
  accountMessageHash,
  encodeCalls,
  nonceCall,
} from './accountCalls.js'
import type { Call } from './action.js'
import {
  chainNumber,
  type Estimate,
  type EvmAccount,
  type GasPrice,
  readGasPrice,
  signHash,
} from './evmAccount.js'
import { createQueue } from './queue.js'
import { invalidParams } from './walletErrors.js'

export type SmartAccount = EvmAccount & {
  isDeployed(chainId: string, signal: AbortSignal): Promise<boolean>
  /** The next operation, without fees and signature. */
  draft(chainId: string, callData: Hex, signal: AbortSignal): Promise<Operation>
  price(chainId: string, draft: Operation, signal: AbortSignal): Promise<Estimate>
  /** Signs an operation unchanged and sends it once. Returns its hash. */
  submit(chainId: string, operation: Operation): Promise<Hex>
}

/** As long as a real signature, so that the gas estimate is right. */
const noSignature: Hex = `0x${'ff'.repeat(64)}1c`
/** How long a pending operation delays the next one. */
const settleLimit = 60_000
const settlePause = 500

/** The contract account whose owner is the key. */
export function createSmartAccount({
  signer,
  rpc,
  bundler,
}: {
  readonly signer: Signer
  readonly rpc: ChainCall
  readonly bundler: ChainCall
}): SmartAccount {
  const owner = signer.addresses.eip155
  const address = accountAddress(owner)
  const inTurn = createQueue()
  const deployed = new Set<string>()
  /** The pending operation of a chain. */
  const pending = new Map<string, Hex>()

  async function isDeployed(chainId: string, signal: AbortSignal): Promise<boolean> {
    if (deployed.has(chainId)) return true
    const code = parseData(await rpc(chainId, 'eth_getCode', [address, 'latest'], signal))
    if (code === undefined) throw unreachable()
    if (code !== '0x') deployed.add(chainId)
    return code !== '0x'
  }

  async function readNonce(chainId: string, signal: AbortSignal): Promise<bigint> {
    const response = await rpc(chainId, 'eth_call', [nonceCall(address), 'latest'], signal)
    const nonce = parseLooseQuantity(response)
    if (nonce === undefined) throw unreachable()
    return nonce
  }

  async function draft(chainId: string, callData: Hex, signal: AbortSignal): Promise<Operation> {
    const [nonce, isThere] = await Promise.all([
      readNonce(chainId, signal),
      isDeployed(chainId, signal),
    ])
    return {
      sender: address,
      nonce,
      ...(!isThere && accountCreation(owner)),
      callData,
      callGasLimit: 0n,
      verificationGasLimit: 0n,
      preVerificationGas: 0n,
      maxFeePerGas: 0n,
      maxPriorityFeePerGas: 0n,
      signature: noSignature,
    }
  }

  async function price(
    chainId: string,
    operation: Operation,
    signal: AbortSignal,
  ): Promise<Estimate> {
    const [gasPrice, response] = await Promise.all([
      readGasPrice(rpc, chainId, signal),
      bundler(
        chainId,
        'eth_estimateUserOperationGas',
        [toRpcOperation(operation), entryPointAddress],
        signal,
      ),
    ])
    const record = Object(response) as Readonly<Record<string, unknown>>
    const call = parseQuantity(record.callGasLimit)
    const verification = parseQuantity(record.verificationGasLimit)
    const preVerification = parseQuantity(record.preVerificationGas)
    if (call === undefined || verification === undefined || preVerification === undefined) {
      throw unreachable()
    }
    const gas = { call, verification, preVerification }
    return { fee: mostOf({ gas, price: gasPrice }), gas, price: gasPrice }
  }

  async function submit(chainId: string, operation: Operation): Promise<Hex> {
    const hash = operationHash(operation, chainNumber(chainId))
    const signed = { ...operation, signature: await signHash(signer, hash) }
    const params = [toRpcOperation(signed), entryPointAddress]
    const { signal } = new AbortController()
    pending.set(chainId, hash)
    try {
      await bundler(chainId, 'eth_sendUserOperation', params, signal)
    } catch (fault) {
      // Without a response the operation may still have arrived.
      const known = await bundler(chainId, 'eth_getUserOperationByHash', [hash], signal).catch(
        () => null,
      )
      if (known === null) {
        pending.delete(chainId)
        throw fault
      }
    }
    return hash
  }

  /** Nonces are sequential: the next one is known when the last operation is mined. */
  async function settled(chainId: string, signal: AbortSignal): Promise<void> {
    const hash = pending.get(chainId)
    if (!hash) return
    await withTimeout(settleLimit, signal, async (bounded) => {
      for (;;) {
        const [receipt, known] = await Promise.all([
          bundler(chainId, 'eth_getUserOperationReceipt', [hash], bounded),
          bundler(chainId, 'eth_getUserOperationByHash', [hash], bounded),
        ])
        if (receipt !== null || known === null) break
        await pause(settlePause, bounded)
      }
    })
    pending.delete(chainId)
  }

  async function transactionOf(chainId: string, hash: Hex): Promise<Hex> {
    const { signal } = new AbortController()
    const response = await bundler(chainId, 'eth_getUserOperationByHash', [hash], signal)
    const found = parseHash((response as { transactionHash?: unknown } | null)?.transactionHash)
    if (found === undefined) throw unreachable()
    return found
  }

  return {
    type: 'smartAccount',
    address,
    isDeployed,
    draft,
    price,
    submit: (chainId, operation) =>
      inTurn(chainId, new AbortController().signal, () => submit(chainId, operation)),

    async signHash(chainId, hash, signal) {
      const isThere = await isDeployed(chainId, signal)
      const bound = accountMessageHash(address, chainNumber(chainId), hash)
      const signature = await signHash(signer, bound)
      if (isThere) return signature
      const { factory, factoryData } = accountCreation(owner)
      return serializeErc6492Signature({ address: factory, data: factoryData, signature })
    },

    async estimate(chainId, calls, signal) {
      return price(chainId, await draft(chainId, encodeCalls(withTargets(calls)), signal), signal)
    },

    send: (chainId, calls, estimate, signal) =>
      inTurn(chainId, signal, async () => {
        await settled(chainId, signal)
        const callData = encodeCalls(withTargets(calls))
        const next = await draft(chainId, callData, signal)
        signal.throwIfAborted()
        const id = await submit(chainId, withEstimate(next, estimate))
        return { id, transactionHash: await transactionOf(chainId, id) }
      }),
  }
}

export function withEstimate(operation: Operation, { gas, price }: Estimate): Operation {
  return {
    ...operation,
    callGasLimit: gas.call,
    verificationGasLimit: gas.verification,
    preVerificationGas: gas.preVerification,
    maxFeePerGas: price.maxFeePerGas,
    maxPriorityFeePerGas: price.maxPriorityFeePerGas,
  }
}

export function mostOf({ gas, price }: { gas: Estimate['gas']; price: GasPrice }): bigint {
  return (gas.call + gas.verification + gas.preVerification) * price.maxFeePerGas
}

function withTargets(calls: readonly Call[]): (Call & { readonly to: Hex })[] {
  return calls.map(({ to, value, data }) => {
    if (to === undefined) throw invalidParams('A smart account cannot create contracts this way')
    return { to, value, data }
  })
}

type Operation = UserOperation<'0.8'>

/** The hash that the owner signs. */
function operationHash(operation: Operation, chainId: number): Hex {
  return hashTypedData(
    getUserOperationTypedData({
      chainId,
      entryPointAddress,
      userOperation: operation,
    }),
  )
}

/** The format of bundlers. */
function toRpcOperation(operation: Operation): Readonly<Record<string, string>> {
  const fields = Object.entries(operation).flatMap(([name, value]) => {
    if (typeof value === 'bigint') return [[name, toQuantity(value)] as const]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(fields)
}
