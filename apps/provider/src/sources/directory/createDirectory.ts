import type { CheckedInputOf } from '@latchkey/wire/http/endpoint'
import type { DirectoryWallet, getWallets } from '@latchkey/wire/http/wallets'
import { createNameSearch, fold, prepareName, type SearchableName } from './nameSearch.js'

export type WalletQuery = CheckedInputOf<typeof getWallets>

export type Directory = {
  /** One page of the matching wallets, and the total number of matches. */
  find(query: WalletQuery): { readonly data: DirectoryWallet[]; readonly count: number }
}

type Entry = {
  readonly wallet: DirectoryWallet
  readonly name: SearchableName
  readonly chains: ReadonlySet<string>
}

/** A searchable list of wallets that keeps their order. */
export function createDirectory(wallets: readonly DirectoryWallet[]): Directory {
  const entries: readonly Entry[] = wallets.map((wallet) => ({
    wallet,
    name: prepareName(wallet.name),
    chains: new Set(wallet.chains),
  }))
  return {
    find(query) {
      const matches = rank(entries.filter(createFilter(query)), query.search)
      const start = (query.page - 1) * query.entries
      const page = matches.slice(start, start + query.entries)
      return { data: page.map(({ wallet }) => wallet), count: matches.length }
    },
  }
}

/** An empty list matches every wallet. */
function createFilter(query: WalletQuery): (entry: Entry) => boolean {
  const { include = [], exclude = [], chains = [], names = [], rdns = [] } = query
  const included = new Set(include)
  const excluded = new Set(exclude)
  const named = new Set(names.map(fold))
  const announced = new Set(rdns)
  const badge = query.badge ?? query.badge_type
  return ({ wallet, name, chains: known }) =>
    (included.size === 0 || included.has(wallet.id)) &&
    !excluded.has(wallet.id) &&
    (badge === undefined || (wallet.badge_type ?? 'none') === badge) &&
    (chains.length === 0 || chains.some((chain) => known.has(chain))) &&
    // Both describe installed wallets, so a match of either is enough.
    ((named.size === 0 && announced.size === 0) ||
      named.has(name.folded) ||
      (wallet.rdns !== undefined && announced.has(wallet.rdns)))
}

/** Best match first; equal matches keep their order. */
function rank(entries: readonly Entry[], search: string | undefined): readonly Entry[] {
  if (!search) return entries
  const matchTier = createNameSearch(search)
  const tiers: Entry[][] = [[], [], [], []]
  for (const entry of entries) {
    const tier = matchTier(entry.name)
    if (tier !== undefined) tiers[tier]?.push(entry)
  }
  return tiers.flat()
}
