import { isWebLink } from './links.js'

/** Schemes of the browser or the system, which no wallet registers. */
const foreignScheme =
  /^((java|vb|live)script|mocha|data|blob|file.*|about|view-source|https?|wss?|s?ftps?|ssh|telnet|smb|ldaps?|jar|mhtml|mk|res|resource|shell|hcp|(chrome|edge|moz|search|ms|x-apple|itms)\b.*|intent|android-app|content|market|shortcuts|tel|sms|mailto)$/

/** The full link of a wallet, with its own scheme or on the web. Also accepts a bare scheme. */
export function toWalletLink(link: unknown, maxLength = 2_048): string | undefined {
  if (typeof link !== 'string' || link.length > maxLength) return undefined
  const written = link.includes('://') ? link : `${link.replace(/:?\/*$/, '')}://`
  const [, scheme = ''] = /^([a-z][a-z0-9+.-]+):\/\/[^\p{C}\p{Z}\\]*$/iu.exec(written) ?? []
  const isOwn = scheme !== '' && !foreignScheme.test(scheme.toLowerCase())
  return isOwn || isWebLink(written, maxLength) ? written : undefined
}
