import { isRecord } from '@latchkey/wire/json'
import { type AccountVersion, entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseData,
  parseHash,
  parseLooseQuantity,
  parseQuantity,
} from '@latchkey/wire/rpc/eip155'
import { serializeErc6492Signature } from 'viem'
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
  readGasPrice,
  type Sent,
  signHash,
} from './evmAccount.js'
import {
  type Operation,
  operationHash,
  toFees,
  toMaxFee,
  toRpcOperation,
  withEstimate,
} from './operation.js'
import { createQueue } from './queue.js'
import { isPaymasterFault, type Sponsor, toSponsorError } from './sponsor.js'
import { invalidParams } from './walletErrors.js'

export type SmartAccount = EvmAccount & {
  readonly version: AccountVersion
  isDeployed(chainId: string, signal: AbortSignal): Promise<boolean>
  /** Like `estimate`, for any call data of the account. With a sponsor its fee is not the account's. */
  estimateData(
    chainId: string,
    callData: Hex,
    signal: AbortSignal,
    sponsor?: Sponsor,
  ): Promise<Estimate>
  /** Like `send`. Rejects with a `SponsorError`, and sends nothing, if the sponsor does not pay. */
  sendData(
    chainId: string,
    callData: Hex,
    estimate: Estimate,
    signal: AbortSignal,
    sponsor?: Sponsor,
  ): Promise<Sent>
  /** The next operation, without fees and signature. */
  draft(chainId: string, callData: Hex, signal: AbortSignal): Promise<Operation>
  price(chainId: string, draft: Operation, signal: AbortSignal): Promise<Estimate>
  /** What became of an operation. */
  readOutcome(
    chainId: string,
    hash: Hex,
    signal: AbortSignal,
  ): Promise<'pending' | 'succeeded' | 'failed' | 'unknown'>
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
  const { accountVersion: version } = signer
  const owner = signer.addresses.eip155
  const address = accountAddress(owner, version)
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
      ...(!isThere && accountCreation(owner, version)),
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
    sponsor?: Sponsor,
  ): Promise<Estimate> {
    const reading = readGasPrice(rpc, chainId, signal)
    const stub =
      sponsor && (await sponsor.stub(chainId, { ...operation, ...toFees(await reading) }, signal))
    const params = [toRpcOperation({ ...operation, ...stub?.fields }), entryPointAddress]
    const [gasPrice, response] = await Promise.all([
      reading,
      bundler(chainId, 'eth_estimateUserOperationGas', params, signal),
    ])
    const record = Object(response) as Readonly<Record<string, unknown>>
    const call = parseQuantity(record.callGasLimit)
    const verification = parseQuantity(record.verificationGasLimit)
    const preVerification = parseQuantity(record.preVerificationGas)
    if (call === undefined || verification === undefined || preVerification === undefined) {
      throw unreachable()
    }
    const gas = { call, verification, preVerification }
    const estimate = { fee: toMaxFee({ gas, price: gasPrice }), gas, price: gasPrice }
    return stub ? { ...estimate, sponsored: stub } : estimate
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

  async function readOutcome(chainId: string, hash: Hex, signal: AbortSignal) {
    const [receipt, known] = await Promise.all([
      bundler(chainId, 'eth_getUserOperationReceipt', [hash], signal),
      bundler(chainId, 'eth_getUserOperationByHash', [hash], signal),
    ])
    if (isRecord(receipt)) return receipt.success === true ? 'succeeded' : 'failed'
    return known === null ? 'unknown' : 'pending'
  }

  /** Nonces are sequential: the next one is known when the last operation is mined. */
  async function settled(chainId: string, signal: AbortSignal): Promise<void> {
    const hash = pending.get(chainId)
    if (!hash) return
    await withTimeout(settleLimit, signal, async (bounded) => {
      for (;;) {
        if ((await readOutcome(chainId, hash, bounded)) !== 'pending') break
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

  async function estimateData(
    chainId: string,
    callData: Hex,
    signal: AbortSignal,
    sponsor?: Sponsor,
  ): Promise<Estimate> {
    return price(chainId, await draft(chainId, callData, signal), signal, sponsor)
  }

  function sendData(
    chainId: string,
    callData: Hex,
    estimate: Estimate,
    signal: AbortSignal,
    sponsor?: Sponsor,
  ): Promise<Sent> {
    return inTurn(chainId, signal, async () => {
      await settled(chainId, signal)
      const next = withEstimate(await draft(chainId, callData, signal), estimate)
      const unpaid = { ...next, ...estimate.sponsored?.fields }
      const paid = sponsor && (await sponsor.pay(chainId, unpaid, signal))
      signal.throwIfAborted()
      const id = await submit(chainId, { ...next, ...paid?.fields }).catch((fault: unknown) => {
        throw sponsor && isPaymasterFault(fault) ? toSponsorError(fault) : fault
      })
      return { id, transactionHash: await transactionOf(chainId, id) }
    })
  }

  return {
    type: 'smartAccount',
    version,
    address,
    isDeployed,
    draft,
    price,
    submit: (chainId, operation) =>
      inTurn(chainId, new AbortController().signal, () => submit(chainId, operation)),

    async signHash(chainId, hash, signal) {
      const isThere = await isDeployed(chainId, signal)
      const bound = accountMessageHash({ address, version }, chainNumber(chainId), hash)
      const signature = await signHash(signer, bound)
      if (isThere) return signature
      const { factory, factoryData } = accountCreation(owner, version)
      return serializeErc6492Signature({ address: factory, data: factoryData, signature })
    },

    estimateData,
    sendData,
    readOutcome,
    async estimate(chainId, calls, signal) {
      return estimateData(chainId, encodeCalls(withTargets(calls)), signal)
    },
    send: (chainId, calls, estimate, signal) =>
      sendData(chainId, encodeCalls(withTargets(calls)), estimate, signal),
  }
}

/** Throws for calls that create a contract. */
export function withTargets(calls: readonly Call[]): (Call & { readonly to: Hex })[] {
  return calls.map(({ to, value, data }) => {
    if (to === undefined) throw invalidParams('A smart account cannot create contracts this way')
    return { to, value, data }
  })
}
