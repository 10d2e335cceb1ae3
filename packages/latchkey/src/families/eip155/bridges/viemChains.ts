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
  const nodes = (urls: readonly string[], batchSize = limits.nodeBatch) =>
    urls.map((url) => http(url, { timeout: limits.httpTimeout, batch: { batchSize } }))
  if (!isProxied) return fallback(nodes(rpcUrls))
  return fallback([viaProxy(rpcUrls[0], fallback(nodes(publicRpcUrls)))])
}

/**
 * A provider's proxy. Once it reports that it does not serve the chain, the other transport takes over.
 */
function viaProxy(url: string | undefined, unserved: Transport): Transport {
  let isUnsupported = false
  return (config) => {
    const proxy = http(url, {
      timeout: limits.httpTimeout,
      batch: { batchSize: limits.proxyBatch },
      async onFetchResponse(response) {
        isUnsupported ||= await isUnsupportedChain(response.clone())
      },
    })(config)
    const own = unserved(config)
    const request: typeof own.request = async (call, options) => {
      if (isUnsupported) return own.request(call, options)
      try {
        return await proxy.request(call, options)
      } catch (error) {
        if (!isUnsupported) throw error
        return own.request(call, options)
      }
    }
    return { ...proxy, request }
  }
}
