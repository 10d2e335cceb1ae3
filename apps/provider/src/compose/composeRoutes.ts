import type { DirectoryWallet } from '@latchkey/wire/http/wallets'
import type { Sql } from 'postgres'
import { bundlerRoutes } from '../bundler/bundlerRoutes.js'
import { composeBundler } from '../bundler/composeBundler.js'
import type { Clock } from '../clock.js'
import type { BundlerConfig, OnrampConfig } from '../config/configFile.js'
import type { RawRoute, Route } from '../http/route.js'
import type { TokenKeys } from '../keys/tokenKeys.js'
import { failureName, type Log } from '../log.js'
import type { ChainSettings } from '../nodes/ChainSettings.js'
import { createNodes } from '../nodes/createNodes.js'
import type { Nodes } from '../nodes/Nodes.js'
import { createOutbound } from '../outbound/createOutbound.js'
import { accountRoutes } from '../routes/account/index.js'
import { chainRoutes, rpcProxyRoutes } from '../routes/chains/index.js'
import { convertRoutes } from '../routes/convert/index.js'
import { directoryRoutes } from '../routes/directory/index.js'
import { type OnrampParts, onrampRawRoutes, onrampRoutes } from '../routes/onramp/index.js'
import { priceRoutes } from '../routes/price/index.js'
import { profileRawRoutes, profileRoutes } from '../routes/profile/index.js'
import { projectRoutes } from '../routes/project/index.js'
import { reportRoutes } from '../routes/reports/index.js'
import { sessionRoutes } from '../routes/sessions/index.js'
import { signInKeyRoutes, signInRoutes } from '../routes/signIn/index.js'
import { createExchange } from '../sources/convert/createExchange.js'
import { createChainSources } from '../sources/createChainSources.js'
import { createDirectory } from '../sources/directory/createDirectory.js'
import { openImages } from '../sources/directory/openImages.js'
import { readCatalogue } from '../sources/directory/readCatalogue.js'
import type { GasPrices } from '../sources/gas/createGasPrices.js'
import { createCcipGateway } from '../sources/names/ccipGateway.js'
import { createNames } from '../sources/names/createNames.js'
import { createEnsNames } from '../sources/names/ensNames.js'
import type { ZoneSettings } from '../sources/names/zones.js'
import { createOnramp } from '../sources/onramp/createOnramp.js'
import { createQuotes } from '../sources/onramp/createQuotes.js'
import { createCoinbaseDriver } from '../sources/onramp/drivers/coinbaseDriver.js'
import { createMeldDriver } from '../sources/onramp/drivers/meldDriver.js'
import { defaultOnrampSettings } from '../sources/onramp/OnrampSettings.js'
import { createSandbox } from '../sources/onramp/sandbox/createSandbox.js'
import type { Prices } from '../sources/price/createPrices.js'
import { createSessions } from '../sources/sessions/createSessions.js'
import { createSignatures } from '../sources/signatures/createSignatures.js'
import { createSignIn } from '../sources/signIn/createSignIn.js'
import { createVerifySignIn } from '../sources/signIn/verifySignIn.js'
import { createSignInStore } from '../store/signIns.js'

