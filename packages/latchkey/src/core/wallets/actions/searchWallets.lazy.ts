import { recordEvent } from '../../events/actions/recordEvent.js'
import { recordProviderError } from '../../events/actions/recordProviderError.js'
import { withAttempt } from '../../runtime/attempt.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { fetchWallets, getRequestedChains } from '../directory.js'
import { providerResourcesOf } from '../providerResources.js'
import type { Directory } from '../store.js'
import type { ListWalletsParameters, SearchWalletsParameters } from './searchWallets.js'

const empty: Directory = {
  chains: '',
  featured: [],
  recommended: [],
  excluded: [],
  listed: [],
  nextPage: 1,
  count: 0,
  found: undefined,
  isPending: false,
}

/** Writes what the directory told; other chains than before start it anew. */
function updateDirectory(widget: Widget, change: Partial<Directory>): Directory {
  const { registry } = widget.stores
  const known = registry.get().directory ?? empty
  const isOther = change.chains !== undefined && change.chains !== known.chains
  const directory = { ...(isOther ? empty : known), ...change }
  registry.set({ directory })
  return directory
}

/**
 * Looks wallets up in the directory; asked for the same again, it reads on where there is more. What a
 * newer search has overtaken is dropped.
 */
export async function loadSearchPage(
  widget: Widget,
  { search, certified, signal }: SearchWalletsParameters,
): Promise<void> {
  const { config, stores, ports } = widget
  const wanted = search.trim()
  try {
    await withAttempt(
      widget,
      'searchWallets',
      async (ending) => {
        const found = stores.registry.get().directory?.found
        const isSame = found?.search === wanted && found.certified === certified
        const page = (isSame && found.nextPage) || 1
        const isFirst = page === 1
        if (isFirst) await ports.clock.sleep(limits.searchDelay, ending)
        const { wallets, count, hasMore } = await fetchWallets(
          widget,
          {
            page,
            before: isFirst ? [] : found?.wallets,
            entries: limits.searchPage,
            search: wanted,
            certified,
            include: config.includeWalletIds,
            exclude: config.excludeWalletIds,
          },
          ending,
        )
        ending.throwIfAborted()
        const nextPage = hasMore ? page + 1 : undefined
        updateDirectory(widget, {
          found: { search: wanted, certified, wallets, count, nextPage },
        })
        if (!isFirst) return
        const badge = certified ? 'certified' : ''
        recordEvent(widget, { event: 'SEARCH_WALLET', properties: { badge, search: wanted } })
      },
      signal,
    )
  } catch (error) {
    recordProviderError(widget, error)
    throw error
  }
}

/** Adds the next page of the directory to what is listed. */
export async function loadWalletPage(
  widget: Widget,
  { signal }: ListWalletsParameters,
): Promise<void> {
  const { config, stores, ports } = widget
  try {
    await withAttempt(
      widget,
      'listWallets',
      async (ending) => {
        await loadSuggestions(widget)
        const { nextPage, listed, featured, recommended, chains } = updateDirectory(widget, {})
        if (nextPage === undefined) return
        const shown = [...recommended, ...featured].map(({ id }) => id)
        const { wallets, count, hasMore } = await fetchWallets(
          widget,
          {
            page: nextPage,
            before: listed,
            entries: limits.listPage,
            include: config.includeWalletIds,
            exclude: [
              ...config.excludeWalletIds,
              ...new Set([...config.featuredWalletIds, ...shown]),
            ],
          },
          ending,
        )
        ending.throwIfAborted()
        const known = stores.registry.get().directory
        if (known?.chains !== chains || known.nextPage !== nextPage) return
        const fresh = wallets.slice(listed.length)
        const images = fresh.flatMap(({ image_url }) => image_url ?? [])
        void ports.provider?.preloadImages(images.slice(0, limits.prefetchedImages))
        updateDirectory(widget, {
          listed: wallets,
          nextPage: hasMore ? nextPage + 1 : undefined,
          count: count + recommended.length,
        })
      },
      signal,
    )
  } catch (error) {
    recordProviderError(widget, error)
    throw error
  }
}

/** Learns the featured and recommended wallets, unless they are known. Never rejects. */
export async function loadSuggestions(widget: Widget): Promise<void> {
  const { suggestions } = providerResourcesOf(widget)
  const { registry } = widget.stores
  const chains = getRequestedChains(widget)
  if (!widget.config.walletsEnabled) return
  if (registry.get().directory?.chains !== chains) {
    updateDirectory(widget, { chains, isPending: true })
  }
  const isUnderway = suggestions.get({ chains }).status === 'loading'
  const state = await suggestions.load({ chains })
  if (state.status === 'failed' && !isUnderway) recordProviderError(widget, state.error)
  // Meanwhile another chain family may have been asked for.
  if (getRequestedChains(widget) !== chains) return
  const known = 'value' in state ? state.value : undefined
  const isNew = known !== undefined && known.recommended !== registry.get().directory?.recommended
  updateDirectory(widget, {
    chains,
    isPending: false,
    ...known,
    // Fresh suggestions come with fresh pages: what is suggested is not listed again.
    ...(isNew && { listed: [], nextPage: 1 }),
  })
}
