import {
  getAnalyticsConfig,
  getProjectConfig,
  type ProjectFeature,
} from '@latchkey/wire/http/config'
import type { DirectoryWallet } from '@latchkey/wire/http/wallets'
import { createResource, type Resource } from '../runtime/createResource.js'
import { ProviderError } from '../runtime/errors/provider.js'
import * as limits from '../runtime/limits.js'
import { getOrCreate, type Widget } from '../widget.js'
import { fetchExcludedWallets, fetchWallets } from './directory.js'

type Suggestions = {
  readonly featured: readonly DirectoryWallet[]
  readonly recommended: readonly DirectoryWallet[]
  readonly excluded: readonly DirectoryWallet[]
  readonly count: number
}

/** Cached responses of the provider. */
export type ProviderResources = {
  readonly features: Resource<void, readonly ProjectFeature[]>
  readonly suggestions: Resource<{ readonly chains: string }, Suggestions>
  readonly isAnalyticsEnabled: Resource<void, boolean>
}

export function providerResourcesOf(widget: Widget): ProviderResources {
  return getOrCreate(widget, createProviderResources)
}

const forever = Number.POSITIVE_INFINITY

function createProviderResources(widget: Widget): ProviderResources {
  const { ports, signal } = widget
  const { clock } = ports
  const shared = { clock, signal, retryGap: limits.directoryRetryGap }

  function provider() {
    if (!ports.provider) throw new ProviderError('unreachable')
    return ports.provider
  }

  return {
    features: createResource({
      ...shared,
      key: () => '',
      lifetime: forever,
      load: async (_, loadSignal) =>
        (await provider().call(getProjectConfig, {}, { signal: loadSignal })).features,
    }),
    suggestions: createResource({
      ...shared,
      key: ({ chains }) => chains,
      lifetime: limits.directoryLifetime,
      load: (_, loadSignal) => fetchSuggestions(widget, loadSignal),
    }),
    isAnalyticsEnabled: createResource({
      ...shared,
      key: () => '',
      lifetime: forever,
      load: async (_, loadSignal) =>
        (await provider().call(getAnalyticsConfig, {}, { signal: loadSignal })).isAnalyticsEnabled,
    }),
  }
}

async function fetchSuggestions(widget: Widget, signal: AbortSignal): Promise<Suggestions> {
  const { config, ports } = widget
  const { featuredWalletIds: ids, excludeWalletIds, includeWalletIds: include } = config
  const [chosen, { wallets: recommended, count }, excluded] = await Promise.all([
    ids.length > 0
      ? fetchWallets(
          widget,
          { entries: Math.min(ids.length, limits.searchPage), include: ids },
          signal,
        )
      : undefined,
    fetchWallets(
      widget,
      { entries: limits.recommendedPage, include, exclude: [...excludeWalletIds, ...ids] },
      signal,
    ),
    fetchExcludedWallets(widget, signal),
  ])
  const featured = ids.flatMap((id) => chosen?.wallets.find((wallet) => wallet.id === id) ?? [])
  const images = [...featured, ...recommended].flatMap(({ image_url }) => image_url ?? [])
  await ports.provider?.preloadImages(images)
  return { featured, recommended, excluded, count }
}
