import type { Latchkey, LatchkeyOptions, NetworkInput } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet, sepolia } from 'latchkey/networks'

/** What a test says about the page before it loads. */
export type SiteSettings = {
  /** Nodes by chain id. */
  readonly nodes: { readonly [chainId: number]: string }
  readonly networks: readonly NetworkName[]
  readonly options: Partial<LatchkeyOptions>
}

export type NetworkName = keyof typeof networks

declare global {
  interface Window {
    __site: SiteSettings
    latchkey: Latchkey
    /** Where the page has two widgets. */
    second: Latchkey
  }
}

const networks = { mainnet, base, sepolia }

/** The options of this page's widget, with the nodes of the local chains. */
export function siteOptions(): LatchkeyOptions {
  const { nodes, networks: names, options } = window.__site
  const offered = names.map((name): NetworkInput => {
    const network: NetworkInput = networks[name]
    const node = nodes[network.id as number]
    return node ? { ...network, rpcUrls: { default: { http: [node] } } } : network
  })
  return {
    networks: offered as [NetworkInput, ...NetworkInput[]],
    families: [eip155()],
    ...options,
  }
}
