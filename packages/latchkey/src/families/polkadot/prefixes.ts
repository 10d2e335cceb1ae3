import { type NetworkId, referenceOf } from '@latchkey/wire/caip'

/** Stands for any network. */
const anyNetwork = 42
/** Beyond, and 46 and 47, are reserved. */
const largestPrefix = 16_383

/** By the first 32 digits of the genesis hash. */
const known: Readonly<Record<string, number>> = {
  // Polkadot, and its asset hub
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  '68d56f15f85d3136970ec16946040bc1': 0,
  // Kusama, and its asset hub
  b0a8d493285c2df73290dfb7e61f870f: 2,
  '48239ef607d7928874027a43a6768920': 2,
  // Astar, Bifrost, Acala, Hydration
  '9eb76c5184c4ab8679d2d5d819fdf90b': 5,
  '262e1b2ad728475fd6fe88e62d34c200': 6,
  fc41b9bd8ef8fe53d58c7ea67c794c7e: 10,
  afdc188f45c71dacbaa0b62e16a91f72: 63,
}

/** The prefix that addresses of a network are written with. */
export function prefixOf(
  networkId: NetworkId,
  given: Readonly<Record<string, number>> = {},
): number {
  const own = Object.hasOwn(given, networkId) ? given[networkId] : undefined
  if (own !== undefined && Number.isInteger(own) && own >= 0 && own <= largestPrefix) return own
  return known[referenceOf(networkId)] ?? anyNetwork
}
