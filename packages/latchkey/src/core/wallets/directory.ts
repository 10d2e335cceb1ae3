import { type DirectoryWallet, getWalletImage, getWallets } from '@latchkey/wire/http/wallets'
import type { ProviderPort } from '../runtime/ports.js'
import type { Widget } from '../widget.js'
import { sanitizeWalletName } from './sanitize.js'
import { isSupportedOn, supportsNetwork } from './walletListings.js'

export type WalletQuery = {
  readonly page?: number
  /** The wallets of earlier pages. */
  readonly before?: readonly DirectoryWallet[] | undefined
  readonly entries: number
  readonly search?: string
  readonly certified?: boolean
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[]
}

export type WalletPage = {
  /** The wallets of earlier pages, then those of this one. */
  readonly wallets: readonly DirectoryWallet[]
  /** The number of matches that this device supports, on all pages. */
  readonly count: number
  /** Whether there are pages after this one. */
  readonly hasMore: boolean
}

/** The chains a wallet must support: those of the site, or of the requested namespace. */
export function getRequestedChains({ stores }: Widget): string {
  const { namespace } = stores.modal.get()
  return stores.network
    .get()
    .networks.filter((network) => namespace === undefined || network.namespace === namespace)
    .map(({ id }) => id)
    .join(',')
}

/** Fetches a page of the provider's directory; only wallets that this device and site support. */
export async function fetchWallets(
  widget: Widget,
  { page = 1, before = [], entries, search, certified, include, exclude = [] }: WalletQuery,
  signal: AbortSignal,
): Promise<WalletPage> {
  const {
    provider,
    page: { device },
  } = widget.ports
  if (!provider) return { wallets: [], count: 0, hasMore: false }
  const chains = getRequestedChains(widget)
  const { data, count } = await provider.call(
    getWallets,
    {
      page: String(page),
      entries: String(entries),
      search,
      badge_type: certified ? 'certified' : undefined,
      include: include?.join(','),
      exclude: exclude.join(','),
      chains,
    },
    { signal },
  )
  const requested = chains.split(',')
  const usable = data.filter(
    (wallet) =>
      isSupportedOn(wallet, device) && supportsNetwork(wallet, (id) => requested.includes(id)),
  )
  const added = await Promise.all(usable.map((wallet) => withImage(provider, wallet)))
  const wallets = [...before, ...added]
  const unusable = (page - 1) * entries + data.length - wallets.length
  return {
    wallets,
    count: Math.max(wallets.length, count - unusable),
    hasMore: data.length > 0 && page * entries < count,
  }
}

/** Wallets the site excludes, to recognise them among the installed ones. */
export async function fetchExcludedWallets(
  { config, ports }: Widget,
  signal: AbortSignal,
): Promise<readonly DirectoryWallet[]> {
  const ids = config.excludeWalletIds
  if (ids.length === 0 || !ports.provider) return []
  const query = { include: ids.join(','), entries: String(Math.min(ids.length, 100)) }
  return (await ports.provider.call(getWallets, query, { signal })).data
}

/** Uses images of the provider, so that a page needs to allow no other image host. */
async function withImage(
  provider: ProviderPort,
  wallet: DirectoryWallet,
): Promise<DirectoryWallet> {
  const name = sanitizeWalletName(wallet.name) ?? wallet.id
  if (wallet.image_id === undefined) return { ...wallet, name }
  return {
    ...wallet,
    name,
    image_url: await provider.getUrl(getWalletImage, { id: wallet.image_id }),
  }
}
