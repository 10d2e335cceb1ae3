import { parseUrl } from '@latchkey/wire/parseUrl'
import { parse } from 'tldts'
import type { Project } from './Project.js'

/** Which sites may call. Entries are origins; `https://*.example.com` allows one label for the star. */
export type AllowedOrigins = {
  allows(origin: string): boolean
}

/** Throws a TypeError that quotes the first bad entry. */
export function parseAllowedOrigins(entries: readonly string[]): AllowedOrigins {
  const exact = new Set<string>()
  const wildcards: { protocol: string; port: string; suffix: string }[] = []
  for (const entry of entries) {
    const url = parseEntry(entry)
    if (url.hostname.startsWith('*.')) {
      wildcards.push({ protocol: url.protocol, port: url.port, suffix: url.hostname.slice(1) })
    } else exact.add(url.origin)
  }
  return {
    allows(origin) {
      const url = parseOrigin(origin)
      if (!url) return false
      if (exact.has(origin)) return true
      return wildcards.some(({ protocol, port, suffix }) => {
        if (url.protocol !== protocol || url.port !== port) return false
        const label = url.hostname.slice(0, -suffix.length)
        return url.hostname.endsWith(suffix) && /^[a-z0-9_-]+$/.test(label)
      })
    },
  }
}

/** A development project also allows pages on localhost. */
export function getProjectOrigins(
  project: Pick<Project, 'allowedOrigins' | 'isDevelopment'>,
): AllowedOrigins {
  const listed = parseAllowedOrigins(project.allowedOrigins)
  return {
    allows: (origin) => listed.allows(origin) || (project.isDevelopment && isLocalOrigin(origin)),
  }
}

function isLocalOrigin(origin: string): boolean {
  const { hostname = '' } = parseOrigin(origin) ?? {}
  return (
    ['localhost', '127.0.0.1', '[::1]'].includes(hostname) ||
    // Browsers resolve these to this machine without DNS.
    hostname.endsWith('.localhost')
  )
}

/** Browsers send an origin in its canonical form; anything else is rejected. */
function parseOrigin(origin: string): URL | undefined {
  const url = parseUrl(origin)
  return url?.origin === origin && isWeb(url) ? url : undefined
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'https:' || protocol === 'http:'
}

function parseEntry(entry: string): URL {
  const url = parseUrl(entry)
  const isOrigin =
    url !== undefined &&
    isWeb(url) &&
    url.pathname === '/' &&
    !/[?#@]/.test(entry) &&
    (!url.hostname.includes('*') || isSafeWildcard(url.hostname))
  if (!isOrigin) {
    throw new TypeError(
      `"${entry}" is not an origin; write it like https://example.com or https://*.example.com.`,
    )
  }
  return url
}

/** All hosts the star matches must have one owner, so not `*.co.uk` or `*.github.io`. */
function isSafeWildcard(hostname: string): boolean {
  const [star, ...rest] = hostname.split('.')
  const below = rest.join('.')
  if (star !== '*' || below.includes('*') || below.endsWith('.')) return false
  const { domain, isIp } = parse(below, { allowPrivateDomains: true })
  return domain !== null && isIp !== true
}
