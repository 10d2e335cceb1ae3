import { parseQuantity, toQuantity } from '@latchkey/wire/rpc/eip155'
import type { Transfer } from '../../core/connection/transfer.js'
import { TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import type { Endpoints } from '../shared/nodes.js'
import type { ReadContext } from './chainReader.js'
import { encode, type TransferCall, transferCall } from './erc20.js'
import { askNode, isRevert } from './nodes.js'
import { parseWord } from './readBalance.js'

/** Gas at the highest price a wallet would reasonably offer, and what a rollup adds for its own chain. */
export async function estimateFee({
  endpoints,
  signal,
  ...transfer
}: Transfer & { readonly endpoints: Endpoints; readonly signal: AbortSignal }): Promise<bigint> {
  const place = { endpoints, network: transfer.network, signal }
  const call = transferCall(transfer)
  const [gas, price, posting] = await Promise.all([
    estimateGas(place, call),
    highestPrice(place),
    postingFee(place, call),
  ])
  return gas * price + posting
}

async function estimateGas(
  place: ReadContext,
  { from, to, value, data }: TransferCall,
): Promise<bigint> {
  const call = { from, to, value: toQuantity(value), ...(data !== '0x' && { data }) }
  try {
    return await askNode({
      ...place,
      method: 'eth_estimateGas',
      params: [call],
      parse: parseQuantity,
    })
  } catch (error) {
    throw isRevert(error) ? new TransferRefusedError({ cause: error }) : error
  }
}

/** Twice the base fee: it cannot double within the six blocks that a wallet waits patiently. */
const headroom = 2n

/** EIP-1559 where blocks have a base fee, the node's own price elsewhere. */
async function highestPrice(place: ReadContext): Promise<bigint> {
  const block = await askNode({
    ...place,
    method: 'eth_getBlockByNumber',
    params: ['latest', false],
    parse: parseBaseFee,
  })
  const asked = (method: string) => askNode({ ...place, method, params: [], parse: parseQuantity })
  if (block.baseFee === undefined) return asked('eth_gasPrice')
  const tip = await asked('eth_maxPriorityFeePerGas').catch(async () => {
    place.signal.throwIfAborted()
    // Not every node has the method; its price is the base fee and a tip.
    const price = await asked('eth_gasPrice')
    return price > (block.baseFee ?? 0n) ? price - (block.baseFee ?? 0n) : 0n
  })
  return block.baseFee * headroom + tip
}

function parseBaseFee(block: unknown): { readonly baseFee: bigint | undefined } | undefined {
  if (typeof block !== 'object' || block === null) return undefined
  const { baseFeePerGas } = block as Record<string, unknown>
  return { baseFee: parseQuantity(baseFeePerGas) }
}

/** Where OP-stack rollups tell what posting to their parent chain costs. */
const priceOracle = '0x420000000000000000000000000000000000000F'
/** Bytes of a signed transaction beside its data, at most. */
const envelope = 180n

/** `getL1FeeUpperBound(uint256)`; nothing on chains without such an oracle. */
async function postingFee(place: ReadContext, { data }: TransferCall): Promise<bigint> {
  const size = envelope + BigInt(data.length / 2 - 1)
  const call = { to: priceOracle, data: encode('f1c7a58b', size) }
  try {
    const params = [call, 'latest']
    return await askNode({
      ...place,
      method: 'eth_call',
      params,
      parse: (answer) => (answer === '0x' ? 0n : parseWord(answer)),
    })
  } catch (error) {
    if (isRevert(error)) return 0n
    throw error
  }
}
