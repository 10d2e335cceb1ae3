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
import { askNode, type NodeQuestion } from './nodes.js'

export type ReadContext = Pick<NodeQuestion<unknown>, 'endpoints' | 'network' | 'signal'>

/** The questions that tell what became of a transaction. Undefined for what the node does not have. */
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

export function createChainReader(place: ReadContext): ChainReader {
  const ask = async <answer>(
    method: string,
    params: readonly unknown[],
    parse: (answer: unknown) => answer | undefined,
  ): Promise<answer | undefined> => {
    const { found } = await askNode({
      ...place,
      method,
      params,
      parse(answer) {
        if (answer === null) return { found: undefined }
        const found = parse(answer)
        return found === undefined ? undefined : { found }
      },
    })
    return found
  }
  return {
    async receipt(hash) {
      const receipt = await ask('eth_getTransactionReceipt', [hash], parseReceipt)
      return receipt?.hash === hash ? receipt : undefined
    },
    async transaction(hash) {
      const sent = await ask('eth_getTransactionByHash', [hash], parseListedTransaction)
      return sent?.hash === hash ? sent : undefined
    },
    block: (at) => ask('eth_getBlockByNumber', [blockName(at), false], parseBlock),
    fullBlock: (number) => ask('eth_getBlockByNumber', [blockName(number), true], parseBlock),
    async count(from, at) {
      const count = await ask('eth_getTransactionCount', [from, blockName(at)], parseQuantity)
      if (count === undefined) throw new NodeError()
      return count
    },
    async bySender(from, nonce) {
      const sent = await ask(
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

/** The value, or undefined where the node has no answer. Rejects when called off. */
export async function orNothing<value>(
  { signal }: Pick<ReadContext, 'signal'>,
  asking: Promise<value>,
): Promise<value | undefined> {
  try {
    return await asking
  } catch {
    signal.throwIfAborted()
    return undefined
  }
}
