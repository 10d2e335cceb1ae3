import type { Network } from '../../../core/network.js'

/** Where a network's explorer shows an account; undefined where the network names none. */
export function explorerAddress(network: Network | undefined, address: string): string | undefined {
  if (!network?.explorer) return undefined
  return `${network.explorer.url.replace(/\/+$/, '')}/address/${encodeURIComponent(address)}`
}
