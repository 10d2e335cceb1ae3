/** Texts of smart sessions. Import as `* as sessionsText`. */

export const list = {
  /** The row of the settings that opens the list. */
  row: 'Smart Sessions',
  rowText: 'What sites may do without asking',
  list: 'Sites with permissions',
  intro: 'These sites may act for this account, up to the limits below.',
  ended: 'Ended',
  emptyTitle: 'No smart sessions',
  emptyText: 'Sites that may act for this account without asking each time appear here.',
  failedTitle: 'The list could not be loaded',
  failedText: 'Permissions are not affected. Try again in a moment.',
  incomplete: 'Some sessions may be missing',
  incompleteText: 'The list could not be loaded completely. Try again in a moment.',
  unknownSite: 'Unknown site',
  unknownWallet: 'Details are in your wallet',
  on: (network: string) => `on ${network}`,
  until: (time: string) => `Until ${time}`,
  expired: (time: string) => `Expired ${time}`,
  revoked: 'Revoked',
  notStarted: (time: string) => `Starts ${time}`,
  unread: 'The network cannot be reached, so what is left is not known.',
  retry: 'Try again',
  unlimited: 'No limit',
  invalid: 'This entry is not signed by this account. It allows nothing.',
  limits: (site: string) => `What is left for ${site}`,
  calls: 'Calls',
  rate: (period: string) => `Calls per ${period}`,
  fees: 'Network fees',
  sponsored: 'Paid by a sponsor',
  noFees: 'None from this account',
  left: (left: string, max: string) => `${left} of ${max}`,
  perPeriod: (symbol: string, period: string) => `${symbol} per ${period}`,
  resets: (time: string) => `Resets in ${time}`,
  contracts: 'Contracts',
  revoke: 'Revoke',
  revokeLabel: (site: string) => `Revoke the permission of ${site}`,
  revoking: 'Revoking…',
  revokedToast: 'Permission revoked',
  fetchFailed: 'Failed to fetch smart sessions',
  revokeFailed: 'Failed to revoke smart session',
} as const

/** Names of periods, by seconds; any other is a number of seconds. */
export const periods: Readonly<Record<number, string>> = {
  1: 'second',
  60: 'minute',
  3600: 'hour',
  86400: 'day',
  604800: 'week',
  2592000: '30 days',
}
export const seconds = (count: number) => `${count} s`

export const created = {
  title: 'Smart session created',
  text: (site: string) => `${site} can now act for this account, up to the limits you confirmed.`,
  thisSite: 'This site',
  manage: 'Manage smart sessions',
  done: 'Got it!',
} as const
