import type { NetworkId } from '@latchkey/wire/caip'
import { parseHash, toQuantity } from '@latchkey/wire/rpc/eip155'
import { ApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { BlockId } from '../../store/accountHistory.js'
import { toNumber } from './transferLogs.js'

/** The newest block, and older ones by which a later reorganisation is noticed. */
export type ChainHead = BlockId & { readonly checkpoints: readonly BlockId[] }

export type ChainHeads = {
  read(chain: NetworkId): Promise<ChainHead>
  /** The first checkpoint that is part of the chain with this head. */
  findCanonical(
    chain: NetworkId,
    head: ChainHead,
    checkpoints: readonly BlockId[],
  ): Promise<BlockId | undefined>
}

/**
 * Blocks below the head: the newest blocks are read again, because a node that lags behind leaves out logs
 * and most reorganisations are short.
 */
const checkpointDepths = [16, 512]

export function createChainHeads({ nodes }: { readonly nodes: Nodes }): ChainHeads {
  const newest = new Map<NetworkId, ChainHead>()

  async function readBlock(chain: NetworkId, tag: string): Promise<BlockId | undefined> {
    const block = (await nodes.call(chain, 'eth_getBlockByNumber', [tag, false])) as {
      readonly number?: unknown
      readonly hash?: unknown
    } | null
    const [number, hash] = [toNumber(block?.number), parseHash(block?.hash)]
    return number === undefined || hash === undefined ? undefined : { block: number, hash }
  }

  const readAt = (chain: NetworkId, block: number) => readBlock(chain, toQuantity(BigInt(block)))

  return {
    async read(chain) {
      const head = await readBlock(chain, 'latest')
      if (!head) throw new ApiError(503, 'chainId', 'The chain cannot be read at the moment.')
      const known = newest.get(chain)
      if (known?.hash === head.hash) return known
      const checkpoints = await Promise.all(
        checkpointDepths
          .filter((depth) => depth <= head.block)
          .map((depth) => readAt(chain, head.block - depth)),
      )
      const read = { ...head, checkpoints: checkpoints.filter((block) => block !== undefined) }
      newest.set(chain, read)
      return read
    },
    async findCanonical(chain, head, checkpoints) {
      for (const checkpoint of checkpoints.filter(({ block }) => block <= head.block)) {
        const block = await readAt(chain, checkpoint.block)
        if (block?.hash === checkpoint.hash) return checkpoint
      }
      return undefined
    },
  }
}
