import { allWalletRows, foundRows, type WalletListInput, type WalletRow } from './walletList.js'

export type WalletSearch = { readonly search: string; readonly certified: boolean }

/** Whether the directory's last answer is the answer to this search. */
export function isFound({ registry }: WalletListInput, { search, certified }: WalletSearch) {
  const found = registry.directory?.found
  return found?.search === search && found.certified === certified
}

/** What a search finds: among the wallets that are listed already, and in the directory's answer. */
export function searchedRows(input: WalletListInput, wanted: WalletSearch): readonly WalletRow[] {
  const name = wanted.search.toLowerCase()
  const here = allWalletRows(input).filter(
    (row) => (!wanted.certified || row.isCertified) && row.name.toLowerCase().includes(name),
  )
  if (!isFound(input, wanted)) return here
  const ids = new Set(here.map(({ id }) => id))
  return [...here, ...foundRows(input).filter(({ id }) => !ids.has(id))]
}
