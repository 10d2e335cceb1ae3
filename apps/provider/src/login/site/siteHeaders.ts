import { randomBytes } from 'node:crypto'
import { completeHeaders } from '../../serving/headers.js'

type HeaderRecord = Record<string, string>

/** What headers depend on. */
export type SiteContext = {
  /** The API's origin. */
  readonly apiOrigin: string
  /** Whether the site is served over TLS. Not so on a local machine. */
  readonly isEncrypted: boolean
}

/** No site may embed the frame. */
export const noAncestors = "'none'"

const permissionsPolicy = [
  'accelerometer=()',
  'autoplay=()',
  'browsing-topics=()',
  'camera=()',
  'clipboard-read=()',
  'clipboard-write=(self)',
  'display-capture=()',
  'encrypted-media=()',
  'fullscreen=()',
  'gamepad=()',
  'geolocation=()',
  'gyroscope=()',
  'hid=()',
  'identity-credentials-get=()',
  'idle-detection=()',
  'keyboard-map=()',
  'local-fonts=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'otp-credentials=()',
  'payment=()',
  'picture-in-picture=()',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'screen-wake-lock=()',
  'serial=()',
  'storage-access=(self)',
  'usb=()',
  'window-management=()',
  'xr-spatial-tracking=()',
].join(', ')

/**
 * For the document that other sites embed. `ancestors` are those sites, or `'none'`. The frame may ask
 * them to pay fees (ERC-7677), because they could be sent anything by messages anyway.
 */
export function frameHeaders(site: SiteContext, nonce: string, ancestors: string): HeaderRecord {
  return {
    ...documentHeaders(site),
    'content-security-policy': formatPolicy(site, [
      `default-src 'none'`,
      ...sourceDirectives(site, nonce, ancestors === noAncestors ? '' : ancestors),
      `frame-src 'none'`,
      `worker-src 'none'`,
      `object-src 'none'`,
      `media-src 'none'`,
      `manifest-src 'none'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors ${ancestors}`,
    ]),
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'cross-origin-embedder-policy': 'require-corp',
  }
}

/** For a page in its own window. */
export function windowHeaders(site: SiteContext, nonce: string): HeaderRecord {
  return {
    ...documentHeaders(site),
    'content-security-policy': formatPolicy(site, [
      `default-src 'none'`,
      ...sourceDirectives(site, nonce),
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ]),
    // The opener may message this window, if the provider's pages allow it.
    'cross-origin-opener-policy': 'unsafe-none',
  }
}

/** For scripts and images, whose names change with their content. */
export function assetHeaders(site: SiteContext, contentType: string): HeaderRecord {
  return {
    'content-type': contentType,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...transportHeaders(site),
  }
}

/** For responses of the login API, which only the site's own documents read. */
export function callHeaders(
  site: SiteContext,
  own: Readonly<HeaderRecord>,
  requestId: string,
): HeaderRecord {
  const lines = completeHeaders(own, { requestId, grant: undefined })
  if (!site.isEncrypted) delete lines['strict-transport-security']
  return lines
}

function documentHeaders(site: SiteContext): HeaderRecord {
  return {
    'content-type': 'text/html; charset=utf-8',
    'reporting-endpoints': `csp="${site.apiOrigin}/v1/reports"`,
    'permissions-policy': permissionsPolicy,
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
    ...transportHeaders(site),
  }
}

function sourceDirectives({ apiOrigin }: SiteContext, nonce: string, others = ''): string[] {
  return [
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' ${apiOrigin}`,
    `font-src 'self'`,
    `connect-src 'self' ${apiOrigin} ${others}`.trim(),
  ]
}

function formatPolicy({ isEncrypted }: SiteContext, directives: readonly string[]): string {
  return [
    ...directives,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    ...(isEncrypted ? ['upgrade-insecure-requests'] : []),
    'report-to csp',
  ].join('; ')
}

/** Never on localhost: browsers would then block every plain HTTP server there. */
function transportHeaders({ isEncrypted }: SiteContext): HeaderRecord {
  return isEncrypted
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
    : {}
}

export function createNonce(): string {
  return randomBytes(16).toString('base64')
}
