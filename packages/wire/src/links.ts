/** Which addresses from outside may be opened or shown. All else is dropped where it comes in. */

/**
 * `https:`, or plain on this very machine. No credentials, and nothing that browsers skip or fold, so
 * that a reader and a browser agree about the host.
 */
const webLink =
  /^(https:\/\/[\p{L}\p{N}._-]+|http:\/\/(([\w.-]+\.)?localhost|127\.0\.0\.1|\[::1\]))(:\d+)?([/?#][^\p{C}\p{Z}\\]*)?$/iu

export function isWebLink(link: unknown, longest = 2_048): link is string {
  return typeof link === 'string' && link.length <= longest && webLink.test(link)
}

/** Where a picture comes from, or the picture itself. For `<img>` only, where SVG runs no scripts. */
export function isImageLink(link: unknown): link is string {
  return isWebLink(link) || (typeof link === 'string' && /^data:image\/[\w.+-]+[;,]/i.test(link))
}
