/** What a wallet may say of itself. Apart from the other limits: every page's first script has these. */

/** Announced wallets shown; pages can announce without end. */
export const announcedWallets = 50
/** A wallet's icon, in characters of its `data:` address. */
export const iconLength = 262_144
/** A wallet's name, in characters. */
export const walletNameLength = 64
