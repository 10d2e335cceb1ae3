import type { Widget } from '../../widget.js'
import type { WalletListInput } from '../offeredWallets.js'
import type { WalletsFound } from '../store.js'
import { allWalletRows, installedFirst, listingRows, type WalletRow } from '../walletList.js'
import { isWanted } from '../walletListings.js'

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
  const { findWallets } = await import('../../config/providerData.js')
  await findWallets(widget, parameters)
}

export type ListWalletsParameters = { readonly signal?: AbortSignal | undefined }

/** Reads the next page of the provider's directory; resolves at once when all of it is listed. */
export async function listWallets(
  widget: Widget,
  parameters: ListWalletsParameters = {},
): Promise<void> {
  const { listPage } = await import('../../config/providerData.js')
  await listPage(widget, parameters)
}

export type WalletSearch = { readonly search: string; readonly certified: boolean }

/** What the directory has answered to this search so far. */
export function foundBy(
  { registry }: WalletListInput,
  { search, certified }: WalletSearch,
): WalletsFound | undefined {
  const found = registry.directory?.found
  return found?.search === search && found.certified === certified ? found : undefined
}

/** What a search finds: among the wallets that are listed already, and in the directory's answer. */
export function searchedRows(input: WalletListInput, wanted: WalletSearch): readonly WalletRow[] {
  const name = wanted.search.toLowerCase()
  const here = allWalletRows(input).filter(
    (row) => (!wanted.certified || row.isCertified) && row.name.toLowerCase().includes(name),
  )
  if (!foundBy(input, wanted)) return here
  const ids = new Set(here.map(({ id }) => id))
  return [...here, ...foundRows(input).filter(({ id }) => !ids.has(id))]
}

/** The answers of a search in the directory, as rows. */
export function foundRows(input: WalletListInput): readonly WalletRow[] {
  const found = input.registry.directory?.found?.wallets ?? []
  return installedFirst(
    listingRows(
      input,
      found.filter((one) => isWanted(input, one)),
      'custom',
    ),
  )
}
