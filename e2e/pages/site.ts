import type { ChainFamily, Latchkey, LatchkeyOptions, NetworkInput } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet, sepolia } from 'latchkey/networks'

/** What a test says about the page before it loads. */
export type SiteSettings = {
  /** Nodes by chain id, or by the reference that is the id in other families. */
  readonly nodes: { readonly [id: number | string]: string }
  readonly networks: readonly NetworkName[]
  readonly options: Partial<LatchkeyOptions>
}

/** Those of other families than eip155 are on the page `families`. */
export type NetworkName = Exclude<keyof typeof import('latchkey/networks'), 'defineNetwork'>

declare global {
  interface Window {
    __site: SiteSettings
    latchkey: Latchkey
    /** Where the page has two widgets. */
    second: Latchkey
  }
}

/** What the page has in its code; a test chooses among it. */
type Stock = {
  readonly networks: Readonly<Record<string, NetworkInput>>
  readonly families: readonly ChainFamily[]
}

const evmOnly: Stock = { networks: { mainnet, base, sepolia }, families: [eip155()] }

/** The options of this page's widget, with the nodes of the local chains. */
export function siteOptions({ networks, families }: Stock = evmOnly): LatchkeyOptions {
  const { nodes, networks: names, options } = window.__site
  const offered = names.map((name): NetworkInput => {
    const network = networks[name]
    if (!network) throw new Error(`This page has no network ${name}`)
    return withNode(network, nodes[network.id])
  })
  const namespaces = offered.map((network) => network.chainNamespace ?? 'eip155')
  const named = offered.flatMap(({ id, chainNamespace = 'eip155' }) => {
    const url = nodes[id]
    return url ? [[`${chainNamespace}:${id}`, [{ url }]]] : []
  })
  return {
    networks: offered as [NetworkInput, ...NetworkInput[]],
    customRpcUrls: Object.fromEntries(named),
    families: families.filter((family) => namespaces.includes(family.namespace)),
    ...options,
  }
}

/** Without a local node a network of another family has none at all: tests talk to nobody else. */
function withNode(network: NetworkInput, node: string | undefined): NetworkInput {
  if (!node && (network.chainNamespace ?? 'eip155') === 'eip155') return network
  return { ...network, rpcUrls: { default: { http: node ? [node] : [] } } }
}
