import type { TransferReading } from '../../core/connection/transfer.js'
import type { Endpoints } from '../shared/nodes.js'
import { createChainReader, orNothing } from './chainReader.js'
import { isSame } from './followTransaction.js'

/** Transactions of one sender that are looked at, from the newest back. */
const furthest = 20n
/** Clocks of nodes and visitors differ, in milliseconds. */
const tolerance = 60_000n

type Search = Parameters<NonNullable<TransferReading['find']>>[0] & {
  readonly endpoints: Endpoints
}

/** The first transaction since then that does exactly what was asked. */
export async function findTransaction({
  from,
  request,
  since,
  except,
  ...place
}: Search): Promise<string | undefined> {
  const chain = createChainReader(place)
  const sent = await chain.count(from, 'pending')
  let found: string | undefined
  for (let back = 1n; back <= furthest && back <= sent; back += 1n) {
    const listed = await orNothing(place, chain.bySender(from, sent - back))
    if (!listed) return found
    const block =
      listed.blockNumber === undefined ? undefined : await chain.block(listed.blockNumber)
    if (block && block.timestamp * 1_000n < BigInt(since) - tolerance) return found
    if (isSame(listed, request) && !except.includes(listed.hash)) found = listed.hash
  }
  return found
}
