import type { NetworkId } from '@latchkey/wire/caip'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type {
  AccountSignatureStore,
  SignaturePosition,
  SignatureRange,
  StoredSignature,
  StoredSignatures,
} from '../../store/accountSignatures.js'
import { mapConcurrent } from '../mapConcurrent.js'
import { listSignatures, maxSignatures, type Signature } from './solanaSignatures.js'

export type KeptPage = {
  readonly history: StoredSignatures
  readonly list: readonly StoredSignature[]
  readonly hasMore: boolean
}

/** The transactions of accounts that were read before, continued from there. */
export type KeptSignatures = {
  /** Undefined if the page is too far from what is kept, or the account too large. */
  readPage(
    chain: NetworkId,
    account: string,
    page: {
      readonly before: SignaturePosition | undefined
      readonly size: number
      /** The account's token accounts now. */
      readonly owned: () => Promise<readonly string[]>
    },
  ): Promise<KeptPage | undefined>
}

type Change = { readonly range: SignatureRange; readonly added: readonly Signature[] }

const concurrency = 8
/** Read at once below what is kept. */
const pageLimit = 100
/** Calls for older transactions until a page is full. */
const maxRounds = 30
/** How often to start again when another process changes the same history. */
const maxTries = 3
/** A node without old blocks takes the oldest it has for the first, so the end is looked for again. */
const endLifetimeMs = 86_400_000

export function createKeptSignatures({
  nodes,
  clock,
  store,
}: {
  readonly nodes: Nodes
  readonly clock: Clock
  readonly store: AccountSignatureStore
}): KeptSignatures {
  const isEnded = ({ oldest, endedAt }: SignatureRange) =>
    oldest === undefined || (endedAt !== undefined && clock.now() - endedAt < endLifetimeMs)

  const endOf = (list: readonly Signature[], limit: number) =>
    list.length < limit ? clock.now() : undefined

  async function readFirst(chain: NetworkId, address: string): Promise<Change> {
    const list = await listSignatures(nodes, chain, address, { limit: pageLimit })
    const [newest, oldest] = [positionOf(list[0]), positionOf(list.at(-1))]
    const range = { address, newest, oldest, endedAt: endOf(list, pageLimit), isOpen: true }
    return { range, added: list }
  }

  /** Undefined if the newest kept transaction is not part of the chain any more. */
  async function readNewer(chain: NetworkId, range: SignatureRange): Promise<Change | undefined> {
    const { address, newest } = range
    if (!newest) {
      const first = await readFirst(chain, address)
      return first.added.length === 0 ? { range, added: [] } : first
    }
    const options = { limit: maxSignatures, until: newest.signature }
    const list = await listSignatures(nodes, chain, address, options)
    const added = list.filter(({ slot }) => slot > newest.slot)
    // The node went on below it, so it does not know it.
    if (added.length < list.length && (await isGone(chain, newest))) return undefined
    if (added.length === 0) return { range, added }
    // What is between this and what is kept is read again when somebody gets there.
    const isGap = added.length === maxSignatures
    const below = isGap ? { oldest: positionOf(added.at(-1)), endedAt: undefined } : {}
    return { range: { ...range, ...below, newest: positionOf(added[0]) }, added }
  }

  /** A node that lags behind does not know the newest ones yet. */
  async function isGone(chain: NetworkId, { slot, signature }: SignaturePosition) {
    const params = [[signature], { searchTransactionHistory: true }]
    const answer = (await nodes.call(chain, 'getSignatureStatuses', params)) as {
      readonly context: { readonly slot: number }
      readonly value: readonly unknown[]
    }
    return answer.context.slot >= slot && answer.value[0] === null
  }

  async function readOlder(
    chain: NetworkId,
    range: SignatureRange,
    limit: number,
  ): Promise<Change> {
    const { address, oldest } = range
    const before = oldest && { before: oldest.signature }
    const list = await listSignatures(nodes, chain, address, { limit, ...before })
    const endedAt = endOf(list, limit)
    return { range: { ...range, endedAt, oldest: positionOf(list.at(-1)) ?? oldest }, added: list }
  }

  /** Adds what is new; starts again with an account that has become too large or whose chain has changed. */
  async function readHead(
    chain: NetworkId,
    account: string,
    history: StoredSignatures,
    owned: readonly string[],
  ): Promise<StoredSignatures | undefined> {
    const open = new Set([account, ...owned])
    const known = history.isFull ? [] : history.ranges
    const fresh = [...open].filter((address) => known.every((range) => range.address !== address))
    const read = await mapConcurrent(known, concurrency, async (range) => {
      const isOpen = open.has(range.address)
      if (!isOpen && !range.isOpen) return { range, added: [] }
      const change = await readNewer(chain, range)
      return change && { ...change, range: { ...change.range, isOpen } }
    })
    const kept = read.flatMap((change) => change ?? [])
    const isNew = history.isFull || kept.length < read.length
    const first = await mapConcurrent(isNew ? [...open] : fresh, concurrency, (address) =>
      readFirst(chain, address),
    )
    const changes = isNew ? first : [...kept, ...first]
    return save(history, changes, isNew)
  }

  async function save(
    history: StoredSignatures,
    changes: readonly Change[],
    isNew: boolean,
  ): Promise<StoredSignatures | undefined> {
    const ranges = changes.map(({ range }) => range)
    const added = changes.flatMap((change) => change.added)
    const isSame = JSON.stringify(ranges) === JSON.stringify(history.ranges)
    return isSame && !isNew ? history : store.save(history, { ranges, added, isNew })
  }

  async function readKept(
    chain: NetworkId,
    account: string,
    { before, size, owned }: Parameters<KeptSignatures['readPage']>[2],
  ): Promise<KeptPage | 'changed' | undefined> {
    let history = await store.open(chain, account)
    if (before === undefined || history.ranges.length === 0) {
      const current = await readHead(chain, account, history, await owned())
      if (!current) return 'changed'
      history = current
    }
    for (let round = 0; round < maxRounds; round += 1) {
      // Below the highest of the ends, transactions of that address can be missing.
      const open = history.ranges.filter((range) => !isEnded(range))
      const floor = Math.max(-1, ...open.map(({ oldest }) => oldest?.slot ?? -1))
      const list = await store.list(history, { before, floor }, size + 1)
      if (list.length > size || floor < 0) {
        return { history, list: list.slice(0, size), hasMore: list.length > size }
      }
      if (history.isFull) return undefined
      const limit = before && floor > before.slot ? maxSignatures : pageLimit
      const changes = await mapConcurrent(history.ranges, concurrency, async (range) =>
        !isEnded(range) && range.oldest?.slot === floor
          ? readOlder(chain, range, limit)
          : { range, added: [] },
      )
      const changed = await save(history, changes, false)
      if (!changed) return 'changed'
      history = changed
    }
    return undefined
  }

  return {
    async readPage(chain, account, page) {
      for (let tries = 0; tries < maxTries; tries += 1) {
        const read = await readKept(chain, account, page)
        if (read !== 'changed') return read
      }
      return undefined
    },
  }
}

function positionOf(one: Signature | undefined): SignaturePosition | undefined {
  return one && { slot: one.slot, signature: one.signature }
}
