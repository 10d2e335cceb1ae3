import { recordEvent } from '../../events/actions/recordEvent.js'
import { recordFault } from '../../events/actions/recordFault.js'
import { withAttempt } from '../../runtime/attempt.js'
import * as limits from '../../runtime/limits.js'
import type { Widget } from '../../widget.js'
import { askDirectory } from '../directory.js'
import type { SearchWalletsParameters } from './searchWallets.js'
import { updateDirectory } from './updateDirectory.js'

/**
 * Looks wallets up in the directory; asked for the same again, it reads on where there is more. What a
 * newer search has overtaken is dropped.
 */
export async function findWallets(
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
        const { wallets, count, hasMore } = await askDirectory(
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
    recordFault(widget, error)
    throw error
  }
}
