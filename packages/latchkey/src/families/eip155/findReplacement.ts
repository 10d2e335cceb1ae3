import { type ListedTransaction, parseListedTransaction } from '@latchkey/wire/rpc/eip155'
import type { FollowedTransaction } from '../../core/connection/transfer.js'
import { type ChainReader, orNothing, type ReadContext } from './chainReader.js'

/** One whose place among its sender's is known. */
export type NumberedTransaction = Omit<FollowedTransaction, 'nonce'> & { readonly nonce: bigint }

/** As far back as nodes without an archive remember their state. */
const furthest = 128n

/** The transaction that used a sender's number, if a node can show it. */
export async function findReplacement(
  place: ReadContext,
  chain: ChainReader,
  transaction: NumberedTransaction,
): Promise<ListedTransaction | undefined> {
  const { nonce, replacedBy } = transaction
  const from = transaction.from.toLowerCase()
  const isIt = (sent: ListedTransaction | undefined) =>
    sent?.from === from && sent.nonce === nonce && sent.blockNumber !== undefined
  const known = replacedBy === undefined ? undefined : await chain.transaction(replacedBy)
  if (isIt(known)) return known
  // Few nodes have this one; the others are searched.
  const told = await orNothing(place, chain.bySender(from, nonce))
  if (isIt(told)) return told
  const number = await orNothing(place, findBlock(chain, from, nonce))
  if (number === undefined) return undefined
  const block = await chain.fullBlock(number)
  return block?.transactions
    .flatMap((listed) => parseListedTransaction(listed) ?? [])
    .find((listed) => isIt(listed))
}

/** The block in which the sender's count went past the number. */
async function findBlock(
  chain: ChainReader,
  from: string,
  nonce: bigint,
): Promise<bigint | undefined> {
  const newest = await chain.block('latest')
  if (!newest) return undefined
  const isUsed = async (at: bigint) => (await chain.count(from, at)) > nonce
  let used = newest.number
  let free = used
  for (let back = 1n; free === used; back *= 2n) {
    if (back > furthest || used === 0n) return undefined
    const at = newest.number > back ? newest.number - back : 0n
    free = at
    if (await isUsed(at)) used = at
  }
  while (used - free > 1n) {
    const middle = (used + free) / 2n
    if (await isUsed(middle)) used = middle
    else free = middle
  }
  return used
}
