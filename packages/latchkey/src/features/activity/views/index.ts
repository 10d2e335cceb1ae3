export function TransactionsView() {
  return null
}

/** The same list as a tab of the account. */
export function ActivityTab() {
  return null
}
