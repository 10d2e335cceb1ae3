import * as v from 'valibot'
import { parseUrl } from '../parseUrl.js'

/** What the login site's document tells the frame's script, as JSON in `<script id="settings">`. */
export const frameSettings = v.object({
  projectId: v.string(),
  /** The provider's API, where chains are reached. */
  apiUrl: v.pipe(v.string(), v.url()),
  /** CAIP-2 ids the provider's proxy serves, with what a person calls them and their coin. */
  chains: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      coin: v.object({ symbol: v.string(), decimals: v.number() }),
      /** Where a smart account can live. */
      hasBundler: v.boolean(),
    }),
  ),
  /** Origins of the project's sites, exact or with one `*.` label; see `isProjectOrigin`. */
  origins: v.array(v.string()),
  /** A development project: pages on this machine are allowed too. */
  isDevelopment: v.boolean(),
  /** Whether confirmations stand in a window of their own, even where the frame could tell it is covered. */
  confirmsInWindow: v.boolean(),
  /** Whether the project's pages may take codes themselves and hand them to the frame. */
  takesCodesFromPage: v.boolean(),
})

export type FrameSettings = v.InferOutput<typeof frameSettings>

/**
 * Whether a page may stand around the frame: the provider decides the same way when it answers with
 * `frame-ancestors`, and the frame decides again by what the handshake's event says.
 */
export function isProjectOrigin(
  origin: string,
  { origins, isDevelopment }: Pick<FrameSettings, 'origins' | 'isDevelopment'>,
): boolean {
  const url = parseUrl(origin)
  if (!url || url.origin !== origin || !/^https?:$/.test(url.protocol)) return false
  if (isDevelopment && isLocalHost(url.hostname)) return true
  return origins.some((entry) => {
    const [scheme, rest] = entry.split('://*.')
    if (rest === undefined) return entry === origin
    if (url.protocol !== `${scheme}:`) return false
    const label = url.host.slice(0, -rest.length - 1)
    return url.host.endsWith(`.${rest}`) && /^[a-z0-9_-]+$/.test(label)
  })
}

function isLocalHost(hostname: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
}
