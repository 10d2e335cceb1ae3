export function NftView() {
  return null
}

/** The grid, as a tab of the account. */
export function NftsTab() {
  return null
}
