import type { Chain, FallbackTransport } from 'viem'
import type { BridgedWidget } from './bridgedWidget.js'
import { toChain, toTransport } from './chains.js'
import { chainIdOf } from './evmState.js'
import { latchkeyConnector } from './wagmiConnector.js'

/**
 * Parameters for wagmi's `createConfig`: the widget's EVM networks with their nodes, and our connector
 * alone. wagmi's own discovery is off, because the modal lists the wallets of the page already.
 *
 * `chains` are viem's own descriptions of them, for contracts (multicall), fees and formats.
 */
export function wagmiParameters<
  const chains extends readonly [Chain, ...Chain[]] = readonly [Chain, ...Chain[]],
>({
  latchkey,
  chains,
}: {
  readonly latchkey: BridgedWidget
  readonly chains?: chains | undefined
}) {
  const networks = latchkey.getCaipNetworks('eip155')
  return {
    chains: networks.map((network) => toChain(network, chains)) as unknown as chains,
    transports: Object.fromEntries(
      networks.map((network) => [chainIdOf(network.reference), toTransport(network)]),
    ) as Record<chains[number]['id'], FallbackTransport>,
    connectors: [latchkeyConnector(latchkey)],
    multiInjectedProviderDiscovery: false,
  }
}
