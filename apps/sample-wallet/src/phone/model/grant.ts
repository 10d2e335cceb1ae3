import type { RequestedNamespaces, SessionNamespaces } from '@latchkey/pairing/session'
import { caip2Of, chainIdOf, networkOf } from '../../chain/network.js'

export const supportedMethods = [
  'eth_accounts',
  'eth_chainId',
  'eth_requestAccounts',
  'eth_sendTransaction',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v4',
  'personal_sign',
  'wallet_switchEthereumChain',
] as const
const supportedEvents = ['accountsChanged', 'chainChanged'] as const

export type Wishes = {
  readonly required: RequestedNamespaces
  readonly optional: RequestedNamespaces
}

export type Offer = {
  readonly chains: readonly number[]
  readonly otherChains: readonly string[]
  readonly methods: readonly string[]
  readonly events: readonly string[]
  readonly obstacle?: string
}

/** What of a dapp's wishes this wallet can give, and what stands in the way. */
export function offerFor({ required, optional }: Wishes, known: readonly number[]): Offer {
  const all = [...entriesOf(required), ...entriesOf(optional)]
  const asked = unique(all.flatMap((entry) => entry.chains))
  const has = (chain: string) => known.includes(chainIdOf(chain) ?? -1)
  const methods = unique(all.flatMap((entry) => entry.methods)).filter(isSupportedMethod)
  const events = unique(all.flatMap((entry) => entry.events)).filter((event) =>
    supportedEvents.some((supported) => supported === event),
  )
  const chains = asked.filter(has).map((chain) => chainIdOf(chain) as number)
  const obstacle = obstacleIn(entriesOf(required), has, chains.length)
  return {
    chains,
    otherChains: asked.filter((chain) => !has(chain)).map(nameOf),
    methods,
    events,
    ...(obstacle && { obstacle }),
  }
}

/** The namespaces of a session: one account on every chain of the offer. */
export function grant({ chains, methods, events }: Offer, address: string): SessionNamespaces {
  const ids = chains.map(caip2Of)
  return {
    eip155: { chains: ids, accounts: ids.map((id) => `${id}:${address}`), methods, events },
  }
}

function obstacleIn(
  required: ReturnType<typeof entriesOf>,
  has: (chain: string) => boolean,
  count: number,
): string | undefined {
  const chain = required.flatMap((entry) => entry.chains).find((one) => !has(one))
  if (chain) return `The app needs ${nameOf(chain)}, which this wallet does not have.`
  const method = required.flatMap((entry) => entry.methods).find((one) => !isSupportedMethod(one))
  if (method) return `The app needs ${method}, which this wallet cannot do.`
  return count === 0 ? 'The app uses none of the networks of this wallet.' : undefined
}

function entriesOf(namespaces: RequestedNamespaces) {
  return Object.entries(namespaces).map(([key, { chains, methods, events }]) => ({
    chains: chains ?? (key.includes(':') ? [key] : []),
    methods,
    events,
  }))
}

function nameOf(chain: string): string {
  const id = chainIdOf(chain)
  return id === undefined ? (chain.split(':', 1)[0] ?? chain) : networkOf(id).name
}

export const isSupportedMethod = (method: string): boolean =>
  supportedMethods.some((supported) => supported === method)

const unique = (items: readonly string[]): string[] => [...new Set(items)]
