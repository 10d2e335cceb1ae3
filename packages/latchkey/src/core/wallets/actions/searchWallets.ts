import type { Widget } from '../../widget.js'
import type { WalletListInput } from '../installedWallets.js'
import type { WalletSearchResult } from '../store.js'
import { getAllWalletRows, installedFirst, toListingRows, type WalletRow } from '../walletList.js'
import { isListingAllowed } from '../walletListings.js'

export type SearchWalletsParameters = {
  readonly search: string
  /** Only wallets with the directory's certificate. */
  readonly certified: boolean
  readonly signal?: AbortSignal | undefined
}

/** Looks wallets up in the provider's directory, after a pause for typing; a newer search ends it. */
export async function searchWallets(
  widget: Widget,
  parameters: SearchWalletsParameters,
): Promise<void> {
  const { loadSearchPage } = await import('../../config/providerData.lazy.js')
  await loadSearchPage(widget, parameters)
}

export type ListWalletsParameters = { readonly signal?: AbortSignal | undefined }

/** Reads the next page of the provider's directory; resolves at once when all of it is listed. */
export async function listWallets(
  widget: Widget,
  parameters: ListWalletsParameters = {},
): Promise<void> {
  const { loadWalletPage } = await import('../../config/providerData.lazy.js')
  await loadWalletPage(widget, parameters)
}

export type WalletSearch = { readonly search: string; readonly certified: boolean }

/** What the directory has answered to this search so far. */
export function getSearchResult(
  { registry }: WalletListInput,
  { search, certified }: WalletSearch,
): WalletSearchResult | undefined {
  const found = registry.directory?.found
  return found?.search === search && found.certified === certified ? found : undefined
}

/** What a search finds: among the wallets that are listed already, and in the directory's answer. */
export function getSearchRows(input: WalletListInput, wanted: WalletSearch): readonly WalletRow[] {
  const name = wanted.search.toLowerCase()
  const here = getAllWalletRows(input).filter(
    (row) => (!wanted.certified || row.isCertified) && row.name.toLowerCase().includes(name),
  )
  if (!getSearchResult(input, wanted)) return here
  const ids = new Set(here.map(({ id }) => id))
  return [...here, ...getFoundRows(input).filter(({ id }) => !ids.has(id))]
}

/** The answers of a search in the directory, as rows. */
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
