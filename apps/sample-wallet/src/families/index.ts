import { createBip122Family } from './bip122.js'
import { createCosmosFamily } from './cosmos.js'
import { createPolkadotFamily } from './polkadot.js'
import type { SampleFamily, SampleNamespace } from './sampleFamily.js'
import { createSolanaFamily } from './solana.js'

const makers: Readonly<Record<SampleNamespace, () => SampleFamily>> = {
  solana: createSolanaFamily,
  bip122: createBip122Family,
  polkadot: createPolkadotFamily,
  cosmos: createCosmosFamily,
}

/** The wallet's families besides eip155; keys are derived on first use. */
export function createFamilies(namespaces: readonly string[]): SampleFamily[] {
  return Object.entries(makers)
    .filter(([namespace]) => namespaces.includes(namespace))
    .map(([, make]) => make())
}
