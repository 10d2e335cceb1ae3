import type { Namespace } from '@latchkey/wire/caip'
import { isWebLink } from '@latchkey/wire/links'
import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Network } from './network.js'

type Subject = 'address' | 'transaction' | 'token'

/** Where explorers of a chain family keep their pages; the others do as Ethereum's do. */
type Paths = { readonly [subject in Subject]: string }
const usualPaths: Paths = { address: 'address', transaction: 'tx', token: 'token' }
const paths: { readonly [namespace in Namespace]?: Partial<Paths> } = {
  polkadot: { address: 'account', transaction: 'extrinsic' },
}

/**
 * Where a network's explorer shows an account, a transaction or a token, or one piece of a collection.
 * Undefined without an explorer on the web. A query such as Solana's `?cluster=` stays.
 */
export function getExplorerUrl(
  network: Network | undefined,
  subject: Subject,
  id: string | undefined,
  piece?: string,
): string | undefined {
  const base = network?.explorer?.url
  const url = isWebLink(base) ? parseUrl(base) : undefined
  if (!network || !id || !url) return undefined
  const path = paths[network.namespace]?.[subject] ?? usualPaths[subject]
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${path}/${encodeURIComponent(id)}`
  if (piece !== undefined) url.searchParams.set('a', piece)
  return url.href
}

/** The first node of a network that others may be told of: one with a key of the site stays in the page. */
export function getPublicRpcUrl(network: Network | undefined): string | undefined {
  return network?.publicRpcUrls.find((url) => !hasKey(parseUrl(url), network))
}

/** Keys of nodes stand in the query, before the host, or as one long part of the path. */
function hasKey(url: URL | undefined, { reference }: Network): boolean {
  if (!url) return true
  const { username, password, search, hash, pathname } = url
  return (
    Boolean(username || password || search || hash) ||
    /[\w-]{16}/.test(pathname.replace(reference, ''))
  )
}
