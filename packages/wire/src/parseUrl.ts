/**
 * Parses a URL; undefined if it is invalid. Not `URL.canParse`: in Node 20 its optimized version fails
 * on letters such as ü.
 */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text)
  } catch {
    return undefined
  }
}
