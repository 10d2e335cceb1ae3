import type { Clock } from '../clock.js'
import type { HttpClient } from '../nodes/HttpClient.js'
import type { Nodes } from '../nodes/Nodes.js'
import type { AccountDiscoveryStore } from '../store/accountDiscoveries.js'
import type { AccountHistoryStore } from '../store/accountHistory.js'
import type { AccountSignatureStore } from '../store/accountSignatures.js'
import { type Balances, createBalances } from './balance/createBalances.js'
import { createGasPrices, type GasPrices } from './gas/createGasPrices.js'
import { createHistory, type History } from './history/createHistory.js'
import { createReceived } from './history/createReceived.js'
import { createTransactionSearch } from './history/transactionSearch.js'
import { createIdentities, type Identities, type LocalNames } from './identity/createIdentities.js'
import { type ChainIndexes, createIndexes } from './indexes/createIndexes.js'
import { createIndexedSignatures, createTokenAccounts } from './indexes/indexedSolana.js'
import {
  createIndexedNfts,
  createIndexedSearch,
  createIndexedTokens,
} from './indexes/indexedSources.js'
import type { SolanaIndexes } from './indexes/openIndexes.js'
import { createNftMetadata } from './nfts/createNftMetadata.js'
import { createNftPictures, type NftPictures } from './nfts/createNftPictures.js'
import { createNfts, type Nfts } from './nfts/createNfts.js'
import { createSolanaNfts, type SolanaNfts } from './nfts/createSolanaNfts.js'
import { createPictures, type Pictures } from './pictures/createPictures.js'
import { createPrices, type Prices } from './price/createPrices.js'
import { createTokens, type Tokens } from './tokens/createTokens.js'

/** All data sources that read from chains. */
export type ChainSources = {
  readonly clock: Clock
  readonly nodes: Nodes
  readonly tokens: Tokens
  readonly prices: Prices
  readonly balances: Balances
  readonly history: History
  readonly identities: Identities
  readonly nfts: Nfts
  readonly nftPictures: NftPictures
  readonly solanaNfts: SolanaNfts
  readonly pictures: Pictures
  readonly gasPrices: GasPrices
}

export function createChainSources(parts: {
  readonly nodes: Nodes
  /** For URLs that contracts name: public addresses only. */
  readonly web: HttpClient
  /** For the configured price services. */
  readonly http: HttpClient
  readonly localNames: LocalNames
  readonly clock: Clock
  /** Indexing services for EVM chains, before the chains' own logs. */
  readonly indexes?: ChainIndexes
  /** Indexing services for Solana, before what its nodes list. */
  readonly solanaIndexes?: SolanaIndexes
  /** Such as `https://ipfs.example`; without it IPFS files are not available. */
  readonly ipfsGateway?: string | undefined
  /** Keeps what was read about accounts; without it, everything is read again. */
  readonly historyStore?: AccountHistoryStore | undefined
  readonly signatureStore?: AccountSignatureStore | undefined
  readonly discoveryStore?: AccountDiscoveryStore | undefined
}): ChainSources {
  const { nodes, clock } = parts
  const none = { clock, onFailure: () => {} }
  const {
    indexes = createIndexes([], none),
    solanaIndexes = {
      compressed: createIndexes([], none),
      tokenAccounts: createIndexes([], none),
      signatures: createIndexes([], none),
    },
  } = parts
  const tokenAccounts = createTokenAccounts({ nodes, indexes: solanaIndexes.tokenAccounts })
  const tokens = createTokens(parts)
  const prices = createPrices({ ...parts, tokens })
  const metadata = createNftMetadata(parts)
  const received = createReceived(parts)
  const indexed = { nodes, clock, indexes, received }
  const search = createIndexedSearch({ ...indexed, search: createTransactionSearch(parts) })
  const pictures = createPictures(parts)
  return {
    clock,
    nodes,
    tokens,
    prices,
    balances: createBalances({
      ...{ ...parts, tokens, prices, tokenAccounts },
      received: createIndexedTokens(indexed),
    }),
    history: createHistory({
      ...{ ...parts, tokens, search },
      nfts: metadata,
      signatures: createIndexedSignatures(solanaIndexes.signatures),
      store: parts.historyStore,
    }),
    identities: createIdentities({ ...parts, nfts: metadata }),
    nfts: createNfts({ ...parts, received: createIndexedNfts(indexed), metadata }),
    nftPictures: createNftPictures({ metadata, pictures }),
    solanaNfts: createSolanaNfts({
      ...{ ...parts, tokens, tokenAccounts, pictures },
      compressed: solanaIndexes.compressed,
    }),
    pictures,
    gasPrices: createGasPrices(nodes),
  }
}
