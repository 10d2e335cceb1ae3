import type { ChainFamily, Latchkey, LatchkeyOptions, NetworkInput } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import { base, mainnet, sepolia } from 'latchkey/networks'

/** A test's settings for the page, before it loads. */
export type SiteSettings = {
  /** Nodes by chain id, or by CAIP-2 reference for other families. */
  readonly nodes: { readonly [id: number | string]: string }
  readonly networks: readonly NetworkName[]
  readonly options: Partial<LatchkeyOptions>
}

/** Other families are on the page `families`. */
export type NetworkName = Exclude<keyof typeof import('latchkey/networks'), 'defineNetwork'>

declare global {
  interface Window {
    __site: SiteSettings
    latchkey: Latchkey
    /** Where the page has two widgets. */
    second: Latchkey
  }
}

/** Values in the page's code that a test can choose. */
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

/** Networks of other families without a local node have none: tests call no foreign host. */
function withNode(network: NetworkInput, node: string | undefined): NetworkInput {
  if (!node && (network.chainNamespace ?? 'eip155') === 'eip155') return network
  return { ...network, rpcUrls: { default: { http: node ? [node] : [] } } }
}
