import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { NetworkNotFoundError } from '../runtime/errors/network.js'
import type { Widget } from '../widget.js'
import { getActiveNetwork, getNetworks } from './store.js'

/** A network in the form the widget uses. */
export type Network = {
  readonly id: NetworkId
  readonly namespace: Namespace
  /** The chain id in decimal for eip155, a genesis hash elsewhere. */
  readonly reference: string
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /** For chain reads, in this order. May contain the site's API key, so never shared. */
  readonly rpcUrls: readonly string[]
  /** Public endpoints, shared with wallets and the login frame. */
  readonly publicRpcUrls: readonly string[]
  /** `rpcUrls` is the provider's proxy; `publicRpcUrls` are used if it does not support the chain. */
  readonly isProxied?: boolean | undefined
  readonly explorer?: { readonly name: string; readonly url: string } | undefined
  readonly isTestnet: boolean
  readonly imageUrl?: string | undefined
}

/** A network as sites pass it: a viem chain with optional further fields. */
export type NetworkInput = {
  readonly id: number | string
  readonly name: string
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  readonly rpcUrls: { readonly default: { readonly http: readonly string[] } }
  readonly blockExplorers?:
    | { readonly default: { readonly name: string; readonly url: string } }
    | undefined
  readonly testnet?: boolean | undefined
  readonly chainNamespace?: Namespace | undefined
  readonly caipNetworkId?: NetworkId | undefined
  readonly assets?:
    | { readonly imageId?: string | undefined; readonly imageUrl?: string | undefined }
    | undefined
}

/** The active network of a namespace, or its first one. */
export function getPreferredNetwork(widget: Widget, namespace: Namespace): Network {
  const state = widget.stores.network.get()
  const network = getActiveNetwork(state, namespace) ?? getNetworks(state, namespace)[0]
  if (!network) throw new NetworkNotFoundError(namespace)
  return network
}
