import type { Caching } from '@latchkey/wire/http/endpoint'

type HeaderLines = Readonly<Record<string, string>>

/** Sent with every response. All names are lower case. */
const baseHeaders: HeaderLines = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'cache-control': 'no-store',
  vary: 'Origin',
}

const jsonType: HeaderLines = { 'content-type': 'application/json; charset=utf-8' }

const cacheHeaders: Readonly<Record<Caching, HeaderLines>> = {
  personal: {},
  public: { 'cache-control': 'public, max-age=60, stale-while-revalidate=300' },
  image: {
    'cache-control': 'public, max-age=86400',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'content-disposition': 'inline; filename="image"',
  },
}

const corsHeaders: HeaderLines = {
  'access-control-allow-methods': 'GET, POST, PUT',
  'access-control-allow-headers':
    'authorization, content-type, idempotency-key, x-nonce-jwt, x-otp, x-project-id, x-sdk-type, x-sdk-version',
  'access-control-expose-headers': 'retry-after, x-request-id',
  'access-control-max-age': '600',
}

export function jsonHeaders(caching: Caching): HeaderLines {
  return { ...jsonType, ...cacheHeaders[caching] }
}

export function imageHeaders(contentType: string): HeaderLines {
  return { 'content-type': contentType, ...cacheHeaders.image }
}

/**
 * Adds the common headers; the response's own win, because pages need their own policy.
 * `grant` is the origin that may read the response, or `*`.
 */
export function completeHeaders(
  own: HeaderLines,
  { requestId, grant }: { requestId: string; grant: string | undefined },
): Record<string, string> {
  return {
    ...baseHeaders,
    'x-request-id': requestId,
    ...own,
    ...(grant !== undefined && {
      'access-control-allow-origin': grant,
      ...corsHeaders,
      // Beacons are not CORS requests, but have an origin too.
      'cross-origin-resource-policy': 'cross-origin',
    }),
  }
}
