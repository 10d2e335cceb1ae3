import { getAccountNfts } from '@latchkey/wire/http/nfts'
import { recordProviderError } from '../../../core/events/actions/recordProviderError.js'
import { withAttempt } from '../../../core/runtime/attempt.js'
import { ProviderError } from '../../../core/runtime/errors/provider.js'
import * as limits from '../../../core/runtime/limits.js'
import type { Widget } from '../../../core/widget.js'
import { type Collectible, toCollectible } from '../collectible.js'
import { type NftList, type NftOwner, nftsOf, ownerKey, unread } from '../store.js'

export type LoadNftsParameters = NftOwner & {
  /** `first`: the first page, unless fresh or just failed. `next`: the one after. `again`: what failed. */
  readonly goal: 'first' | 'next' | 'again'
  readonly signal?: AbortSignal | undefined
}

/** Pages without anything new that one call reads through. */
const emptyPages = 4
/** As many as anybody will scroll through. */
const mostNfts = 5_000

/** Reads a page of an account's collectibles into the store. What was read before stays on failure. */
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
    change(widget, parameters, { failure })
    recordProviderError(widget, error)
  }
}

function isDue({ failure, readAt }: NftList, now: number): boolean {
  if (failure) return now - failure.at >= limits.balanceRetryGap
  return readAt === undefined || now - readAt >= limits.balanceLifetime
}

/** Goes on through pages that bring nothing, a few at a time. */
async function readPages(
  widget: Widget,
  owner: NftOwner,
  start: string | undefined,
  signal: AbortSignal,
): Promise<void> {
  let cursor = start
  for (let page = 0; page < emptyPages; page++) {
    const { found, next } = await askPage(widget, owner, cursor, signal)
    signal.throwIfAborted()
    const isLast = page === emptyPages - 1
    const hasNews = addPage(widget, owner, { found, next, isFirst: cursor === undefined, isLast })
    if (hasNews || next === null) return
    cursor = next
  }
}

async function askPage(
  widget: Widget,
  { address, network }: NftOwner,
  cursor: string | undefined,
  signal: AbortSignal,
) {
  const { provider } = widget.ports
  if (!provider) throw new ProviderError('unreachable')
  const query = { address, chainId: network.id, ...(cursor !== undefined && { cursor }) }
  const { data, next } = await provider.call(getAccountNfts, query, { signal })
  const mine = data.filter(
    ({ chainId, quantity }) => chainId === network.id && /[1-9]/.test(quantity),
  )
  const found = mine.map((nft) => toCollectible(widget, nft))
  // A page that leads to itself would never end.
  return { found, next: next === cursor ? null : next }
}

/** True when the page brought something that was not known. */
function addPage(
  widget: Widget,
  owner: NftOwner,
  page: { found: Collectible[]; next: string | null; isFirst: boolean; isLast: boolean },
): boolean {
  const { items } = listOf(widget, owner)
  const fresh = { failure: undefined, isDry: false, readAt: widget.ports.clock.now() }
  if (page.isFirst) {
    const found = withoutKnown([], page.found)
    // Unchanged at its beginning, the rest that was read stays in its place.
    const isKnown = items.length > found.length && found.length > 0 && startsWith(items, found)
    change(widget, owner, isKnown ? fresh : { ...fresh, items: found, next: page.next })
    return found.length > 0
  }
  const news = withoutKnown(items, page.found)
  const all = [...items, ...news]
  change(widget, owner, {
    items: all,
    next: all.length < mostNfts ? page.next : null,
    isDry: news.length === 0 && page.isLast,
    failure: undefined,
  })
  return news.length > 0
}

function withoutKnown(known: readonly Collectible[], found: readonly Collectible[]): Collectible[] {
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
  return nftsOf(widget).get().lists[ownerKey(owner)] ?? unread
}

function change(widget: Widget, owner: NftOwner, changes: Partial<NftList>): void {
  const nfts = nftsOf(widget)
  const list = { ...listOf(widget, owner), ...changes }
  nfts.set(({ lists }) => ({ lists: { ...lists, [ownerKey(owner)]: list } }))
}
