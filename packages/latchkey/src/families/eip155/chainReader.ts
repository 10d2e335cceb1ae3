import {
  type Block,
  type Hex,
  type ListedTransaction,
  parseBlock,
  parseListedTransaction,
  parseQuantity,
  parseReceipt,
  type Receipt,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import { NodeError } from '../../core/runtime/errors/network.js'
import { type NodeRequest, requestNode } from './nodes.js'

export type ReadContext = Pick<NodeRequest<unknown>, 'endpoints' | 'network' | 'signal'>

/** Chain reads for following transactions. Undefined for what the node does not have. */
export type ChainReader = {
  receipt(hash: string): Promise<Receipt | undefined>
  transaction(hash: string): Promise<ListedTransaction | undefined>
  block(at: bigint | 'latest' | 'finalized'): Promise<Block | undefined>
  /** With whole transactions. */
  fullBlock(number: bigint): Promise<Block | undefined>
  /** How many transactions an account has sent. */
  count(from: string, at: bigint | 'latest' | 'pending'): Promise<bigint>
  bySender(from: string, nonce: bigint): Promise<ListedTransaction | undefined>
}

export function createChainReader(context: ReadContext): ChainReader {
  const request = async <result>(
    method: string,
    params: readonly unknown[],
    parse: (result: unknown) => result | undefined,
  ): Promise<result | undefined> => {
    const { found } = await requestNode({
      ...context,
      method,
      params,
      parse(result) {
        if (result === null) return { found: undefined }
        const found = parse(result)
        return found === undefined ? undefined : { found }
      },
    })
    return found
  }
  return {
    async receipt(hash) {
      const receipt = await request('eth_getTransactionReceipt', [hash], parseReceipt)
      return receipt?.hash === hash ? receipt : undefined
    },
    async transaction(hash) {
      const sent = await request('eth_getTransactionByHash', [hash], parseListedTransaction)
      return sent?.hash === hash ? sent : undefined
    },
    block: (at) => request('eth_getBlockByNumber', [blockName(at), false], parseBlock),
    fullBlock: (number) => request('eth_getBlockByNumber', [blockName(number), true], parseBlock),
    async count(from, at) {
      const count = await request('eth_getTransactionCount', [from, blockName(at)], parseQuantity)
      if (count === undefined) throw new NodeError()
      return count
    },
    async bySender(from, nonce) {
      const sent = await request(
        'eth_getTransactionBySenderAndNonce',
        [from, toQuantity(nonce)],
        parseListedTransaction,
      )
      return sent?.from === from.toLowerCase() && sent.nonce === nonce ? sent : undefined
    },
  }
}

function blockName(at: bigint | string): Hex | string {
  return typeof at === 'bigint' ? toQuantity(at) : at
}

/** The value, or undefined when the node fails. Rejects when aborted. */
export async function orUndefined<value>(
  { signal }: Pick<ReadContext, 'signal'>,
  reading: Promise<value>,
): Promise<value | undefined> {
  try {
    return await reading
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
