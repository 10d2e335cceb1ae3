import type { Namespace } from '@latchkey/wire/caip'
import { isWebLink } from '@latchkey/wire/links'
import type { WalletListing } from '@latchkey/wire/registry/walletListing'
import { toWalletLink } from '@latchkey/wire/walletLinks'
import type { Device, Ports } from '../runtime/ports.js'

type LinkInput = {
  /** The URL of this page. Browsers report it in ASCII. */
  readonly page: string
  readonly origin: string
  readonly device: Device
}

type ToLink = (input: LinkInput) => string

const phantom: ToLink = ({ page, origin, device }) => {
  const target = `${encodeURIComponent(page)}?ref=${encodeURIComponent(origin)}`
  return device.isAndroid
    ? `intent://browse/${target}#Intent;scheme=phantom;package=app.phantom;end`
    : `https://phantom.app/ul/browse/${target}`
}

const solflare: ToLink = ({ page }) => {
  const target = encodeURIComponent(page)
  return `https://solflare.com/ul/v1/browse/${target}?ref=${target}`
}

/** A web link that contains an app link, whose parameters are base64. */
const binance: ToLink = ({ page }) => {
  const encode = (text: string) => encodeURIComponent(btoa(text))
  const first = encode('/pages/browser/index')
  const parameters = encode(`url=${page}&defaultChainId=1`)
  const app = `bnc://app.binance.com/mp/app?appId=yFK5FCqYprrXDiVFbhyRx7&startPagePath=${first}&startPageQuery=${parameters}`
  return `https://app.binance.com/en/download?_dp=${encode(app)}`
}

/**
 * Wallet apps with a browser, by directory id and namespace (wire protocols §7.6). The start of each id
 * is also in `walletListings.ts`.
 */
export const dappLinks: {
  readonly [walletId: string]: { readonly [namespace in Namespace]?: ToLink }
} = {
  // Phantom
  a797aa35c0fadbfc1a53e7f675162ed5226968b44a19ee3d24385c64d1d3c393: {
    solana: phantom,
    eip155: phantom,
    bip122: phantom,
  },
  // Solflare
  '1ca0bdd4747578705b1939af023d120677c64fe6ca76add81fda36e350605e79': { solana: solflare },
  // Coinbase Wallet
  d0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8: {
    solana: ({ page }) => `https://go.cb-w.com/dapp?cb_url=${encodeURIComponent(page)}`,
    eip155: ({ page }) => `cbwallet://miniapp?url=${encodeURIComponent(page)}`,
  },
  // Binance Wallet
  '2fafea35bb471d22889ccb49c08d99dd0a18a37982602c33f696a5723934ba25': { bip122: binance },
}

/**
 * The link that opens this page in the browser of a wallet app, for the first namespace it supports;
 * undefined if there is none.
 */
export function getDappLink(
  walletId: string,
  namespaces: readonly Namespace[],
  { device, address }: Pick<Ports['page'], 'device' | 'address'>,
): string | undefined {
  if (!device.isMobile) return undefined
  const links = dappLinks[walletId]
  const [toLink] = namespaces.flatMap((namespace) => links?.[namespace] ?? [])
  const page = address()
  return toLink?.({ page, origin: new URL(page).origin, device })
}

export type { WalletListing }

/** Adds a pairing URI to a wallet link; undefined if the link is not allowed. */
export function toPairingLink(
  link: string,
  uri: string,
  options?: { readonly encodeTwice?: boolean },
): string | undefined {
  const written = toWalletLink(link)
  if (written === undefined) return undefined
  const base = written.endsWith('/') ? written : `${written}/`
  const once = encodeURIComponent(uri)
  return `${base}wc?uri=${options?.encodeTwice && !isWebLink(written) ? encodeURIComponent(once) : once}`
}

type PairingLink = {
  readonly url: string
  readonly target: '_self' | '_blank' | '_top'
  /** The part before the pairing URI; opens the same app for later requests. */
  readonly base: string
}

/** The link that opens a wallet with a pairing URI, and its target window. */
export function getPairingLink(parameters: {
  readonly listing: WalletListing
  readonly platform: 'mobile' | 'web' | 'desktop'
  readonly uri: string
  readonly device: Device
  readonly prefersUniversalLinks: boolean
  /** The app's other link, because the first one did not open it. */
  readonly isOther?: boolean | undefined
}): PairingLink | undefined {
  const { listing, platform, uri, device, prefersUniversalLinks, isOther } = parameters
  const link =
    platform === 'mobile'
      ? getMobileLinks(listing, device, prefersUniversalLinks)[isOther ? 1 : 0]
      : platform === 'web'
        ? listing.webapp_link
        : listing.desktop_link
  if (!link) return undefined
  const url = toPairingLink(link, uri, { encodeTwice: device.isTelegram && device.isAndroid })
  if (url === undefined) return undefined
  const toLink = (path: string) =>
    (platform === 'mobile' && toIntent(path, listing, device)) || path
  const opened = { url: toLink(url), base: toLink(url.slice(0, url.lastIndexOf('wc?uri='))) }
  if (platform !== 'mobile' || device.isTelegram) return { ...opened, target: '_blank' }
  return { ...opened, target: device.isIframe ? '_top' : '_self' }
}

/** Adds a path to the part of a pairing link before the URI. */
export function withPath(base: string, path: string): string {
  const [start = '', intent] = base.split('#Intent;')
  return `${start}${path}${intent === undefined ? '' : `#Intent;${intent}`}`
}

/**
 * The app's own scheme and its universal link, best first. The scheme fails in some places: Telegram opens
 * only web links, and a browser inside another Android app shows an error page for schemes it does not know.
 */
export function getMobileLinks(
  listing: WalletListing,
  device: Device,
  prefersUniversalLinks: boolean,
): readonly string[] {
  const { mobile_link, link_mode } = listing
  const showsError = device.isAndroid && device.inApp !== undefined
  const canOpen =
    (!device.isTelegram && !showsError) ||
    isWebLink(mobile_link) ||
    (mobile_link !== undefined && toIntent(mobile_link, listing, device) !== undefined)
  if (showsError && !canOpen && link_mode) return [link_mode]
  const links =
    prefersUniversalLinks || !canOpen ? [link_mode, mobile_link] : [mobile_link, link_mode]
  return links.flatMap((link) => link || [])
}

const playStoreLink = /^https:\/\/play\.google\.com\/store\/apps\/details\?id=([\w.]+)$/

/**
 * A link with an app's own scheme as an Android intent, for browsers inside other apps that pass intents on.
 * It names the app's package, so that no other app can take it.
 */
function toIntent(
  url: string,
  { play_store = '' }: WalletListing,
  { isAndroid, inApp }: Device,
): string | undefined {
  if (!isAndroid || inApp !== 'intents' || isWebLink(url)) return undefined
  const [, scheme, rest] = /^([a-z][a-z0-9+.-]*):\/\/([^#]*)$/i.exec(url) ?? []
  const [, name] = playStoreLink.exec(play_store) ?? []
  return scheme && name ? `intent://${rest}#Intent;scheme=${scheme};package=${name};end` : undefined
}
