/** Every limit and delay, in milliseconds unless the name says otherwise. Sections are the specification's. */

/** §4, §9: how long a disconnect may take. */
export const disconnectWait = 3_000
/** §9: pause before a toast that replaces another. */
export const toastReshowDelay = 150
/** A toast reports a wait that is longer than this. */
export const longWait = 1_000
/** Visual direction: how long a toast is shown. */
export const toastDuration = 5_000
/** §9. */
export const shakeDuration = 500
/** §9: native balance and portfolio. */
export const balanceLifetime = 30_000
/** §5, §9: no new balance request for this long after a failed one. */
export const balanceRetryGap = 30_000
/** How long a stored balance may be shown, marked as stale, while a new one loads. */
export const staleBalanceLifetime = 300_000
/** Public surface §8.3: how often visible holdings are reloaded. */
export const holdingsPolling = 10_000
/** Holdings per account in the cache, and named in a forced request. */
export const cachedHoldings = 100
export const maxForcedHoldings = 50
/** Longest token name and symbol, and most decimals. */
export const tokenNameLength = 128
export const tokenSymbolLength = 32
export const tokenDecimals = 36
/** §9: entries kept. */
export const recentWallets = 2
/** Stored connections per chain family, and accounts of each. */
export const storedConnections = 20
export const storedAccounts = 50
/** Characters of the snapshot cache, per chain family. */
export const snapshotLength = 65_536
/** Characters of a stored link. */
export const linkLength = 2_048
/** §9: HTTP transport. */
export const httpTimeout = 10_000
/** §9: fallback polling of a node. */
export const nodePolling = 4_000
/** §9: a pairing offer, and when it counts as expired. */
export const pairingLifetime = 240_000
export const pairingExpiryMargin = 10_000
/** How long a QR code waits for the sign-in message of the site; later the wallet only connects. */
export const pairingSignInWait = 5_000
/** How long a wallet's user may take to approve a request. */
export const walletDecisionWait = 300_000
/** How long a wallet may take for a request without a prompt. */
export const walletSilentWait = 10_000
/** How long a send may wait for its receipt (§9). */
export const receiptWait = 25_000
/** Skeletons and spinners appear after this, so that fast responses do not flicker. */
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
/** Pause after a failed request of them. */
export const identityRetryGap = 30_000
/** How long the account button waits for a name before it shows the address. */
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
/** How long the site's code or server may take to create a message, or to read or store a session. */
export const signInCallWait = 15_000
/** Public surface §7.13: a prepared sign-in message is replaced after this. */
export const signInMessageLifetime = 300_000
/** Public surface §7.13: a sign-in session is read again after this. */
export const sessionLifetime = 300_000
/** How often an expiring sign-in session is checked: timers stop while a device sleeps. */
export const sessionExpiryPolling = 60_000
/** How far clocks may differ. */
export const clockSkew = 300_000
/** §9: the login frame. */
export const frameLoadTimeout = 20_000
export const frameRequestTimeout = 120_000
export const frameReadyDelay = 500
export const notAllowedDelay = 300
/** For screens of the login frame, where people type and confirm (§9 limits machines only). */
export const frameScreenWait = 1_200_000
/** How often a frame with a pending request is checked: no event fires when an iframe is removed. */
export const framePolling = 900
/** §4: the login frame's share of `disconnectWait`; after it the sign-out counts as done. */
export const signOutWait = 2_900
/** §4: how long a loading page waits for the log-in status. */
export const loginRestoreWait = 3_000
/** How long a log-in redirect may take. */
export const socialRedirectTimeout = 600_000
/** Cancelled requests of the login frame whose late responses are ignored. */
export const lateResponses = 32
/** §9: calls in one batch to a node or the provider's proxy. */
export const nodeBatch = 1_000
/** Pause after a node that did not respond. */
export const nodeRetryGap = 30_000
/** §9: how long a view waits for images. */
export const imageWait = 2_000
/** §9: size of the social login window, in pixels. */
export const socialPopup = { width: 600, height: 800 } as const
/** §9: size of the log buffer in bytes; error reports per minute. */
export const logBuffer = 1_000_000
/** Characters of one line of the log. */
export const logLine = 8_192
export const errorReports = 5
export const errorReportWindow = 60_000
/** §9: characters of an email shown. */
export const emailLabelLength = 30
/** §9 display: decimals of transaction quantities. */
export const quantityDecimals = 3
/** Calls of the provider: retries, the first pause before one, and the largest response in bytes. */
export const providerRetries = 2
export const providerRetryPause = 250
export const providerResponseSize = 10_485_760
/** Lifetime of a directory list, and pause after a failed one. */
export const directoryLifetime = 300_000
export const directoryRetryGap = 5_000
/** Usage events: delay before a batch is sent, and its largest size. */
export const eventsPause = 2_000
export const waitingEvents = 100
/** Public surface §8.3: typing pause before tokens, names and addresses are looked for. */
export const typingPause = 500
/** How long a storage change takes to reach other tabs. */
export const tabSettling = 100
/** How long a tab waits for another tab's lock. */
export const tabLockWait = 3_000
/** How long a transfer with unknown outcome blocks the same transfer. */
export const unclearTransferLifetime = 86_400_000
/** Public surface §4.10: the window of an on-ramp provider, in pixels. */
export const onrampPopup = { width: 600, height: 800 } as const
/** Public surface §4.10: how often a purchase is looked for, and for how long without a sign of it. */
export const purchasePolling = 4_000
export const purchaseSignWait = 180_000
/** How long a purchase that is known to the provider is followed. */
export const purchaseWait = 3_600_000
/** Purchases remembered on this device, and for how long an unpaid one can be continued. */
export const storedPurchases = 20
export const unpaidPurchaseLifetime = 1_800_000
/** Lifetime of the on-ramp options, and of the quotes that are shown. */
export const onrampOptionsLifetime = 300_000
export const onrampQuoteLifetime = 30_000
/** Pause after a failed call of them. */
export const onrampRetryGap = 1_000
/** Public surface §8.3: the window of an exchange, in pixels. */
export const exchangePopup = { width: 480, height: 720 } as const
/** Wire protocols: how often a deposit from an exchange is looked for, and after its window closed. */
export const depositPolling = 5_000
export const depositPolls = 20
/** Public surface §4.14: how often a payment is looked for, and how long its success is shown. */
export const paymentPolling = 3_000
export const paidPause = 3_000
/** Public surface §4.14: exchanges offered for a payment. */
export const shownExchanges = 2
/** How long a payment by exchange, or without a receipt, is followed. */
export const paymentWait = 1_800_000
/** Public surface §8.3: pause before a typed amount is quoted, and how often a quote is refreshed. */
export const swapInputDelay = 200
export const swapPolling = 10_000
/** How long a quote may be signed. */
export const swapQuoteLifetime = 15_000
/** Public surface §8.3: how long the arguments of a swap wait for the account's tokens. */
export const swapTokensWait = 5_000
/** Shorter than `swapPolling`: each refresh reads prices and gas prices again. */
export const swapPriceLifetime = 9_000
/** Wire protocols §2.3. */
export const supportedChainsLifetime = 86_400_000
/** How often the allowance on the chain is read after an approval. */
export const approvalPolling = 1_000
/** Permissions that this browser remembers, and for how long after their end. */
export const storedGrants = 50
export const endedGrantLifetime = 604_800_000
/** Lifetime of what the chain says about a permission, and pause after a failed read. */
export const grantStatusLifetime = 10_000
export const grantStatusRetryGap = 1_000
/** How long the chain may take to show a revocation, and how often it is asked. */
export const revocationWait = 60_000
export const revocationPolling = 1_000
