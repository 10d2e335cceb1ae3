import type { Namespace } from '@latchkey/wire/caip'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import { defineBuyElement } from '../bindings/element/buyElement.js'
import { createLatchkey } from '../bindings/element/createLatchkey.js'
import type { Latchkey } from '../boot/latchkey.js'
import type { LatchkeyOptions } from '../core/config/options.js'
import type { ChainFamily } from '../core/connection/family.js'
import type { NetworkInput } from '../core/network/network.js'
import { InvalidOptionError } from '../core/runtime/errors/config.js'

/** All options of `createLatchkey`, with network names instead of networks and families. */
export type ScriptOptions = Omit<
  LatchkeyOptions,
  'networks' | 'families' | 'defaultNetwork' | 'wallets'
> & {
  /** Names from `latchkey/networks`, by chain family. Families without names are not loaded. */
  readonly chains: { readonly [namespace in Namespace]?: readonly string[] }
  /** Wallets, or names from `latchkey/wallets`; `all` is the whole list. */
  readonly wallets?: readonly (string | WalletListing)[] | undefined
  /** The name of the first network for visitors who have not chosen one. Default: the first of `chains`. */
  readonly defaultNetwork?: string | undefined
}

type Networks = { readonly [name: string]: NetworkInput | ((...given: never[]) => unknown) }

type FamilyParts = { readonly create: () => ChainFamily; readonly networks: Networks }

const families: { readonly [namespace in Namespace]: () => Promise<FamilyParts> } = {
  eip155: async () => ({
    create: (await import('../families/eip155/index.js')).eip155,
    networks: await import('../families/eip155/networks.js'),
  }),
  solana: async () => ({
    create: (await import('../families/solana/index.js')).solana,
    networks: await import('../families/solana/networks.js'),
  }),
  bip122: async () => ({
    create: (await import('../families/bip122/index.js')).bip122,
    networks: await import('../families/bip122/networks.js'),
  }),
  polkadot: async () => ({
    create: (await import('../families/polkadot/index.js')).polkadot,
    networks: await import('../families/polkadot/networks.js'),
  }),
  cosmos: async () => ({
    create: (await import('../families/cosmos/index.js')).cosmos,
    networks: await import('../families/cosmos/networks.js'),
  }),
}

/** The chain families a tag can name. */
export const namespaces = Object.keys(families) as readonly Namespace[]

/** Loads the named chain families and creates a widget with their networks, in that order. */
export async function start({
  chains,
  defaultNetwork,
  wallets,
  ...options
}: ScriptOptions): Promise<Latchkey> {
  defineBuyElement()
  const named = namespaces.filter((namespace) => chains[namespace]?.length)
  const loaded = await Promise.all(
    named.map(async (namespace) => {
      const { create, networks } = await families[namespace]()
      const wanted = chains[namespace] ?? []
      const entries = wanted.map((name) => [name, networkNamed(name, networks)] as const)
      return { family: create(), networks: new Map(entries) }
    }),
  )
  const offered = new Map(loaded.flatMap(({ networks }) => [...networks]))
  const [first, ...others] = offered.values()
  if (!first)
    throw new InvalidOptionError(
      'chains',
      'must name at least one network, such as mainnet of eip155',
    )
  const initial = defaultNetwork === undefined ? first : offered.get(defaultNetwork)
  if (!initial) throw new InvalidOptionError('defaultNetwork', 'is not among `chains`')
  return createLatchkey({
    ...options,
    wallets: wallets && (await findWallets(wallets)),
    networks: [first, ...others],
    defaultNetwork: initial,
    families: loaded.map(({ family }) => family),
  })
}

/** The list of wallets is loaded only for a page that names one. */
async function findWallets(
  wanted: readonly (string | WalletListing)[],
): Promise<readonly WalletListing[]> {
  if (!wanted.some((wallet) => typeof wallet === 'string'))
    return wanted as readonly WalletListing[]
  const known: { readonly [name: string]: unknown } = await import('../wallets/packagedWallets.js')
  return wanted.flatMap((wallet) => {
    if (typeof wallet !== 'string') return wallet
    const found = Object.hasOwn(known, wallet === 'all' ? 'wallets' : wallet)
    if (!found) throw new InvalidOptionError('wallets', `names an unknown wallet: \`${wallet}\``)
    return known[wallet === 'all' ? 'wallets' : wallet] as WalletListing | readonly WalletListing[]
  })
}

function networkNamed(name: string, networks: Networks): NetworkInput {
  const found = Object.hasOwn(networks, name) ? networks[name] : undefined
  if (typeof found === 'object') return found
  throw new InvalidOptionError('chains', `names no network that is known: \`${name}\``)
}
