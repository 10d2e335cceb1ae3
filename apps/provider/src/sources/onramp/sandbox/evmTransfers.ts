import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { type Address, encodeFunctionData, erc20Abi, type Hex, keccak256, toHex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { ApiError } from '../../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../../nodes/Nodes.js'
import type { GasPrices } from '../../gas/createGasPrices.js'
import type { TransferOrder, TransferOutcome, Transfers } from './Transfers.js'

const maxTip = 1_000_000_000n

export function createEvmTransfers({
  nodes,
  gasPrices,
  treasuryKey,
}: {
  readonly nodes: Nodes
  readonly gasPrices: GasPrices
  readonly treasuryKey: Hex
}): Transfers {
  const treasury = privateKeyToAccount(treasuryKey)

  async function estimateGas(order: TransferOrder, signal?: AbortSignal): Promise<bigint> {
    const { to, data, value } = toCall(order)
    const call = { from: treasury.address, to, data, value: toHex(value) }
    try {
      const answer = await nodes.call(order.chain, 'eth_estimateGas', [call], signal)
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
    chain: NetworkId,
    method: string,
    params: readonly unknown[],
    signal?: AbortSignal,
  ): Promise<bigint> {
    const answer = parseQuantity(await nodes.call(chain, method, params, signal))
    if (answer === undefined)
      throw new ApiError(503, 'chainId', 'The node sent an invalid response.')
    return answer
  }

  async function readNonce(chain: NetworkId, block: 'pending' | Hex, signal?: AbortSignal) {
    const params = [treasury.address, block]
    return Number(await quantity(chain, 'eth_getTransactionCount', params, signal))
  }

  /**
   * Whether the nonce is used. Reads the block before the newest, because for the newest a node may
   * know the count before the receipts.
   */
  async function isNonceUsed(chain: NetworkId, nonce: number, signal?: AbortSignal) {
    const newest = await quantity(chain, 'eth_blockNumber', [], signal)
    return newest > 0n && (await readNonce(chain, toHex(newest - 1n), signal)) > nonce
  }

  /** Undefined if the transfer is not mined yet. */
  async function readReceipt(
    chain: NetworkId,
    hash: string,
    signal?: AbortSignal,
  ): Promise<TransferOutcome | undefined> {
    const receipt = (await nodes.call(chain, 'eth_getTransactionReceipt', [hash], signal)) as {
      readonly status: string
    } | null
    if (receipt === null) return undefined
    return receipt.status === '0x1' ? 'delivered' : 'failed'
  }

  return {
    sender: treasury.address,

    async check(order, signal) {
      await estimateGas(order, signal)
    },

    async sign(order, nextNonce, signal) {
      const { chain } = order
      const [gas, { instant }, count] = await Promise.all([
        estimateGas(order, signal),
        gasPrices.read(chain, signal),
        readNonce(chain, 'pending', signal),
      ])
      const nonce = Math.max(nextNonce, count)
      const maxFeePerGas = instant * 2n
      const signed = await treasury.signTransaction({
        type: 'eip1559',
        chainId: Number(referenceOf(chain)),
        nonce,
        gas,
        maxFeePerGas,
        maxPriorityFeePerGas: maxFeePerGas < maxTip ? maxFeePerGas : maxTip,
        ...toCall(order),
      })
      return { sender: treasury.address, nonce, signed, hash: keccak256(signed) }
    },

    async send(chain, { nonce = 0, signed, hash }, signal) {
      const settled = await readReceipt(chain, hash, signal)
      if (settled) return settled
      try {
        await nodes.call(chain, 'eth_sendRawTransaction', [signed], signal)
      } catch (error) {
        // It may be known already, or its nonce used; the receipt decides.
        if (!(error instanceof NodeRpcError)) throw error
      }
      // In this order: a transaction counted here already has its receipt.
      const isUsed = await isNonceUsed(chain, nonce, signal)
      return (await readReceipt(chain, hash, signal)) ?? (isUsed ? 'lost' : 'pending')
    },
  }
}

function toCall({ asset, destination, units }: TransferOrder): {
  to: Address
  data: Hex
  value: bigint
} {
  if (asset === 'native') return { to: destination as Address, data: '0x', value: units }
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [destination as Address, units],
  })
  return { to: asset as Address, data, value: 0n }
}
