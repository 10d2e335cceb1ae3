import type { Namespace } from '@latchkey/wire/caip'
import { isWebLink } from '@latchkey/wire/links'
import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Network } from './network.js'

type Subject = 'address' | 'transaction' | 'token'

/** Page paths of explorers. */
type Paths = { readonly [subject in Subject]: string }
const defaultPaths: Paths = { address: 'address', transaction: 'tx', token: 'token' }
const paths: { readonly [namespace in Namespace]?: Partial<Paths> } = {
  polkadot: { address: 'account', transaction: 'extrinsic' },
}

/**
 * The explorer page of an account, a transaction, a token or one NFT of a collection; undefined if the
 * network has no explorer. Keeps a query such as Solana's `?cluster=`.
 */
export function getExplorerUrl(
  network: Network | undefined,
  subject: Subject,
  id: string | undefined,
  tokenId?: string,
): string | undefined {
  const base = network?.explorer?.url
  const url = isWebLink(base) ? parseUrl(base) : undefined
  if (!network || !id || !url) return undefined
  const path = paths[network.namespace]?.[subject] ?? defaultPaths[subject]
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}/${encodeURIComponent(id)}`
  if (tokenId !== undefined) url.searchParams.set('a', tokenId)
  return url.href
}

/** The first RPC URL that may be shared: URLs with an API key of the site stay private. */
export function getPublicRpcUrl(network: Network | undefined): string | undefined {
  return network?.publicRpcUrls.find((url) => !hasKey(parseUrl(url), network))
}

/** API keys are in the query, before the host, or a long part of the path. */
function hasKey(url: URL | undefined, { reference }: Network): boolean {
  if (!url) return true
  const { username, password, search, hash, pathname } = url
  return (
    Boolean(username || password || search || hash) ||
    /[\w-]{16}/.test(pathname.replace(reference, ''))
  )
}
