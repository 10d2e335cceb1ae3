/** Every limit and delay, in milliseconds unless the name says otherwise. Sections are the specification's. */

/** §4, §9: how long a disconnect may take. */
export const disconnectWait = 3_000
/** §9: pause before a toast that replaces another. */
export const toastReshowDelay = 150
/** Visual direction: how long a toast stays. */
export const toastStay = 5_000
/** §9. */
export const shakeDuration = 500
/** §9: native balance and portfolio. */
export const balanceLifetime = 30_000
/** §5, §9: no new balance request for this long after a failed one. */
export const balanceRetryGap = 30_000
/** §9: entries kept. */
export const recentWallets = 2
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
/** Announced wallets shown; pages can announce without end. */
export const announcedWallets = 50
/** A wallet's icon, in characters of its `data:` address. */
export const iconLength = 262_144
/** A wallet's name, in characters. */
export const walletNameLength = 64
/** How long a send may wait for its receipt (§9). */
export const receiptWait = 25_000
/** Skeletons and busy marks appear after this, so that fast answers do not flicker. */
export const skeletonDelay = 150
/** §9 display: decimals of balances and fiat, characters of addresses. */
export const balanceDecimals = 3
export const fiatDecimals = 2
export const addressCharsStart = 4
export const addressCharsEnd = 6
/** Public surface §4.6: typing pause before the network list is filtered. */
export const networkSearchDelay = 100
/** How long a reconnect waits for its wallet to be announced. */
export const announcementWait = 3_000
