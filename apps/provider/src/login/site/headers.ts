import { randomBytes } from 'node:crypto'
import { completeHeaders } from '../../serving/headers.js'

type Lines = Record<string, string>

/** What the site's answers have to know about where it is. */
export interface SitePlace {
  /** The API's origin. */
  readonly apiOrigin: string
  /** Whether people reach the site over TLS; not so on one's own machine. */
  readonly isEncrypted: boolean
}

const PERMISSIONS = [
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

/** The document that other sites embed. `ancestors` are those sites, or `'none'`. */
export function frameHeaders(place: SitePlace, nonce: string, ancestors: string): Lines {
  return {
    ...documentHeaders(place),
    'content-security-policy': policy(place, [
      `default-src 'none'`,
      ...sources(place, nonce),
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

/** A page in a window of its own. */
export function windowHeaders(place: SitePlace, nonce: string): Lines {
  return {
    ...documentHeaders(place),
    'content-security-policy': policy(place, [
      `default-src 'none'`,
      ...sources(place, nonce),
      `object-src 'none'`,
      `base-uri 'none'`,
      `form-action 'none'`,
      `frame-ancestors 'none'`,
    ]),
    // The window that opened it may talk to it, where the provider in between lets it.
    'cross-origin-opener-policy': 'unsafe-none',
  }
}

/** Scripts and pictures, whose names change with their content. */
export function assetHeaders(place: SitePlace, contentType: string): Lines {
  return {
    'content-type': contentType,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...transport(place),
  }
}

/** Answers of the login API, for the site's own documents only. */
export function callHeaders(place: SitePlace, own: Readonly<Lines>, requestId: string): Lines {
  const lines = completeHeaders(own, { requestId, grant: undefined })
  if (!place.isEncrypted) delete lines['strict-transport-security']
  return lines
}

function documentHeaders(place: SitePlace): Lines {
  return {
    'content-type': 'text/html; charset=utf-8',
    'reporting-endpoints': `csp="${place.apiOrigin}/v1/reports"`,
    'permissions-policy': PERMISSIONS,
    'cross-origin-resource-policy': 'cross-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'cache-control': 'no-store',
    ...transport(place),
  }
}

function sources({ apiOrigin }: SitePlace, nonce: string): string[] {
  return [
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    `img-src 'self' ${apiOrigin}`,
    `font-src 'self'`,
    `connect-src 'self' ${apiOrigin}`,
  ]
}

function policy({ isEncrypted }: SitePlace, directives: readonly string[]): string {
  return [
    ...directives,
    `require-trusted-types-for 'script'`,
    `trusted-types 'none'`,
    ...(isEncrypted ? ['upgrade-insecure-requests'] : []),
    'report-to csp',
  ].join('; ')
}

/** Never on localhost: a browser would then refuse every plain HTTP server there. */
function transport({ isEncrypted }: SitePlace): Lines {
  return isEncrypted
    ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains; preload' }
    : {}
}

/** Of one answer alone. */
export function newNonce(): string {
  return randomBytes(16).toString('base64')
}
