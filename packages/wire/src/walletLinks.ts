import { isWebLink } from './links.js'

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
