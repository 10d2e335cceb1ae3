import { type DirectoryWallet, getWalletImage, getWallets } from '@latchkey/wire/http/wallets'
import type { ProviderPort } from '../runtime/ports.js'
import type { Widget } from '../widget.js'
import { sanitizeWalletName } from './sanitize.js'
import { isSupportedOn } from './walletListings.js'

export type WalletQuery = {
  readonly page?: number
  /** What the pages before gave. */
  readonly before?: readonly DirectoryWallet[] | undefined
  readonly entries: number
  readonly search?: string
  readonly certified?: boolean
  readonly include?: readonly string[] | undefined
  readonly exclude?: readonly string[]
}

export type WalletPage = {
  /** Those of the pages before, then those of this one. */
  readonly wallets: readonly DirectoryWallet[]
  /** How many match in all, as far as this device can use them. */
  readonly count: number
  /** Whether there are pages after this one. */
  readonly hasMore: boolean
}

/** The chains wallets are wanted for: the site's, or those of the one family asked for. */
export function getRequestedChains({ stores }: Widget): string {
  const { namespace } = stores.modal.get()
  return stores.network
    .get()
    .networks.filter((network) => namespace === undefined || network.namespace === namespace)
    .map(({ id }) => id)
    .join(',')
}

/** Asks the provider's directory; gives only wallets that can be used here. */
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
  const usable = data.filter(
    (wallet) => isSupportedOn(wallet, device) && serves(wallet, chains.split(',')),
  )
  const fresh = await Promise.all(usable.map((wallet) => withImage(provider, wallet)))
  const wallets = [...before, ...fresh]
  const unusable = (page - 1) * entries + data.length - wallets.length
  return {
    wallets,
    count: Math.max(wallets.length, count - unusable),
    hasMore: data.length > 0 && page * entries < count,
  }
}

/** Wallets the site excludes: never offered, only to be known by. */
export async function fetchExcludedWallets(
  { config, ports }: Widget,
  signal: AbortSignal,
): Promise<readonly DirectoryWallet[]> {
  const ids = config.excludeWalletIds
  if (ids.length === 0 || !ports.provider) return []
  const query = { include: ids.join(','), entries: String(Math.min(ids.length, 100)) }
  return (await ports.provider.call(getWallets, query, { signal })).data
}

function serves({ chains }: DirectoryWallet, wanted: readonly string[]): boolean {
  return !chains?.length || chains.some((chain) => wanted.includes(chain))
}

/** Images come from the provider wherever it has them: a page then needs to allow no other host. */
async function withImage(
  provider: ProviderPort,
  wallet: DirectoryWallet,
): Promise<DirectoryWallet> {
  const name = sanitizeWalletName(wallet.name) ?? wallet.id
  if (wallet.image_id === undefined) return { ...wallet, name }
  return {
    ...wallet,
    name,
    image_url: await provider.addressOf(getWalletImage, { id: wallet.image_id }),
  }
}
