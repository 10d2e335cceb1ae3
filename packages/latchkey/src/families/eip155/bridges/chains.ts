import { type Chain, type FallbackTransport, fallback, http } from 'viem'
import * as limits from '../../../core/limits.js'
import type { Network } from '../../../core/network.js'
import { chainIdOf } from './evmState.js'

/**
 * A network as viem describes chains. What the site itself knows of the chain comes first: contracts
 * such as multicall, fees and formats of its own are in no network of ours.
 */
export function toChain(network: Network, known: readonly Chain[] = []): Chain {
  const { name, nativeCurrency, publicRpcUrls, explorer, isTestnet } = network
  const id = chainIdOf(network.reference)
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
export function toTransport({ rpcUrls }: Network): FallbackTransport {
  return fallback(
    rpcUrls.map((url) =>
      http(url, { timeout: limits.httpTimeout, batch: { batchSize: limits.nodeBatch } }),
    ),
  )
}
