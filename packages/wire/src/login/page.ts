import * as v from 'valibot'
import { parseUrl } from '../parseUrl.js'

const address = v.pipe(v.string(), v.regex(/^0x[0-9a-fA-F]{40}$/))

/** Settings of the frame's script, as JSON in `<script id="settings">` of the login page. */
export const frameSettings = v.object({
  projectId: v.string(),
  /** URL of the provider's API, which proxies RPC calls. */
  apiUrl: v.pipe(v.string(), v.url()),
  /** Chains of the provider's RPC proxy: CAIP-2 id, name and native coin. */
  chains: v.array(
    v.object({
      id: v.string(),
      name: v.string(),
      coin: v.object({ symbol: v.string(), decimals: v.number() }),
      /** Whether the chain supports smart accounts. */
      hasBundler: v.boolean(),
      /** The contract that may pay operations instead of accounts (ERC-7677). */
      paymaster: v.optional(address),
      /** The contract that pays operations for a token of the account, and the tokens that it takes. */
      tokenFees: v.optional(v.object({ paymaster: address, tokens: v.array(address) })),
    }),
  ),
  /** Allowed origins, exact or with one `*.` label; see `isProjectOrigin`. */
  origins: v.array(v.string()),
  /** A development project, which also allows pages on localhost. */
  isDevelopment: v.boolean(),
  /** Whether confirmations always open in a separate window. */
  confirmsInWindow: v.boolean(),
  /** Whether the project's pages may ask for codes and pass them to the frame. */
  takesCodesFromPage: v.boolean(),
})

export type FrameSettings = v.InferOutput<typeof frameSettings>

/**
 * Whether a page may embed the frame. The provider uses it for `frame-ancestors`, and the frame checks
 * the handshake's origin again.
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
