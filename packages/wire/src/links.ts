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

/** Schemes that belong to the browser or the system. No wallet registers one of these. */
const foreignScheme =
  /^((java|vb|live)script|mocha|data|blob|file.*|about|view-source|https?|wss?|s?ftps?|ssh|telnet|smb|ldaps?|jar|mhtml|mk|res|resource|shell|hcp|(chrome|edge|moz|search|ms|x-apple|itms)\b.*|intent|android-app|content|market|shortcuts|tel|sms|mailto)$/

/** A wallet's link in full, of its own scheme or on the web; its bare scheme counts as one too. */
export function toWalletLink(link: unknown, longest = 2_048): string | undefined {
  if (typeof link !== 'string' || link.length > longest) return undefined
  const written = link.includes('://') ? link : `${link.replace(/:?\/*$/, '')}://`
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]+):\/\/[^\p{C}\p{Z}\\]*$/iu.exec(written) ?? []
  const isOwn = scheme !== '' && !foreignScheme.test(scheme.toLowerCase())
  return isOwn || isWebLink(written, longest) ? written : undefined
}
