/** Texts of connecting to a wallet. Import as `* as connectingText`. */

export const connecting = {
  waitingTitle: (wallet: string) => `Continue in ${wallet}`,
  waitingText: 'Accept the connection request in your wallet.',
  declinedTitle: 'Connection declined',
  declinedText: 'Nothing was shared. Try again when you are ready.',
  failedTitle: 'Could not connect',
  busyTitle: 'A request is already open',
  busyText: (wallet: string) =>
    `Find the ${wallet} window and finish the request there, then try again.`,
  timeoutTitle: 'No response',
  timeoutText: (wallet: string) => `${wallet} did not respond. Unlock it, then try again.`,
  missingTitle: 'Not Detected',
  missingText: (wallet: string) =>
    `${wallet} is not running in this browser. Install or enable it, then reload the page.`,
  connectedTitle: 'Connected',
  tryAgain: 'Try again',
  otherWallet: 'Use another wallet',
  noWallet: (wallet: string) => `Don't have ${wallet}?`,
  get: 'Get',
} as const

/** For a wallet that is already connected, when the site allows several. */
export const linked = {
  title: (wallet: string) => `${wallet} is already connected`,
  text: (wallet: string) => `To add another account, choose it in ${wallet}. It appears here.`,
} as const

/** For a wallet that several chain families announced. */
export const multiChain = {
  title: (wallet: string) => `Select chain for ${wallet}`,
  text: 'Connect one of its chains, or all of them.',
  list: 'Chains',
  connected: 'Connected',
  all: 'Connect all',
  allWaitingText: 'Your wallet asks once for each chain. Accept each request there.',
  resultTitle: (connected: number, all: number) =>
    connected === 0 ? 'Nothing connected' : `Connected to ${connected} of ${all}`,
  resultText: 'Try the other chains again, or press Done.',
  nothingText: 'Nothing was shared. Try again when you are ready.',
  again: 'Try again',
  done: 'Done',
} as const
