/**
 * The public WalletConnect relay, where the wallets of others listen. Reown runs it: it needs a project id
 * from dashboard.reown.com (`relayProjectId`), your site among that project's allowed origins, and the terms
 * you accept there apply. It sees visitors' addresses and when messages are sent, never their content.
 */
export const publicRelayUrl = 'wss://relay.walletconnect.com'
