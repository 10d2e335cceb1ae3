import { referenceOf } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { encodeFunctionData, erc20Abi, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ApiError } from '../../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../../nodes/Nodes.js'
import type { GasPrices } from '../../gas/createGasPrices.js'
import type { Purchase, PurchaseStore, Transfer } from './purchaseStore.js'

/** Sends purchased tokens: exactly one transfer per paid purchase. */
export type Delivery = {
  /** Throws an ApiError (503) if the transfer would fail now. */
  check(purchase: Purchase, signal?: AbortSignal): Promise<void>
  /** Moves a purchase to its next state if possible. Safe to repeat and to run concurrently. */
  advance(id: string, signal?: AbortSignal): Promise<void>
  /** Continues all unfinished purchases. */
  resume(): Promise<void>
}

const maxTip = 1_000_000_000n

export function createDelivery({
  nodes,
  gasPrices,
  store,
  treasuryKey,
}: {
  readonly nodes: Nodes
  readonly gasPrices: GasPrices
  readonly store: PurchaseStore
  readonly treasuryKey: Hex
}): Delivery {
  const treasury = privateKeyToAccount(treasuryKey)

  async function estimateGas(purchase: Purchase, signal?: AbortSignal): Promise<bigint> {
    const { to, data, value } = toCall(purchase)
    const call = { from: treasury.address, to, data, value: toHex(value) }
    try {
      const answer = await nodes.call(purchase.chain, 'eth_estimateGas', [call], signal)
      // The gas cost can change before the transfer is mined.
      return ((parseQuantity(answer) ?? 0n) * 12n) / 10n
    } catch (error) {
      if (!(error instanceof NodeRpcError)) throw error
      throw new ApiError(503, 'treasury', 'The sandbox does not have enough funds at the moment.', {
        cause: error,
      })
    }
  }

  async function quantity(
    purchase: Purchase,
    method: string,
    params: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<bigint> {
    const answer = parseQuantity(await nodes.call(purchase.chain, method, params, signal))
    if (answer === undefined)
      throw new ApiError(503, 'chainId', 'The node sent an invalid response.')
    return answer
  }

  async function readNonce(purchase: Purchase, block: 'pending' | Hex, signal?: AbortSignal) {
    const params = [treasury.address, block]
    return Number(await quantity(purchase, 'eth_getTransactionCount', params, signal))
  }

  /**
   * Whether the nonce is used. Reads the block before the newest, because for the newest a node may
   * know the count before the receipts.
   */
  async function isNonceUsed(purchase: Purchase, { nonce }: Transfer, signal?: AbortSignal) {
    const newest = await quantity(purchase, 'eth_blockNumber', [], signal)
    return newest > 0n && (await readNonce(purchase, toHex(newest - 1n), signal)) > nonce
  }

  async function sign(id: string, signal?: AbortSignal): Promise<void> {
    await store.sign(id, treasury.address, async (purchase, nextFree): Promise<Transfer> => {
      const [gas, { instant }, count] = await Promise.all([
        estimateGas(purchase, signal),
        gasPrices.read(purchase.chain, signal),
        readNonce(purchase, 'pending', signal),
      ])
      const nonce = Math.max(nextFree, count)
      const maxFeePerGas = instant * 2n
      const signed = await treasury.signTransaction({
        type: 'eip1559',
        chainId: Number(referenceOf(purchase.chain)),
        nonce,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas: maxFeePerGas < maxTip ? maxFeePerGas : maxTip,
        ...toCall(purchase),
      })
      return { sender: treasury.address, nonce, signed, hash: keccak256(signed) }
    })
  }

  /** Records the receipt. False if the transfer is not mined yet. */
  async function recordReceipt(
    { id, chain }: Purchase,
    { hash }: Transfer,
    signal?: AbortSignal,
  ): Promise<boolean> {
    const receipt = (await nodes.call(chain, 'eth_getTransactionReceipt', [hash], signal)) as {
      readonly status: string
    } | null
    if (receipt === null) return false
    await store.finish(id, hash, receipt.status === '0x1' ? 'delivered' : 'failed')
    return true
  }

  async function send(purchase: Purchase, transfer: Transfer, signal?: AbortSignal): Promise<void> {
    if (await recordReceipt(purchase, transfer, signal)) return
    try {
      await nodes.call(purchase.chain, 'eth_sendRawTransaction', [transfer.signed], signal)
    } catch (error) {
      // It may be known already, or its nonce used; the receipt decides.
      if (!(error instanceof NodeRpcError)) throw error
    }
    // In this order: a transaction counted here already has its receipt.
    const isUsed = await isNonceUsed(purchase, transfer, signal)
    const isSettled = await recordReceipt(purchase, transfer, signal)
    if (isUsed && !isSettled) await store.removeTransfer(purchase.id, transfer.hash)
  }

  async function advance(id: string, signal?: AbortSignal): Promise<void> {
    const before = await store.find(id)
    if (before?.state === 'paid') await sign(id, signal)
    const purchase = before?.state === 'paid' ? await store.find(id) : before
    if (purchase?.state === 'sending' && purchase.transfer) {
      await send(purchase, purchase.transfer, signal)
    }
  }

  return {
    advance,
    async check(purchase, signal) {
      await estimateGas(purchase, signal)
    },
    async resume() {
      // One at a time, so that nonces follow the order of payments.
      for (const id of await store.findUnfinished()) {
        await advance(id).catch((error: unknown) => {
          if (!(error instanceof ApiError)) throw error
        })
      }
    },
  }
}

function toCall({ asset, destination, quote }: Purchase): { to: Hex; data: Hex; value: bigint } {
  const units = quote?.units ?? 0n
  if (asset === 'native') return { to: destination, data: '0x', value: units }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [destination, units],
  })
  return { to: asset, data, value: 0n }
}
