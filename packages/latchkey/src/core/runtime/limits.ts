/** Every limit and delay, in milliseconds unless the name says otherwise. Sections are the specification's. */

/** §4, §9: how long a disconnect may take. */
export const disconnectWait = 3_000
/** §9: pause before a toast that replaces another. */
export const toastReshowDelay = 150
/** From here on a wait is long, and a toast says that it goes on. */
export const longWait = 1_000
/** Visual direction: how long a toast stays. */
export const toastDuration = 5_000
/** §9. */
export const shakeDuration = 500
/** §9: native balance and portfolio. */
export const balanceLifetime = 30_000
/** §5, §9: no new balance request for this long after a failed one. */
export const balanceRetryGap = 30_000
/** How long a kept balance may still be shown, marked, while a new one is on its way. */
export const staleBalanceLifetime = 300_000
/** Public surface §8.3: how often shown holdings are asked for. */
export const holdingsPolling = 10_000
/** Holdings of one account kept for a later page load, and named in a request for fresh ones. */
export const cachedHoldings = 100
export const maxForcedHoldings = 50
/** What a token may say of itself: characters of its name and symbol, decimals of its unit. */
export const tokenNameLength = 128
export const tokenSymbolLength = 32
export const tokenDecimals = 36
/** §9: entries kept. */
export const recentWallets = 2
/** Connections kept for a later page load, of each chain family, and accounts of each. */
export const storedConnections = 20
export const storedAccounts = 50
/** Characters kept of what wallets tell, per chain family. */
export const snapshotLength = 65_536
/** An address of the web that is kept with one. */
export const linkLength = 2_048
/** §9: HTTP transport. */
export const httpTimeout = 10_000
/** §9: fallback polling of a node. */
export const nodePolling = 4_000
/** §9: a pairing offer, and when it counts as expired. */
export const pairingLifetime = 240_000
export const pairingExpiryMargin = 10_000
/** How long a wallet may think over a connection or a signature. Its user is reading. */
export const walletDecisionWait = 300_000
/** How long a wallet may take for what needs nobody's consent. */
export const walletSilentWait = 10_000
/** How long a send may wait for its receipt (§9). */
export const receiptWait = 25_000
/** Skeletons and busy marks appear after this, so that fast answers do not flicker. */
export const skeletonDelay = 150
/** §9 display: decimals of balances and fiat, characters of addresses. */
export const balanceDecimals = 3
export const fiatDecimals = 2
/** Public surface §8.2: decimals of a token's amount, characters of a name on the wallet chip. */
export const holdingDecimals = 4
export const chipNameLength = 16
export const addressCharsStart = 4
export const addressCharsEnd = 6
/** Public surface §4.6: typing pause before the network list is filtered. */
export const networkSearchDelay = 100
/** Public surface §4.5: typing pause before an account name is looked for. */
export const nameSearchDelay = 500
/** How long a reconnect waits for its wallet to be announced. */
export const announcementWait = 3_000

/** §5, §9: pause between two email logins. */
export const emailCooldown = 30_000
/** §9: names, avatars and identities of accounts. */
export const identityLifetime = 300_000
/** A failed lookup of them is left alone for this long. */
export const identityRetryGap = 30_000
/** How long the account button waits for a name before it is first drawn with the address. */
export const nameWait = 300
/** §9: wallets per page of recommendations, list and search; images fetched ahead per page. */
export const recommendedPage = 4
export const listPage = 40
export const searchPage = 100
export const prefetchedImages = 20
/** §9: a search shows its result no sooner. */
export const searchDelay = 300
/** §9: pending transactions watched, and how often. */
export const watchedTransactions = 99
export const transactionPolling = 30_000
/** §9: the login frame. */
export const frameLoadTimeout = 20_000
export const frameRequestTimeout = 120_000
export const frameReadyDelay = 500
export const notAllowedDelay = 300
/** What people do in the login frame takes its time: codes, links, confirmations (§9 times machines only). */
export const frameScreenWait = 1_200_000
/** How often a frame that owes an answer is looked after: nobody waits a second for one that is gone. */
export const framePolling = 900
/** §4: what of `disconnectWait` the login frame has for a sign-out, which counts as done then. */
export const signOutWait = 2_900
/** §4: how long a page that loads waits to hear whether a login is still good. */
export const loginRestoreWait = 3_000
/** How long a page sent away to log in may take to come back. */
export const socialRedirectTimeout = 600_000
/** Answers of the login frame that may still come after their request was given up. */
export const lateResponses = 32
/** §9: calls in one batch to a node. */
export const nodeBatch = 1_000
/** Calls in one batch to a provider's proxy, which takes no more. */
export const proxyBatch = 20
/** How long a node that never answered is left alone. */
export const nodeRetryGap = 30_000
/** §9: how long images are waited for before a view shows without them. */
export const imageWait = 2_000
/** §9: size of the social login window, in pixels. */
export const socialPopup = { width: 600, height: 800 } as const
/** §9: log kept, in bytes; error reports per minute. */
export const logBuffer = 1_000_000
/** Characters of one line of the log. */
export const logLine = 8_192
export const errorReports = 5
export const errorReportWindow = 60_000
/** §9: characters of an email shown. */
export const emailLabelLength = 30
/** §9 display: decimals of transaction quantities. */
export const quantityDecimals = 3
/** Calls to the provider: tries after the first, the pause before them, and the largest answer in bytes. */
export const providerRetries = 2
export const providerRetryPause = 250
export const providerResponseSize = 10_485_760
/** How long a list of the directory counts as fresh, and a failed one is left alone. */
export const directoryLifetime = 300_000
export const directoryRetryGap = 5_000
/** Usage events: how long they gather before they are sent, and how many may wait. */
export const eventsPause = 2_000
export const waitingEvents = 100
/** Public surface §8.3: typing pause before tokens, names and addresses are looked for. */
export const typingPause = 500
/** How long two tabs need to learn of each other's entries in storage. */
export const tabSettling = 100
/** How long a tab waits for another that is writing an entry. */
export const tabLockWait = 3_000
/** How long a transfer that nobody knows the fate of stands in the way of the same one. */
export const unclearTransferLifetime = 86_400_000
