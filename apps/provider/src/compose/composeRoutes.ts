import { randomBytes } from 'node:crypto'
import type { Sql } from 'postgres'
import { bundlerRoutes } from '../bundler/bundlerRoutes.js'
import { composeBundler } from '../bundler/composeBundler.js'
import type { Clock } from '../clock.js'
import type { BundlerConfig, StructuredSettings } from '../config/structuredSettings.js'
import type { RawRoute, Route } from '../http/route.js'
import type { TokenKeys } from '../keys/tokenKeys.js'
import { failureName, type Log } from '../log.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { createNodes } from '../nodes/createNodes.js'
import { createOutbound } from '../outbound/createOutbound.js'
import { composePaymaster, type PaymasterConfig } from '../paymaster/composePaymaster.js'
import { accountRawRoutes, accountRoutes } from '../routes/account/index.js'
import { chainRoutes, rpcProxyRoutes } from '../routes/chains/index.js'
import { convertRoutes } from '../routes/convert/index.js'
import { directoryRoutes } from '../routes/directory/index.js'
import { onrampRawRoutes, onrampRoutes } from '../routes/onramp/index.js'
import { payRawRoutes, payRoutes } from '../routes/pay/index.js'
import { priceRoutes } from '../routes/price/index.js'
import { profileRawRoutes, profileRoutes } from '../routes/profile/index.js'
import { projectRoutes } from '../routes/project/index.js'
import { reportRoutes } from '../routes/reports/index.js'
import { sessionRoutes } from '../routes/sessions/index.js'
import { createExchanges } from '../sources/convert/createExchanges.js'
import { type KeyedAggregator, openAggregators } from '../sources/convert/openAggregators.js'
import { createUniswapV2Exchange } from '../sources/convert/uniswapV2.js'
import { createChainSources } from '../sources/createChainSources.js'
import { type DirectorySource, openDirectory } from '../sources/directory/openDirectory.js'
import { openImages } from '../sources/directory/openImages.js'
import { indexUrls, type KeyedIndex, openIndexes } from '../sources/indexes/openIndexes.js'
import { createCcipGateway } from '../sources/names/ccipGateway.js'
import { createNames } from '../sources/names/createNames.js'
import { createEnsNames } from '../sources/names/ensNames.js'
import { createSnsNames } from '../sources/names/snsNames.js'
import type { ZoneSettings } from '../sources/names/zones.js'
import { composeOnramp } from '../sources/onramp/composeOnramp.js'
import { type OnrampConfig, onrampProviders } from '../sources/onramp/onrampConfig.js'
import { toRestrictedTimezones } from '../sources/onramp/restrictedTimezones.js'
import { composePay } from '../sources/pay/composePay.js'
import type { PayConfig } from '../sources/pay/payConfig.js'
import { createTransfers } from '../sources/pay/transfers/createTransfers.js'
import { getPriceSources } from '../sources/price/priceSources.js'
import { createSessions } from '../sources/sessions/createSessions.js'
import { createSignatures } from '../sources/signatures/createSignatures.js'
import { createAccountDiscoveryStore } from '../store/accountDiscoveries.js'
import { createAccountHistoryStore } from '../store/accountHistory.js'
import { createAccountSignatureStore } from '../store/accountSignatures.js'
import { composeSignIn } from './composeSignIn.js'

/** The operator's settings for the routes. */
export type RouteSettings = {
  readonly chains: readonly ChainSettings[]
  /** Without it, no name can be registered. */
  readonly names?: ZoneSettings | undefined
  /** Without it, ENS clients cannot resolve names registered here. */
  readonly nameSignerKey?: `0x${string}` | undefined
  /** Sign the tokens of hosted sign-in. Without them, no project has it. */
  readonly signInKeys?: TokenKeys | undefined
  /** The mail server for email codes of hosted sign-in. It needs `hashKey`. */
  readonly mail?: StructuredSettings['mail'] | undefined
  /** Key for digests of codes and addresses, and for ids of payments; a random one by default. */
  readonly hashKey?: Buffer | undefined
  /** Services for swaps, before the chains' own exchanges. */
  readonly aggregators?: readonly KeyedAggregator[] | undefined
  /** Indexing services for chain data, before the chains' own logs. */
  readonly indexes?: readonly KeyedIndex[] | undefined
  /** Without it, nothing can be bought. */
  readonly onramp?: OnrampConfig | undefined
  /** Without it, no exchange is offered for payments. */
  readonly pay?: PayConfig | undefined
  /** Without it, no chain has smart accounts. */
  readonly bundler?: BundlerConfig | undefined
  /** Without it, nobody's gas is paid. It needs a bundler on its chains. */
  readonly paymaster?: PaymasterConfig | undefined
  /** Where the wallets come from, and the operator's changes. By default the packaged ones. */
  readonly catalogue?: DirectorySource | undefined
  /** A folder of images that override the shipped ones. */
  readonly imagesDir?: string | undefined
  /** The gateway for pictures on IPFS. */
  readonly ipfsGateway?: string | undefined
  /** The configured social log-ins, if the login site uses the same config. */
  readonly socials?: readonly string[] | undefined
}

