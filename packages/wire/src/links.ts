import { parseUrl } from './parseUrl.js'

/** Which addresses from outside may be opened or shown. Everything else is dropped where it comes in. */

const longestLink = 2_048

/** Browsers skip or fold these, so that a reader and a browser disagree about the address. */
const misleading = /[\p{Cc}\p{Cf}\p{Z}\\]/u

const localHost = /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

/** An `https:` address without credentials, or a plain one of this very machine. */
export function isWebLink(link: unknown): link is string {
  if (typeof link !== 'string' || link.length > longestLink || misleading.test(link)) return false
  if (!/^https?:\/\/[^/]/i.test(link)) return false
  const { protocol, hostname, username, password } = parseUrl(link) ?? {}
  if (hostname === undefined || username !== '' || password !== '') return false
  return protocol === 'https:' || localHost.test(hostname)
}

/** Where a picture comes from, or the picture itself. For `<img>` only, where SVG runs no scripts. */
export function isImageLink(link: unknown): link is string {
  return isWebLink(link) || (typeof link === 'string' && /^data:image\/[\w.+-]+[;,]/i.test(link))
}

/** Schemes that belong to the browser or the system. No wallet registers one of these. */
const foreignSchemes: readonly RegExp[] = [
  /^(?:javascript|vbscript|livescript|mocha|data|blob|file|filesystem|about|view-source)$/,
  /^(?:chrome|chromium|edge|opera|brave|moz|resource|safari|firefox|internal|devtools)(?:-.*)?$/,
  /^(?:https?|wss?|ftps?|sftp|ssh|telnet|smb|nfs|ldaps?|gopher|news|nntp|feed|webcal)$/,
  /^(?:jar|mhtml|mk|res|shell|hcp|help|cid|mid|urn|search|search-ms|ms-.*|microsoft-.*|vscode.*)$/,
  /^(?:intent|android-app|content|market|package|itms.*|x-apple.*|app-prefs|prefs|shortcuts|workflow)$/,
  /^(?:tel|sms|mms|mailto|facetime|facetime-audio|callto|geo|maps)$/,
]

function isWalletScheme(scheme: string): boolean {
  const name = scheme.toLowerCase()
  return /^[a-z][a-z0-9+.-]{1,62}$/.test(name) && !foreignSchemes.some((one) => one.test(name))
}

/** A wallet's link in full, of its own scheme or on the web; its bare scheme counts as one too. */
export function toWalletLink(link: unknown): string | undefined {
  if (typeof link !== 'string' || link.length > longestLink || misleading.test(link))
    return undefined
  const [, bare] = /^([^:/]+):?\/{0,2}$/.exec(link) ?? []
  const written = bare === undefined ? link : `${bare}://`
  const [, scheme = ''] = /^([^:/]+):\/\//.exec(written) ?? []
  return isWebLink(written) || isWalletScheme(scheme) ? written : undefined
}

/** What a page may open: also an Android intent for a wallet, without another page to fall back to. */
export function isAppLink(link: unknown): link is string {
  if (typeof link !== 'string') return false
  if (toWalletLink(link) === link) return true
  const [, scheme] =
    /^intent:\/\/[^\s#]+#Intent;scheme=([^;]+);package=[\w.]+;end$/.exec(link) ?? []
  return scheme !== undefined && isWalletScheme(scheme) && !misleading.test(link)
}
