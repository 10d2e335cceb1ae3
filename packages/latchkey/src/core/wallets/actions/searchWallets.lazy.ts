import { recordEvent } from '../../events/actions/recordEvent.js'
import { recordProviderError } from '../../events/actions/recordProviderError.js'
import { withAttempt } from '../../runtime/attempt.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { fetchWallets, getRequestedChains } from '../directory.js'
import { providerResourcesOf } from '../providerResources.js'
import type { Directory } from '../store.js'
import type { ListWalletsParameters, SearchWalletsParameters } from './searchWallets.js'

/**
 * Searches the directory. The same search again loads its next page. A newer search cancels an
 * earlier one.
 */
export async function loadSearchPage(
  widget: Widget,
  { search, certified, signal }: SearchWalletsParameters,
): Promise<void> {
  const { config, stores, ports } = widget
  const query = search.trim()
  try {
    await withAttempt(
      widget,
      'searchWallets',
      async (attemptSignal) => {
        const found = stores.registry.get().directory?.found
        const isSame = found?.search === query && found.certified === certified
        const page = (isSame && found.nextPage) || 1
        const isFirst = page === 1
        if (isFirst) await ports.clock.sleep(limits.searchDelay, attemptSignal)
        const { wallets, count, hasMore } = await fetchWallets(
          widget,
          {
            page,
            before: isFirst ? [] : found?.wallets,
            entries: limits.searchPage,
            search: query,
            certified,
            include: config.includeWalletIds,
            exclude: config.excludeWalletIds,
          },
          attemptSignal,
        )
        attemptSignal.throwIfAborted()
        const nextPage = hasMore ? page + 1 : undefined
        updateDirectory(widget, {
          found: { search: query, certified, wallets, count, nextPage },
        })
        if (!isFirst) return
        const badge = certified ? 'certified' : ''
        recordEvent(widget, { event: 'SEARCH_WALLET', properties: { badge, search: query } })
      },
      signal,
    )
  } catch (error) {
    recordProviderError(widget, error)
    throw error
  }
}

/** Loads the next page of the directory. */
export async function loadWalletPage(
  widget: Widget,
  { signal }: ListWalletsParameters,
): Promise<void> {
  const { config, stores, ports } = widget
  try {
    await withAttempt(
      widget,
      'listWallets',
      async (attemptSignal) => {
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
          attemptSignal,
        )
        attemptSignal.throwIfAborted()
        const current = stores.registry.get().directory
        if (current?.chains !== chains || current.nextPage !== nextPage) return
        const added = wallets.slice(listed.length)
        const images = added.flatMap(({ image_url }) => image_url ?? [])
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

/** Loads the featured and recommended wallets, unless they are cached. Never rejects. */
export async function loadSuggestions(widget: Widget): Promise<void> {
  const { suggestions } = providerResourcesOf(widget)
  const { registry } = widget.stores
  const chains = getRequestedChains(widget)
  if (!widget.config.walletsEnabled) return
  if (registry.get().directory?.chains !== chains) {
    updateDirectory(widget, { chains, isPending: true })
  }
  const isLoading = suggestions.get({ chains }).status === 'loading'
  const state = await suggestions.load({ chains })
  if (state.status === 'failed' && !isLoading) recordProviderError(widget, state.error)
  // The requested namespace may have changed while loading.
  if (getRequestedChains(widget) !== chains) return
  const loaded = 'value' in state ? state.value : undefined
  const isNew = loaded !== undefined && loaded.recommended !== registry.get().directory?.recommended
  updateDirectory(widget, {
    chains,
    isPending: false,
    ...loaded,
    // Pages exclude suggested wallets, so new suggestions start the pages again.
    ...(isNew && { listed: [], nextPage: 1 }),
  })
}

const emptyDirectory: Directory = {
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

/** Updates the directory in the store. Other chains start with an empty one. */
function updateDirectory(widget: Widget, change: Partial<Directory>): Directory {
  const { registry } = widget.stores
  const known = registry.get().directory ?? emptyDirectory
  const isOther = change.chains !== undefined && change.chains !== known.chains
  const directory = { ...(isOther ? emptyDirectory : known), ...change }
  registry.set({ directory })
  return directory
}
