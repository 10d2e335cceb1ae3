/** Words of connecting to a wallet. Import as `* as connectingText`. */

export const connecting = {
  waitingTitle: (wallet: string) => `Continue in ${wallet}`,
  waitingText: 'Accept the connection request in your wallet.',
  declinedTitle: 'Connection declined',
  declinedText: 'Nothing was shared. You can ask again whenever you like.',
  failedTitle: 'Could not connect',
  busyTitle: 'A request is already open',
  busyText: (wallet: string) =>
    `Find the ${wallet} window and finish the request there, then try again.`,
  timeoutTitle: 'No answer',
  timeoutText: (wallet: string) => `${wallet} stayed silent. Unlock it, then try again.`,
  missingTitle: 'Not Detected',
  missingText: (wallet: string) =>
    `${wallet} is not running in this browser. Install or enable it, then reload the page.`,
  connectedTitle: 'Connected',
  tryAgain: 'Try again',
  otherWallet: 'Use another wallet',
  noWallet: (wallet: string) => `Don't have ${wallet}?`,
  get: 'Get',
} as const

/** Of a wallet that is connected already, where there may be several. */
export const linked = {
  title: (wallet: string) => `${wallet} is already connected`,
  text: (wallet: string) => `To add another account, choose it in ${wallet}. It appears here.`,
} as const

/** Of a wallet that several chain families found. */
export const multiChain = {
  title: (wallet: string) => `Select chain for ${wallet}`,
  text: 'Connect one of its chains, or all of them.',
  list: 'Chains',
  connected: 'Connected',
  all: 'Connect all',
  allWaitingText: 'Your wallet asks once for each chain. Accept each request there.',
  resultTitle: (connected: number, all: number) =>
    connected === 0 ? 'Nothing connected' : `Connected to ${connected} of ${all}`,
  resultText: 'Go on, or ask for the rest again.',
  nothingText: 'Nothing was shared. You can ask again whenever you like.',
  again: 'Try again',
  done: 'Done',
} as const
