import type { Namespace } from '@latchkey/wire/caip'
import { createLatchkey } from '../bindings/element/createLatchkey.js'
import type { Latchkey } from '../boot/latchkey.js'
import type { LatchkeyOptions } from '../core/config/options.js'
import type { ChainFamily } from '../core/connection/family.js'
import type { NetworkInput } from '../core/network/network.js'
import { InvalidOptionError } from '../core/runtime/errors/config.js'

/** Every option of `createLatchkey`, with networks by name instead of networks and families. */
export type ScriptOptions = Omit<LatchkeyOptions, 'networks' | 'families' | 'defaultNetwork'> & {
  /** The names of `latchkey/networks`, by chain family; a family nobody names is never fetched. */
  readonly chains: { readonly [namespace in Namespace]?: readonly string[] }
  /** The name of the network to start on when the visitor has not chosen one before. Default: the first. */
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

/** The families a tag can ask for. */
export const namespaces = Object.keys(families) as readonly Namespace[]

/** Fetches the chain families that are named and starts a widget with their networks, in that order. */
export async function start({
  chains,
  defaultNetwork,
  ...options
}: ScriptOptions): Promise<Latchkey> {
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
    networks: [first, ...others],
    defaultNetwork: initial,
    families: loaded.map(({ family }) => family),
  })
}

function networkNamed(name: string, networks: Networks): NetworkInput {
  const found = Object.hasOwn(networks, name) ? networks[name] : undefined
  if (typeof found === 'object') return found
  throw new InvalidOptionError('chains', `names no network that is known: \`${name}\``)
}
