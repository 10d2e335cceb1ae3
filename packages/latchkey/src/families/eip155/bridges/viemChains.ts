import { type Chain, type FallbackTransport, fallback, http, type Transport } from 'viem'
import type { Network } from '../../../core/network/network.js'
import * as limits from '../../../core/runtime/limits.js'
import { isUnsupportedChain } from '../../shared/isUnsupportedChain.js'
import { toChainId } from './bridgedWidget.js'

/**
 * A network as viem describes chains. What the site itself knows of the chain comes first: contracts
 * such as multicall, fees and formats of its own are in no network of ours.
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
    // viem hands these to wallets; reads go through `toTransport`.
    rpcUrls: { default: { http: publicRpcUrls } },
  }
}

/** Asks the network's nodes in their order, with the limits of the specification (§9). */
export function toTransport({ rpcUrls, publicRpcUrls, isProxied }: Network): FallbackTransport {
  const nodes = (urls: readonly string[], batchSize = limits.nodeBatch) =>
    urls.map((url) => http(url, { timeout: limits.httpTimeout, batch: { batchSize } }))
  if (!isProxied) return fallback(nodes(rpcUrls))
  return fallback([viaProxy(rpcUrls[0], fallback(nodes(publicRpcUrls)))])
}

/** A provider's proxy; the other transport takes over once the proxy says that it does not serve the chain. */
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
