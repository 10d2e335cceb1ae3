import type { Widget } from '../../widget.js'
import type { WalletListInput } from '../installedWallets.js'
import type { WalletSearchResult } from '../store.js'
import { getAllWalletRows, installedFirst, toListingRows, type WalletRow } from '../walletList.js'
import { isListingAllowed } from '../walletListings.js'

export type SearchWalletsParameters = {
  readonly search: string
  /** Only certified wallets of the directory. */
  readonly certified: boolean
  readonly signal?: AbortSignal | undefined
}

/** Searches the provider's directory after a short delay. A newer search cancels it. */
export async function searchWallets(
  widget: Widget,
  parameters: SearchWalletsParameters,
): Promise<void> {
  const { loadSearchPage } = await import('../../config/providerData.lazy.js')
  await loadSearchPage(widget, parameters)
}

export type ListWalletsParameters = { readonly signal?: AbortSignal | undefined }

/** Loads the next page of the provider's directory; resolves at once if there is none. */
export async function listWallets(
  widget: Widget,
  parameters: ListWalletsParameters = {},
): Promise<void> {
  const { loadWalletPage } = await import('../../config/providerData.lazy.js')
  await loadWalletPage(widget, parameters)
}

export type WalletSearch = { readonly search: string; readonly certified: boolean }

/** The results of this search so far. */
export function getSearchResult(
  { registry }: WalletListInput,
  { search, certified }: WalletSearch,
): WalletSearchResult | undefined {
  const found = registry.directory?.found
  return found?.search === search && found.certified === certified ? found : undefined
}

/** The rows of a search: listed wallets that match, then results of the directory. */
export function getSearchRows(input: WalletListInput, search: WalletSearch): readonly WalletRow[] {
  const name = search.search.toLowerCase()
  const listed = getAllWalletRows(input).filter(
    (row) => (!search.certified || row.isCertified) && row.name.toLowerCase().includes(name),
  )
  if (!getSearchResult(input, search)) return listed
  const ids = new Set(listed.map(({ id }) => id))
  return [...listed, ...getFoundRows(input).filter(({ id }) => !ids.has(id))]
}

/** The rows of the current search results. */
export function getFoundRows(input: WalletListInput): readonly WalletRow[] {
  const found = input.registry.directory?.found?.wallets ?? []
  return installedFirst(
    toListingRows(
      input,
      found.filter((one) => isListingAllowed(input, one)),
      'custom',
    ),
  )
}
