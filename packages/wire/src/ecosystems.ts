import type { Namespace } from './caip.js'

/** Names of the chain families. Sign-in messages contain them (CAIP-122), so a change breaks sign-in. */
export const ecosystems: Readonly<Record<Namespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}
