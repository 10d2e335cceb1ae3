import type { CheckedInputOf } from '@latchkey/wire/http/endpoint'
import type { DirectoryWallet, getWallets } from '@latchkey/wire/http/wallets'
import { createNameSearch, fold, prepareName, type SearchableName } from './nameSearch.js'

export type WalletQuery = CheckedInputOf<typeof getWallets>

export interface Directory {
  /** One page of the wallets that fit, and how many fit in all. */
  find(query: WalletQuery): { readonly data: DirectoryWallet[]; readonly count: number }
}

type Entry = {
  readonly wallet: DirectoryWallet
  readonly name: SearchableName
  readonly chains: ReadonlySet<string>
}

/** The wallets given, in the order given. */
export function createDirectory(wallets: readonly DirectoryWallet[]): Directory {
  const entries: readonly Entry[] = wallets.map((wallet) => ({
    wallet,
    name: prepareName(wallet.name),
    chains: new Set(wallet.chains),
  }))
  return {
    find(query) {
      const fitting = rank(entries.filter(createFilter(query)), query.search)
      const start = (query.page - 1) * query.entries
      const page = fitting.slice(start, start + query.entries)
      return { data: page.map(({ wallet }) => wallet), count: fitting.length }
    },
  }
}

/** An empty list asks for nothing in particular. */
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
    // Both describe wallets that a browser has: by what they announce, or else by their name.
    ((named.size === 0 && announced.size === 0) ||
      named.has(name.folded) ||
      (wallet.rdns !== undefined && announced.has(wallet.rdns)))
}

/** Best fit first; what fits equally well keeps its order. */
function rank(entries: readonly Entry[], search: string | undefined): readonly Entry[] {
  if (!search) return entries
  const judge = createNameSearch(search)
  const tiers: Entry[][] = [[], [], [], []]
  for (const entry of entries) {
    const tier = judge(entry.name)
    if (tier !== undefined) tiers[tier]?.push(entry)
  }
  return tiers.flat()
}
