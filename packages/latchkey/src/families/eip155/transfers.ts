import { parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Transfer } from '../../core/connection/transfer.js'
import { TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import type { Endpoints } from '../shared/nodes.js'
import type { ReadContext } from './chainReader.js'
import { isRevert, requestNode } from './nodes.js'
import { encodeCall, parseWord, type TransferCall, toTransferCall } from './tokens.js'

export { findTransaction, followTransaction } from './followTransaction.js'
export { readAllowance, readBalance, simulateCall, toTransferCall } from './tokens.js'

/** Gas at the highest price a wallet is likely to offer, plus a rollup's fee for its parent chain. */
export async function estimateFee({
  endpoints,
  signal,
  ...transfer
}: Transfer & { readonly endpoints: Endpoints; readonly signal: AbortSignal }): Promise<bigint> {
  const context = { endpoints, network: transfer.network, signal }
  const call = toTransferCall(transfer)
  const [gas, price, rollupFee] = await Promise.all([
    estimateGas(context, call),
    readMaxPrice(context),
    readRollupFee(context, call),
  ])
  return gas * price + rollupFee
}

async function estimateGas(
  context: ReadContext,
  { from, to, value, data }: TransferCall,
): Promise<bigint> {
  const call = { from, to, value: toQuantity(value), ...(data !== '0x' && { data }) }
  try {
    return await requestNode({
      ...context,
      method: 'eth_estimateGas',
      params: [call],
      parse: parseQuantity,
    })
  } catch (error) {
    throw isRevert(error) ? new TransferRefusedError({ cause: error }) : error
  }
}

/** Twice the base fee: it cannot double within six blocks (EIP-1559). */
const headroom = 2n

/** EIP-1559 where blocks have a base fee, the node's own price elsewhere. */
async function readMaxPrice(context: ReadContext): Promise<bigint> {
  const block = await requestNode({
    ...context,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
    parse: parseBaseFee,
  })
  const readPrice = (method: string) =>
    requestNode({ ...context, method, params: [], parse: parseQuantity })
  if (block.baseFee === undefined) return readPrice('eth_gasPrice')
  const tip = await readPrice('eth_maxPriorityFeePerGas').catch(async () => {
    context.signal.throwIfAborted()
    // Not every node has the method; `eth_gasPrice` is the base fee plus a tip.
    const price = await readPrice('eth_gasPrice')
    return price > (block.baseFee ?? 0n) ? price - (block.baseFee ?? 0n) : 0n
  })
  return block.baseFee * headroom + tip
}

function parseBaseFee(block: unknown): { readonly baseFee: bigint | undefined } | undefined {
  if (typeof block !== 'object' || block === null) return undefined
  const { baseFeePerGas } = block as Record<string, unknown>
  return { baseFee: parseQuantity(baseFeePerGas) }
}

/** The OP-stack contract that knows the fee for posting to the parent chain. */
const priceOracle = '0x420000000000000000000000000000000000000F'
/** The most bytes a signed transaction has besides its data. */
const envelopeSize = 180n

/** `getL1FeeUpperBound(uint256)`; zero on chains without the oracle. */
async function readRollupFee(context: ReadContext, { data }: TransferCall): Promise<bigint> {
  const size = envelopeSize + BigInt(data.length / 2 - 1)
  const call = { to: priceOracle, data: encodeCall('f1c7a58b', size) }
  try {
    const params = [call, 'latest']
    return await requestNode({
      ...context,
      method: 'eth_call',
      params,
      parse: (result) => (result === '0x' ? 0n : parseWord(result)),
    })
  } catch (error) {
    if (isRevert(error)) return 0n
    throw error
  }
}
