import { getAccountNfts } from '@latchkey/wire/http/nfts'
import { recordProviderError } from '../../../core/events/actions/recordProviderError.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { ProviderError } from '../../../core/runtime/errors/provider.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { type Collectible, toCollectible } from '../collectible.js'
import { emptyList, type NftList, type NftOwner, nftsOf, ownerKey } from '../store.js'

export type LoadNftsParameters = NftOwner & {
  /** `first`: the first page, if stale. `next`: the next page. `again`: the page that failed. */
  readonly goal: 'first' | 'next' | 'again'
  readonly signal?: AbortSignal | undefined
}

/** Pages without new items that one call skips. */
const maxEmptyPages = 4
const maxNfts = 5_000

/** Loads a page of an account's collectibles. On failure the loaded ones stay. */
export async function loadNfts(widget: Widget, parameters: LoadNftsParameters): Promise<void> {
  const { goal, signal } = parameters
  const before = listOf(widget, parameters)
  const now = widget.ports.clock.now()
  if (goal === 'first' && !isDue(before, now)) return
  if (goal === 'next' && !before.next) return
  const cursor =
    goal === 'again' ? before.failure?.cursor : goal === 'next' ? before.next : undefined
  try {
    await withAttempt(
      widget,
      'loadNfts',
      (ending) => readPages(widget, parameters, cursor ?? undefined, ending),
      signal,
    )
  } catch (error) {
    if (signal?.aborted || !(error instanceof ProviderError)) throw error
    const failure = { at: widget.ports.clock.now(), error, cursor: cursor ?? undefined }
    updateList(widget, parameters, { failure })
    recordProviderError(widget, error)
  }
}

function isDue({ failure, readAt }: NftList, now: number): boolean {
  if (failure) return now - failure.at >= limits.balanceRetryGap
  return readAt === undefined || now - readAt >= limits.balanceLifetime
}

/** Skips a few pages without new items. */
async function readPages(
  widget: Widget,
  owner: NftOwner,
  start: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  let cursor = start
  for (let page = 0; page < maxEmptyPages; page++) {
    const { found, next } = await fetchPage(widget, owner, cursor, signal)
    signal.throwIfAborted()
    const isLast = page === maxEmptyPages - 1
    const hasNew = addPage(widget, owner, { found, next, isFirst: cursor === undefined, isLast })
    if (hasNew || next === null) return
    cursor = next
  }
}

async function fetchPage(
  widget: Widget,
  { address, network }: NftOwner,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const { provider } = widget.ports
  if (!provider) throw new ProviderError('unreachable')
  const query = { address, chainId: network.id, ...(cursor !== undefined && { cursor }) }
  const { data, next } = await provider.call(getAccountNfts, query, { signal })
  const owned = data.filter(
    ({ chainId, quantity }) => chainId === network.id && /[1-9]/.test(quantity),
  )
  const found = owned.map((nft) => toCollectible(widget, nft))
  // A cursor that repeats itself would never end.
  return { found, next: next === cursor ? null : next }
}

/** True if the page had new items. */
function addPage(
  widget: Widget,
  owner: NftOwner,
  page: { found: Collectible[]; next: string | null; isFirst: boolean; isLast: boolean },
): boolean {
  const { items } = listOf(widget, owner)
  const fresh = { failure: undefined, isExhausted: false, readAt: widget.ports.clock.now() }
  if (page.isFirst) {
    const found = filterNew([], page.found)
    // If the first page is unchanged, the later pages stay.
    const isKnown = items.length > found.length && found.length > 0 && startsWith(items, found)
    updateList(widget, owner, isKnown ? fresh : { ...fresh, items: found, next: page.next })
    return found.length > 0
  }
  const added = filterNew(items, page.found)
  const all = [...items, ...added]
  updateList(widget, owner, {
    items: all,
    next: all.length < maxNfts ? page.next : null,
    isExhausted: added.length === 0 && page.isLast,
    failure: undefined,
  })
  return added.length > 0
}

function filterNew(known: readonly Collectible[], found: readonly Collectible[]): Collectible[] {
  const ids = new Set(known.map(({ id }) => id))
  return found.filter(({ id }) => !ids.has(id) && ids.add(id))
}

function startsWith(items: readonly Collectible[], page: readonly Collectible[]): boolean {
  return page.every(({ id, quantity, image, name }, index) => {
    const item = items[index]
    return (
      item?.id === id && item.quantity === quantity && item.image === image && item.name === name
    )
  })
}

function listOf(widget: Widget, owner: NftOwner): NftList {
  return nftsOf(widget).get().lists[ownerKey(owner)] ?? emptyList
}

function updateList(widget: Widget, owner: NftOwner, change: Partial<NftList>): void {
  const nfts = nftsOf(widget)
  const list = { ...listOf(widget, owner), ...change }
  nfts.set(({ lists }) => ({ lists: { ...lists, [ownerKey(owner)]: list } }))
}
