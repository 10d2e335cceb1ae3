import type { RequestedNamespaces, SessionNamespaces } from '@latchkey/pairing/session'
import { familyName, familyNetworkOf } from '../../chain/familyNetwork.js'
import type { PhoneFamily } from './phoneFamily.js'

const supportedEvents = ['accountsChanged', 'chainChanged'] as const

export type ProposedNamespaces = {
  readonly required: RequestedNamespaces
  readonly optional: RequestedNamespaces
}

export type ProposedNamespace = {
  readonly namespace: string
  readonly chains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
}

export type Offer = {
  /** Families the wallet supports, in its order. */
  readonly namespaces: readonly ProposedNamespace[]
  /** Names of requested networks and methods the wallet lacks. */
  readonly otherChains: readonly string[]
  readonly obstacle?: string
}

type Ability = Pick<PhoneFamily, 'namespace' | 'chains' | 'methods'>

/** Former ids of Solana networks, which apps still send for old wallets. */
const formerIds = [
  'solana:4sGjMW1sUnHzSxGspuhpqLDx6wiyjNtZ',
  'solana:8E9rvCKLFQia2Y35HXjjpWzj8weVo44K',
]

/** What the wallet can grant of a proposal, and what is missing. */
export function offerFor(
  { required, optional }: ProposedNamespaces,
  abilities: readonly Ability[],
): Offer {
  const all = [...entriesOf(required), ...entriesOf(optional)]
  const has = (chain: string) => abilities.some(({ chains }) => chains.includes(chain))
  const namespaces = abilities.flatMap((ability) => {
    const requested = all.filter((entry) => entry.namespace === ability.namespace)
    const chains = unique(requested.flatMap((entry) => entry.chains)).filter(has)
    if (chains.length === 0) return []
    const methods = unique(requested.flatMap((entry) => entry.methods))
    const events = unique(requested.flatMap((entry) => entry.events))
    return {
      namespace: ability.namespace,
      chains,
      methods: methods.filter((method) => ability.methods.includes(method)),
      events: events.filter((event) => supportedEvents.some((known) => known === event)),
    }
  })
  const missing = unique(all.flatMap((entry) => entry.chains)).filter(
    (chain) => !has(chain) && !formerIds.includes(chain),
  )
  const obstacle = obstacleIn(entriesOf(required), abilities, namespaces.length)
  return {
    namespaces,
    otherChains: unique(missing.map(nameOf)),
    ...(obstacle && { obstacle }),
  }
}

/** Session namespaces: an account's addresses on every proposed chain. */
export function grant(
  { namespaces }: Pick<Offer, 'namespaces'>,
  addressesOn: (chain: string) => readonly string[],
): SessionNamespaces {
  return Object.fromEntries(
    namespaces.map(({ namespace, chains, methods, events }) => [
      namespace,
      { chains, accounts: accountsOn(chains, addressesOn), methods, events },
    ]),
  )
}

/** CAIP-10 ids of addresses on chains. */
export function accountsOn(
  chains: readonly string[],
  addressesOn: (chain: string) => readonly string[],
): string[] {
  return chains.flatMap((chain) => addressesOn(chain).map((address) => `${chain}:${address}`))
}

function obstacleIn(
  required: ReturnType<typeof entriesOf>,
  abilities: readonly Ability[],
  count: number,
): string | undefined {
  for (const { namespace, chains, methods } of required) {
    const ability = abilities.find((one) => one.namespace === namespace)
    const chain = chains.find((one) => !ability?.chains.includes(one))
    if (chain) return `The app needs ${nameOf(chain)}, which this wallet does not have.`
    const method = methods.find((one) => !ability?.methods.includes(one))
    if (method) return `The app needs ${method}, which this wallet cannot do.`
  }
  return count === 0 ? 'The app uses none of the networks of this wallet.' : undefined
}

function entriesOf(namespaces: RequestedNamespaces) {
  return Object.entries(namespaces).map(([key, { chains, methods, events }]) => ({
    namespace: key.split(':', 1)[0] ?? key,
    chains: chains ?? (key.includes(':') ? [key] : []),
    methods,
    events,
  }))
}

/** A network's name, or its family's name if it is unknown. */
function nameOf(chain: string): string {
  const { name } = familyNetworkOf(chain)
  return name === chain ? familyName(chain.split(':', 1)[0] ?? chain) : name
}

const unique = (items: readonly string[]): string[] => [...new Set(items)]
