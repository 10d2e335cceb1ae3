/**
 * Whether a page may use a project; an empty list allows every page, and localhost is always allowed.
 * A pattern is `[scheme://]host[:port]`; `*` matches exactly one label of the host, or any port.
 */
export function isAllowedOrigin(origin: string, patterns: readonly string[]): boolean {
  const { host } = partsOf(origin) ?? {}
  if (patterns.length === 0 || !host || host === 'localhost' || host === '127.0.0.1') return true
  return isListedOrigin(origin, patterns)
}

/** Whether a pattern matches the page's origin. */
export function isListedOrigin(origin: string, patterns: readonly string[]): boolean {
  const page = partsOf(origin)
  return patterns.some((pattern) => {
    const wanted = partsOf(pattern.trim())
    if (!page || !wanted) return false
    if (wanted.scheme !== undefined && wanted.scheme !== page.scheme) return false
    return fitsHost(wanted.host, page.host) && fitsPort(wanted, page)
  })
}

type Parts = {
  readonly scheme: string | undefined
  readonly host: string
  readonly port: string | undefined
}

function partsOf(text: string): Parts | undefined {
  const match = /^(?:([a-z][a-z0-9+.-]*):\/\/)?([^/:?#@]+)(?::(\d+|\*))?(?:\/.*)?$/i.exec(text)
  if (!match?.[2]) return undefined
  return { scheme: match[1]?.toLowerCase(), host: match[2].toLowerCase(), port: match[3] }
}

function fitsHost(pattern: string, host: string): boolean {
  const wanted = pattern.split('.')
  const given = host.split('.')
  return (
    wanted.length === given.length &&
    wanted.every((label, index) => label === '*' || label === given[index])
  )
}

/** With a scheme and no port, the scheme's default port applies. */
function fitsPort(wanted: Parts, page: Parts): boolean {
  if (wanted.port === '*') return true
  if (wanted.port === undefined && wanted.scheme === undefined) return true
  const usual = page.scheme === 'http' ? '80' : '443'
  return (wanted.port ?? usual) === (page.port ?? usual)
}
