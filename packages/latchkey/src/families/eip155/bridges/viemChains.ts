import { type Chain, type FallbackTransport, fallback, http, type Transport } from 'viem'
import type { Network } from '../../../core/network/network.js'
import * as limits from '../../../core/runtime/limits.js'
import { isUnsupportedChain } from '../../shared/isUnsupportedChain.js'
import { toChainId } from './bridgedWidget.js'

/**
 * A network as a viem chain. The site's own definition wins: contracts such as multicall, fees and
 * formatters are not part of the widget's networks.
 */
export function toChain(network: Network, known: readonly Chain[] = []): Chain {
  const { name, nativeCurrency, publicRpcUrls, explorer, isTestnet } = network
  const id = toChainId(network.reference)
  return {
    id,
    name,
    nativeCurrency,
    ...(explorer && { blockExplorers: { default: explorer } }),
    ...(isTestnet && { testnet: true }),
    ...known.find((chain) => chain.id === id),
    // viem passes these to wallets; reads go through `toTransport`.
    rpcUrls: { default: { http: publicRpcUrls } },
  }
}

/** Tries the network's nodes in order, with the limits of the specification (§9). */
export function toTransport({ rpcUrls, publicRpcUrls, isProxied }: Network): FallbackTransport {
  const nodes = (urls: readonly string[]) => urls.map((url) => http(url, httpOptions))
  if (!isProxied) return fallback(nodes(rpcUrls))
  return fallback([viaProxy(rpcUrls[0]), ...nodes(publicRpcUrls)])
}

const httpOptions = { timeout: limits.httpTimeout, batch: { batchSize: limits.nodeBatch } }

/** A provider's proxy. Once it reports that it does not serve the chain, it gets no more requests. */
function viaProxy(url: string | undefined): Transport {
  let isUnsupported = false
  return (config) => {
    const proxy = http(url, {
      ...httpOptions,
      async onFetchResponse(response) {
        isUnsupported ||= await isUnsupportedChain(response.clone())
      },
    })(config)
    const request: typeof proxy.request = async (call, options) => {
      if (isUnsupported) throw new TypeError('The provider does not serve this chain')
      return proxy.request(call, options)
    }
    return { ...proxy, request }
  }
}
