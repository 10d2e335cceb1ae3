/**
 * An address, or undefined for what is none. Not `URL.canParse`: Node 20 misreads letters such as ü in it
 * once the call has become hot.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
