/** External links that may be opened or shown. All others are dropped when data is parsed. */

/**
 * `https:`, or `http:` on localhost. No credentials and no characters that browsers remove or convert,
 * so that the visible host is the real one.
 */
const webLink =
  /^(https:\/\/[\p{L}\p{N}._-]+|http:\/\/(([\w.-]+\.)?localhost|127\.0\.0\.1|\[::1\]))(:\d+)?([/?#][^\p{C}\p{Z}\\]*)?$/iu

export function isWebLink(link: unknown, maxLength = 2_048): link is string {
  return typeof link === 'string' && link.length <= maxLength && webLink.test(link)
}

/** A web URL or a `data:` image. For `<img>` only, where SVG cannot run scripts. */
export function isImageLink(link: unknown): link is string {
  return isWebLink(link) || (typeof link === 'string' && /^data:image\/[\w.+-]+[;,]/i.test(link))
}
