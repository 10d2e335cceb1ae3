/** Toasts of actions and effects. */
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

/** Texts of the modal around the views. */
export const modalText = {
  shell: {
    close: 'Close',
    back: 'Back',
    help: 'What is a wallet?',
    untitled: 'Wallet',
    selectNetwork: (network: string | undefined) =>
      network ? `Network: ${network}. Change network` : 'Choose a network',
    loading: 'Loading',
    clear: 'Clear search',
    copied: 'Copied',
    opensNewTab: 'opens in a new tab',
    or: 'or',
    dismiss: 'Dismiss',
    connected: (wallet: string) => `Connected with ${wallet}`,
    disconnected: 'Disconnected',
    failureTitle: 'This screen could not be shown',
    failureBody: 'Nothing was sent or lost. Try again.',
    loadFailureBody: 'Nothing was sent or lost. Check your connection, then try again.',
    retry: 'Try again',
    ring: {
      waiting: (name: string) => `Waiting for ${name}`,
      declined: (name: string) => `Declined in ${name}`,
      error: (name: string) => `${name} reported a problem`,
      success: (name: string) => `${name} is connected`,
    },
    toast: { success: 'Success', error: 'Error', loading: 'Please wait' },
    alert: { error: 'Error', warning: 'Warning', info: 'Note' },
  },
} as const
