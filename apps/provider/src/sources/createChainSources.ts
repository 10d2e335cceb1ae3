import type { Clock } from '../clock.js'
import type { HttpClient } from '../nodes/HttpClient.js'
import type { Nodes } from '../nodes/Nodes.js'
import { type Balances, createBalances } from './balance/createBalances.js'
import { createGasPrices, type GasPrices } from './gas/createGasPrices.js'
import { createHistory, type History } from './history/createHistory.js'
import { createSeenTokens } from './history/createSeenTokens.js'
import { createIdentities, type Identities, type OwnNames } from './identity/createIdentities.js'
import { createPrices, type Prices } from './price/createPrices.js'
import { createNftMetadata } from './tokens/createNftMetadata.js'
import { createTokens, type Tokens } from './tokens/createTokens.js'

/** Everything that is read from chains. */
export type ChainSources = {
  readonly clock: Clock
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly prices: Prices
  readonly balances: Balances
  readonly history: History
  readonly identities: Identities
  readonly gasPrices: GasPrices
}

export function createChainSources(parts: {
  readonly nodes: Nodes
  /** Reaches public addresses only: contracts name them. */
  readonly web: HttpClient
  /** Reaches the price services the operator named. */
  readonly http: HttpClient
  readonly ownNames: OwnNames
  readonly clock: Clock
  /** Such as `https://ipfs.example`; without it files on IPFS are not shown. */
  readonly ipfsGateway?: string | undefined
}): ChainSources {
  const { nodes, clock } = parts
  const tokens = createTokens(parts)
  const prices = createPrices({ ...parts, tokens })
  const nfts = createNftMetadata(parts)
  const seen = createSeenTokens(parts)
  return {
    clock,
    nodes,
    tokens,
    prices,
    balances: createBalances({ ...parts, tokens, prices, seen }),
    history: createHistory({ ...parts, tokens, nfts }),
    identities: createIdentities({ ...parts, nfts }),
    gasPrices: createGasPrices(nodes),
  }
}