export type ComposedRoutes = {
  readonly routes: readonly Route[]
  readonly rawRoutes: readonly RawRoute[]
  /** Rejects while no chain has an available node. */
  checkNodes(): Promise<void>
  /** Metrics besides those of requests, as lines of Prometheus text. */
  readMetrics(): Promise<readonly string[]>
  /** Call it regularly: removes what has expired. */
  sweep(): Promise<void>
  stop(): void
}

/** Creates all routes of the API and their sources. */
export async function composeRoutes(
  parts: RouteSettings & {
    readonly sql: Sql
    readonly clock: Clock
    readonly random: () => number
    readonly log: Log
    /** Origins allowed although they are on this machine or its network. */
    readonly ownOrigins: readonly string[]
  },
): Promise<ComposedRoutes> {
  const { sql, clock, random, log, chains, ipfsGateway, aggregators = [], indexes = [] } = parts
  const http = createOutbound({
    clock,
    allowPrivate: [...configuredUrls(chains, aggregators), ...indexUrls(indexes)],
  })
  const web = createOutbound({ clock, allowPrivate: parts.ownOrigins })
  const nodes = createNodes({ chains, http, web, clock, random })

  const signatures = createSignatures(nodes)
  const zones = parts.names ?? { open: [], readOnly: [] }
  const names = createNames({
    sql,
    clock,
    nodes,
    signatures,
    zones,
  })
  const historyStore = createAccountHistoryStore(sql, clock.now)
  const discoveryStore = createAccountDiscoveryStore(sql, clock.now)
  const sources = createChainSources({
    ...{ nodes, http, web, clock, ipfsGateway, historyStore, discoveryStore },
    signatureStore: createAccountSignatureStore(sql, clock.now),
    ...openIndexes(indexes, { http, clock, log }),
    localNames: names,
  })
  const { prices, gasPrices, tokens } = sources
  const opened = openAggregators(aggregators, { http, clock, nodes })
  const exchanges = createExchanges({
    nodes,
    clock,
    log,
    exchanges: [...opened.exchanges, createUniswapV2Exchange({ nodes, clock })],
    solana: opened.solana,
  })
  const profile = {
    names,
    ensNames: createEnsNames(nodes),
    snsNames: createSnsNames(nodes),
    ccipGateway:
      parts.nameSignerKey && createCcipGateway({ names, signerKey: parts.nameSignerKey, clock }),
  }
  // Also for services at addresses that the settings name.
  const services = createOutbound({ clock, allowPrivate: serviceUrls(parts.onramp) })
  const onramp =
    parts.onramp &&
    composeOnramp(parts.onramp, { sql, nodes, clock, http: services, prices, gasPrices })
  const stopPurchases = onramp?.watch((error) => {
    log({ level: 'warn', event: 'delivery-failed', reason: failureName(error) })
  })
  const secret = parts.hashKey ?? randomBytes(32)
  const transfers = createTransfers({ nodes, tokens, clock, secret })
  const pay = { ...composePay(parts.pay, { sql, nodes, clock, gasPrices }), transfers, clock }
  const stopPayments = pay.sandbox?.watch(clock, (error) => {
    log({ level: 'warn', event: 'payment-failed', reason: failureName(error) })
  })
  const paymasterParts =
    parts.bundler &&
    parts.paymaster &&
    composePaymaster(parts.paymaster, {
      ...{ ...parts.bundler, sql, nodes, clock, log },
      readDollars: async (chain, token) => {
        const found = await tokens.find(chain, [token])
        return prices.read(chain, [tokens.native(chain), ...found.values()])
      },
    })
  const bundlerParts =
    parts.bundler &&
    composeBundler(parts.bundler, {
      ...{ sql, nodes, clock, log },
      ...(paymasterParts && { paymastersOf: paymasterParts.paymastersOf }),
    })
  const stopSettling = paymasterParts?.watch()
  const stopBundling = bundlerParts?.executor.watch(clock, (error) => {
    log({ level: 'warn', event: 'bundle-failed', reason: failureName(error) })
  })
  const signIn =
    parts.signInKeys &&
    (await composeSignIn({ ...parts, keys: parts.signInKeys, nodes, signatures }))
  const directory = {
    directory: await openDirectory(parts.catalogue ?? {}, { clock, log }),
    images: await openImages({ own: parts.imagesDir }),
  }

  return {
    routes: [
      ...projectRoutes({
        socials: parts.socials,
        swaps: ['1inch', ...(opened.solana ? ['jupiter'] : [])],
        onramp: onrampFeature(parts.onramp),
        nameZones: zones.open,
        hasEmailCodes: signIn?.hasEmailCodes,
      }),
      ...directoryRoutes(directory),
      ...chainRoutes({ nodes, exchanges }),
      ...accountRoutes({ ...sources, purchases: onramp?.purchases }),
      ...priceRoutes({ ...sources, clock }),
      ...convertRoutes({ nodes, exchanges, gasPrices, clock }),
      ...profileRoutes(profile),
      ...sessionRoutes({ sessions: createSessions({ sql, clock, signatures }) }),
      ...(onramp ? onrampRoutes({ ...onramp, clock }) : []),
      ...payRoutes(pay),
      ...(signIn?.routes ?? []),
    ],
    rawRoutes: [
      ...rpcProxyRoutes({ nodes }),
      ...accountRawRoutes(sources),
      ...profileRawRoutes(profile),
      ...(onramp ? onrampRawRoutes({ ...onramp, clock }) : []),
      ...payRawRoutes(pay),
      ...(bundlerParts
        ? bundlerRoutes({ bundler: bundlerParts.bundler, paymaster: paymasterParts?.paymaster })
        : []),
      ...(signIn?.rawRoutes ?? []),
      ...reportRoutes(log),
    ],
    async checkNodes() {
      const health = nodes.health()
      // One chain that is down must not take the others with it.
      if (health.length > 0 && health.every(({ isUnavailable }) => isUnavailable)) {
        throw new Error('No chain has an available node.')
      }
    },
    readMetrics: async () => [
      ...((await bundlerParts?.readMetrics()) ?? []),
      ...((await paymasterParts?.readMetrics()) ?? []),
    ],
    async sweep() {
      await Promise.all([signIn?.sweep(), historyStore.sweep(), discoveryStore.sweep()])
    },
    stop() {
      stopPurchases?.()
      stopPayments?.()
      stopBundling?.()
      stopSettling?.()
      signIn?.stop()
      directory.directory.stop()
      http.stop()
      web.stop()
      services.stop()
    },
  }
}

/** Configured URLs are allowed at any address: callers cannot choose them. */
function configuredUrls(
  chains: readonly ChainSettings[],
  aggregators: readonly KeyedAggregator[],
): string[] {
  const ofChains = chains.flatMap((chain) => [
    ...chain.upstreams,
    ...getPriceSources(chain).flatMap((source) => ('url' in source ? [source.url] : [])),
  ])
  return [...ofChains, ...aggregators.map(({ url }) => url)]
}

function serviceUrls(onramp: OnrampConfig | undefined): string[] {
  return (onramp ? onrampProviders(onramp) : []).flatMap((service) =>
    'apiUrl' in service && service.apiUrl !== undefined ? [service.apiUrl] : [],
  )
}

/** What the configuration of projects says about buying. */
function onrampFeature(onramp: OnrampConfig | undefined) {
  return {
    available: (onramp ? onrampProviders(onramp) : []).map(({ driver }) => driver),
    restrictedTimezones: toRestrictedTimezones(onramp?.restrictedTimezones),
  }
}