/** The operator's settings for the routes. */
export type RouteSettings = {
  readonly chains: readonly ChainSettings[]
  readonly names?: ZoneSettings | undefined
  /** Without it, ENS clients cannot resolve names registered here. */
  readonly nameSignerKey?: `0x${string}` | undefined
  /** Sign the tokens of hosted sign-in. Without them, no project has it. */
  readonly signInKeys?: TokenKeys | undefined
  /** Without it, nothing can be bought. */
  readonly onramp?: OnrampConfig | undefined
  /** Without it, no chain has smart accounts. */
  readonly bundler?: BundlerConfig | undefined
  /** Wallets listed after the catalogue's. */
  readonly extraWallets?: readonly DirectoryWallet[] | undefined
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
  /** Rejects while a chain has no available node. */
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
  const { sql, clock, random, log, chains, ipfsGateway } = parts
  const http = createOutbound({ clock, allowPrivate: configuredUrls(chains) })
  const web = createOutbound({ clock, allowPrivate: parts.ownOrigins })
  const nodes = createNodes({ chains, http, web, clock, random })

  const signatures = createSignatures(nodes)
  const names = createNames({
    sql,
    clock,
    nodes,
    signatures,
    ...(parts.names && { zones: parts.names }),
  })
  const sources = createChainSources({ nodes, http, web, localNames: names, clock, ipfsGateway })
  const { prices, gasPrices } = sources
  const profile = {
    names,
    ensNames: createEnsNames(nodes),
    ccipGateway:
      parts.nameSignerKey && createCcipGateway({ names, signerKey: parts.nameSignerKey, clock }),
  }
  const onramp = parts.onramp && onrampParts(parts.onramp, { sql, nodes, clock, prices, gasPrices })
  const sandbox = onramp?.sandbox
  const stopDeliveries = sandbox?.watch(clock, (error) => {
    log({ level: 'warn', event: 'delivery-failed', reason: failureName(error) })
  })
  const bundlerParts = parts.bundler && composeBundler(parts.bundler, { sql, nodes, clock, log })
  const stopBundling = bundlerParts?.executor.watch(clock, (error) => {
    log({ level: 'warn', event: 'bundle-failed', reason: failureName(error) })
  })
  const { signInKeys } = parts
  const signIn =
    signInKeys &&
    createSignIn({
      store: createSignInStore(sql),
      keys: signInKeys,
      verify: createVerifySignIn({ nodes, signatures }),
      clock,
    })
  const directory = {
    directory: createDirectory(await readCatalogue({ extraWallets: parts.extraWallets ?? [] })),
    images: await openImages({ own: parts.imagesDir }),
  }

  return {
    routes: [
      ...projectRoutes({ socials: parts.socials }),
      ...directoryRoutes(directory),
      ...chainRoutes({ nodes }),
      ...accountRoutes({ ...sources, purchases: sandbox?.purchases }),
      ...priceRoutes({ ...sources, clock }),
      ...convertRoutes({ nodes, exchange: createExchange(nodes), gasPrices, clock }),
      ...profileRoutes(profile),
      ...sessionRoutes({ sessions: createSessions({ sql, clock, signatures }) }),
      ...(onramp ? onrampRoutes(onramp) : []),
      ...(signIn ? signInRoutes({ signIn }) : []),
    ],
    rawRoutes: [
      ...rpcProxyRoutes({ nodes }),
      ...profileRawRoutes(profile),
      ...(onramp ? onrampRawRoutes(onramp) : []),
      ...(bundlerParts ? bundlerRoutes(bundlerParts) : []),
      ...(signInKeys ? signInKeyRoutes(signInKeys) : []),
      ...reportRoutes(log),
    ],
    async checkNodes() {
      const health = nodes.health()
      for (const { id } of chains) {
        if (!health.some(({ chain, isUnavailable }) => chain === id && !isUnavailable)) {
          throw new Error('A chain has no available node.')
        }
      }
    },
    readMetrics: async () => (await bundlerParts?.readMetrics()) ?? [],
    async sweep() {
      await signIn?.sweep()
    },
    stop() {
      stopDeliveries?.()
      stopBundling?.()
      http.stop()
      web.stop()
    },
  }
}

/** Configured URLs are allowed at any address: callers cannot choose them. */
function configuredUrls(chains: readonly ChainSettings[]): string[] {
  return chains.flatMap(({ upstreams, prices }) => [
    ...upstreams,
    ...(prices?.kind === 'http' ? [prices.url] : []),
  ])
}

function onrampParts(
  config: OnrampConfig,
  parts: {
    readonly sql: Sql
    readonly nodes: Nodes
    readonly clock: Clock
    readonly prices: Prices
    readonly gasPrices: GasPrices
  },
): OnrampParts {
  const { sql, nodes, clock, prices, gasPrices } = parts
  const settings = {
    feeBasisPoints: config.feeBasisPoints ?? defaultOnrampSettings.feeBasisPoints,
    currencies: config.currencies ?? defaultOnrampSettings.currencies,
  }
  const quotes = createQuotes({ prices, gasPrices, settings })
  const createWith = (driver: Parameters<typeof createOnramp>[0]['driver']) =>
    createOnramp({ nodes, driver, quotes, settings })
  switch (config.driver) {
    case 'sandbox': {
      const { chains, treasuryKey } = config
      const sandbox = createSandbox({
        sql,
        nodes,
        clock,
        gasPrices,
        quotes,
        settings,
        chains,
        treasuryKey,
      })
      return { onramp: createWith(sandbox.driver), sandbox, clock }
    }
    case 'coinbase':
      return { onramp: createWith(createCoinbaseDriver(config)), clock }
    case 'meld':
      return { onramp: createWith(createMeldDriver(config)), clock }
  }
}
