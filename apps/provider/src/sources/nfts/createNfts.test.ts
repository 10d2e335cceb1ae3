import { encodeAbiParameters, type Hex, pad, toEventSelector, toHex } from 'viem'
import { expect, it } from 'vitest'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import { createManualClock } from '../../testing/manualClock.js'
import { createReceived } from '../history/createReceived.js'
import { createNfts } from './createNfts.js'

const account: Hex = `0x${'a1'.repeat(20)}`
const contract: Hex = `0x${'c0'.repeat(20)}`
const transferTopic = toEventSelector('Transfer(address,address,uint256)')

/** A long chain on which the account received an NFT in each given block and still owns it. */
function createChain({
  maxRange = Number.POSITIVE_INFINITY,
  pieceAt = (block: number) => block,
} = {}) {
  const chain = { head: 0, received: [] as number[], ranges: [] as number[] }
  const logsOf = (from: number, to: number) =>
    chain.received
      .filter((block) => block >= from && block <= to)
      .map((block) => ({
        address: contract,
        topics: [transferTopic, pad('0x'), pad(account), toHex(pieceAt(block), { size: 32 })],
        data: '0x',
        transactionHash: toHex(block, { size: 32 }),
        blockNumber: toHex(block),
        transactionIndex: '0x0',
        logIndex: '0x0',
      }))
  const settings = { id: 'eip155:1' }
  const nodes = {
    chains: [settings],
    settings: () => settings,
    async call(_: string, method: string, [first]: [never]) {
      switch (method) {
        case 'eth_getBlockByNumber': {
          const block = String(first) === 'latest' ? chain.head : Number(first)
          return { number: toHex(block), hash: toHex(block, { size: 32 }) }
        }
        case 'eth_getLogs': {
          const { fromBlock, toBlock, topics } = first as Record<string, Hex & Hex[]>
          const [from, to] = [Number(fromBlock), Number(toBlock)]
          if (to - from >= maxRange) throw new NodeRpcError(-32000, 'range too long')
          if (topics?.length === 4) return []
          chain.ranges.push(to - from + 1)
          return logsOf(from, to)
        }
        case 'eth_call':
          return encodeAbiParameters([{ type: 'address' }], [account])
        default:
          return null
      }
    },
  } as unknown as Nodes
  const clock = createManualClock()
  const open = () => {
    const received = createReceived({ nodes, clock })
    const text = { name: 'n', collection: '', description: '', image: undefined }
    const metadata = { read: async (_: unknown, nfts: readonly unknown[]) => nfts.map(() => text) }
    return createNfts({ nodes, received, metadata, clock })
  }
  const follow = async (nfts = open(), cursor?: string) => {
    const seen: number[] = []
    let [next, pages]: [string | undefined, number] = [cursor, 0]
    do {
      clock.advance(5_001)
      const page = await nfts.readPage('eip155:1', account, next)
      seen.push(...page.items.map(({ nft }) => Number(nft.tokenId)))
      next = page.next ?? undefined
      pages += 1
    } while (next !== undefined && pages < 500)
    return { seen, pages }
  }
  return { chain, clock, open, follow }
}

it('scans back to the first block over several pages, without duplicates', async () => {
  const { chain, follow } = createChain()
  chain.head = 2_000_000
  chain.received = [12, 50_000, 1_200_000, 1_200_001, 1_999_999]
  const { seen, pages } = await follow()
  expect(seen).toEqual([1_999_999, 1_200_001, 1_200_000, 50_000, 12])
  // Ranges keep their length and do not start small on every page.
  expect(pages).toBeLessThan(15)
})

it.each([
  [1_000, 100_000, [3, 70_000]],
  // A node that returns only one block at a time.
  [1, 40, [3, 30]],
])('adapts to the block range of the nodes: %i', async (maxRange, head, received) => {
  const { chain, follow } = createChain({ maxRange })
  chain.head = head
  chain.received = received
  const { seen } = await follow()
  expect(seen).toEqual(received.toReversed())
  expect(Math.max(...chain.ranges)).toBeLessThanOrEqual(maxRange)
})

it('shows new NFTs on the first page only', async () => {
  const { chain, clock, open, follow } = createChain()
  chain.head = 100_000
  chain.received = Array.from({ length: 60 }, (_, index) => index * 10 + 1)
  const nfts = open()
  const first = await nfts.readPage('eip155:1', account, undefined)
  chain.head += 5
  chain.received.push(chain.head)
  const rest = await follow(nfts, first.next ?? undefined)
  const seen = [...first.items.map(({ nft }) => Number(nft.tokenId)), ...rest.seen]
  expect(seen).toEqual(chain.received.slice(0, 60).reverse())
  clock.advance(5_001)
  const again = await nfts.readPage('eip155:1', account, undefined)
  expect(Number(again.items[0]?.nft.tokenId)).toBe(chain.head)
})

it('accepts a cursor after a restart', async () => {
  const { chain, open, follow } = createChain()
  chain.head = 1_000_000
  chain.received = [5, 999_990]
  const { next } = await open().readPage('eip155:1', account, undefined)
  expect((await follow(open(), next ?? undefined)).seen).toEqual([5])
})

it('lists an NFT received twice at its last position', async () => {
  const { chain, follow } = createChain({ pieceAt: (block) => (block === 10 ? 500 : block) })
  chain.head = 1_000
  chain.received = [10, 100, 500]
  expect((await follow()).seen).toEqual([500, 100])
})

it('starts again after a rollback', async () => {
  const { chain, clock, open } = createChain()
  chain.head = 300
  chain.received = [100, 290]
  const nfts = open()
  await nfts.readPage('eip155:1', account, undefined)
  chain.head = 200
  chain.received = [100, 150]
  clock.advance(5_001)
  const { items } = await nfts.readPage('eip155:1', account, undefined)
  expect(items.map(({ nft }) => Number(nft.tokenId))).toEqual([150, 100])
})
