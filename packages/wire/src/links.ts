/**
 * Which addresses from outside may be opened or shown. Pages on the web and pictures are here, because
 * every page loads them; wallets' own schemes are in `walletLink.ts`.
 */

/**
 * `https:`, or plain on this very machine. No credentials, and nothing that browsers skip or fold, so
 * that a reader and a browser agree about the host.
 */
const webLink =
  /^(https:\/\/[\p{L}\p{N}._-]+|http:\/\/(([\w.-]+\.)?localhost|127\.0\.0\.1|\[::1\]))(:\d+)?([/?#][^\p{C}\p{Z}\\]*)?$/iu

export function isWebLink(link: unknown): link is string {
  return typeof link === 'string' && link.length <= 2_048 && webLink.test(link)
}

/** Where a picture comes from, or the picture itself. For `<img>` only, where SVG runs no scripts. */
export function isImageLink(link: unknown): link is string {
  return isWebLink(link) || (typeof link === 'string' && /^data:image\/[\w.+-]+[;,]/i.test(link))
}
