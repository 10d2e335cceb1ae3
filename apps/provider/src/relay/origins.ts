/**
 * Which sites may open a socket. Entries are whole origins; `https://*.example.com` allows one label
 * in place of the star. Programs that are not browsers send no origin and are judged by their token.
 */
export interface AllowedOrigins {
  allows(origin: string): boolean
}

/** Reads the operator's list. Throws with the entry that is wrong. */
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
      if (!URL.canParse(origin)) return false
      const url = new URL(origin)
      // Browsers send an origin in its plain form; anything around it is not from a browser.
      if (url.origin !== origin) return false
      if (exact.has(origin)) return true
      return wildcards.some(({ protocol, port, suffix }) => {
        if (url.protocol !== protocol || url.port !== port) return false
        const label = url.hostname.slice(0, -suffix.length)
        return url.hostname.endsWith(suffix) && label !== '' && !label.includes('.')
      })
    },
  }
}

function parseEntry(entry: string): URL {
  const url = URL.canParse(entry) ? new URL(entry) : undefined
  const isPlain =
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    url.username === ''
  const stars = url?.hostname.split('*').length ?? 0
  const labels = url?.hostname.split('.').length ?? 0
  const isWildcardSafe =
    stars === 1 || (stars === 2 && url?.hostname.startsWith('*.') && labels > 2)
  if (!isPlain || !isWildcardSafe) {
    throw new TypeError(
      `"${entry}" is not an origin; write it like https://example.com or https://*.example.com.`,
    )
  }
  return url
}
