import type { Ports } from '../../core/runtime/ports.js'
import { blockHeight, readStatus } from './followTransaction.js'
import { broadcast, type NodeContext } from './nodes.js'

/** Between two times that the same bytes are sent. */
const resendPause = 2_000
/** More than a blockhash lives, where nobody knows how old it is. */
const mostResends = 60

/**
 * Sends the same signed bytes again and again until the network has them, or never will: nodes drop
 * transactions without a word. Nothing is signed anew here, so nothing can happen twice.
 */
export async function keepSending(
  place: NodeContext,
  clock: Ports['clock'],
  {
    bytes,
    hash,
    lastBlock,
  }: {
    readonly bytes: Uint8Array
    readonly hash: string
    readonly lastBlock?: bigint | undefined
  },
): Promise<void> {
  for (let resends = 0; resends < mostResends; resends += 1) {
    try {
      await clock.sleep(resendPause, place.signal)
      const status = await readStatus(place, hash)
      if (status && status.commitment !== 'processed') return
      if (lastBlock !== undefined && (await blockHeight(place, 'confirmed')) > lastBlock) return
      await broadcast(place, bytes, { skipPreflight: true, maxRetries: 0 })
    } catch {
      if (place.signal.aborted) return
      // A node that does not answer, or has it already: the next look tells.
    }
  }
}
