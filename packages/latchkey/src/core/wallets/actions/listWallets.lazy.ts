import { recordFault } from '../../events/actions/recordFault.js'
import { withAttempt } from '../../runtime/attempt.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { askDirectory } from '../directory.js'
import type { ListWalletsParameters } from './listWallets.js'
import { loadSuggested } from './loadSuggested.js'
import { updateDirectory } from './updateDirectory.js'

/** Adds the next page of the directory to what is listed. */
export async function listPage(widget: Widget, { signal }: ListWalletsParameters): Promise<void> {
  const { config, stores, ports } = widget
  try {
    await withAttempt(
      widget,
      'listWallets',
      async (ending) => {
        await loadSuggested(widget)
        const { nextPage, listed, featured, recommended, chains } = updateDirectory(widget, {})
        if (nextPage === undefined) return
        const shown = [...recommended, ...featured].map(({ id }) => id)
        const { wallets, count, hasMore } = await askDirectory(
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
    recordFault(widget, error)
    throw error
  }
}
