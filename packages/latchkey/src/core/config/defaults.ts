/** The relay most wallets are reached through today. Give it in `relayUrls` to use it. */
export const publicRelayUrl = 'wss://relay.walletconnect.org'
