import { withAttempt } from '../attempt.js'
import { askDirectory } from '../directory.js'
import * as limits from '../limits.js'
import type { Widget } from '../widget.js'
import { recordEvent } from './recordEvent.js'
import { recordFault } from './recordFault.js'
import type { SearchWalletsParameters } from './searchWallets.js'
import { updateDirectory } from './updateDirectory.js'

/** Looks wallets up in the directory; what a newer search has overtaken is dropped. */
export async function findWallets(
  widget: Widget,
  { search, certified, signal }: SearchWalletsParameters,
): Promise<void> {
  const { config, ports } = widget
  const wanted = search.trim()
  try {
    await withAttempt(
      widget,
      'searchWallets',
      async (ending) => {
        await ports.clock.sleep(limits.searchDelay, ending)
        const { wallets } = await askDirectory(
          widget,
          {
            entries: limits.searchPage,
            search: wanted,
            certified,
            include: config.includeWalletIds,
            exclude: config.excludeWalletIds,
          },
          ending,
        )
        ending.throwIfAborted()
        updateDirectory(widget, { found: { search: wanted, certified, wallets } })
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
