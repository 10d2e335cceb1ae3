/** What actions and effects tell the visitor by toast. */
export const actionText = {
  addressCopied: 'Address copied',
  linkCopied: 'Link copied',
  copyFailed: 'Failed to copy',
  switchingAccount: 'Switching account…',
  disconnecting: 'Disconnecting wallet…',
  notAllowed: 'Action not allowed',
  /** Specification §8. */
  balanceUnavailable: 'Token Balance Unavailable',
} as const
