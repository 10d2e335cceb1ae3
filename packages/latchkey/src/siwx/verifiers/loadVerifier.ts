import type { Namespace } from '@latchkey/wire/caip'
import type { Verifier } from './verifier.js'

/** Loaded per family, so that only the code of the families in use runs. */
export const loadVerifier: Readonly<Record<Namespace, () => Promise<Verifier>>> = {
  eip155: async () => (await import('./eip155.js')).verifyEip155,
  solana: async () => (await import('./solana.js')).verifySolana,
  bip122: async () => (await import('./bip122.js')).verifyBip122,
  polkadot: async () => (await import('./polkadot.js')).verifyPolkadot,
  cosmos: async () => (await import('./cosmos.js')).verifyCosmos,
}
