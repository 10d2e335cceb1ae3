import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { NetworkNotFoundError } from '../runtime/errors/network.js'
import type { Widget } from '../widget.js'
import { getActiveNetwork, getNetworks } from './store.js'

/** A network as the widget holds it, whatever shape the site gave. */
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
  /** Asked in this order when the page reads the chain; may hold the site's key, so never sent on. */
  readonly rpcUrls: readonly string[]
  /** The chain's own public endpoints, given to wallets and the login frame. */
  readonly publicRpcUrls: readonly string[]
  /** `rpcUrls` is the provider's proxy. `publicRpcUrls` are asked only once it says that it does not serve the chain. */
  readonly isProxied?: boolean | undefined
  readonly explorer?: { readonly name: string; readonly url: string } | undefined
  readonly isTestnet: boolean
  readonly imageUrl?: string | undefined
}

/** A network as a site may give it: the shape of a viem chain, with our fields optional. */
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

/** The network to be on in a namespace: its active one, or the first the site named. */
export function getPreferredNetwork(widget: Widget, namespace: Namespace): Network {
  const state = widget.stores.network.get()
  const network = getActiveNetwork(state, namespace) ?? getNetworks(state, namespace)[0]
  if (!network) throw new NetworkNotFoundError(namespace)
  return network
}
