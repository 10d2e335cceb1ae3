import { parseUrl } from '@latchkey/wire/parseUrl'
import type { Network } from './network.js'

/** The first node of a network that others may be told of: one with a key of the site stays in the page. */
export function publicRpcUrl(network: Network | undefined): string | undefined {
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
