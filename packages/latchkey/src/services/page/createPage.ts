import { isWebLink } from '@latchkey/wire/links'
import { toWalletLink } from '@latchkey/wire/walletLinks'
import { UnexpectedError } from '../../core/runtime/errors/interface.js'
import type { Device, Ports } from '../../core/runtime/ports.js'
import { matchesMedia } from '../system/createSystem.js'

/** An Android intent from `dappLinks`: it names the app and has no fallback page. */
const ownIntent =
  /^intent:\/\/browse\/[\w.!~*'()%-]+\?ref=[\w.!~*'()%-]+#Intent;scheme=phantom;package=app\.phantom;end$/

/** Links that contain the page's URL can be longer than links from outside. */
const maxLinkLength = 65_536

/** An intent with a pairing URI: a wallet's link that names the package of its app, without a fallback page. */
const pairingIntent =
  /^intent:\/\/([\w./~:?=&-]*wc\?(?:uri|sessionTopic)=[\w.!~*'()%-]+)#Intent;scheme=([\w+.-]+);package=[\w.]+;end$/

/** The last check before a link is opened: the rule for links from outside, and our own intents. */
function isOpenableLink(link: string): boolean {
  const [, rest, scheme] = pairingIntent.exec(link) ?? []
  const own = scheme === undefined ? link : `${scheme}://${rest}`
  const isForApp = scheme === undefined || !isWebLink(own, maxLinkLength)
  return (isForApp && toWalletLink(own, maxLinkLength) !== undefined) || ownIntent.test(link)
}

const mobileAgent = /android|webos|iphone|ipad|ipod|blackberry|opera mini/i
/** Browsers inside other apps, by the user agent; the first ones pass Android intents on. */
const inAppAgents = [
  ['intents', /instagram|\bfban\b|\bfbav\b|fb_iab|\bline\//i],
  [
    'other',
    /tiktok|musical_ly|bytedance|trill|snapchat|pinterest|linkedinapp|micromessenger|; wv\)/i,
  ],
] as const

const telegramNames = ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto']

/** All false on a server. */
function detectDevice(): Device {
  const page = typeof window === 'undefined' ? undefined : window
  const agent = page?.navigator.userAgent ?? ''
  const isMobile = matchesMedia('(pointer: coarse)') || mobileAgent.test(agent)
  const isTelegram = page !== undefined && telegramNames.some((name) => name in page)
  // Wallets have a browser too: its page has the wallet's provider and needs no link.
  const inApp = isMobile && !isTelegram && inAppAgents.find(([, names]) => names.test(agent))
  return {
    isMobile,
    // An iPad's user agent is that of a Mac.
    isIos: isMobile && /iphone|ipad|macintosh/i.test(agent),
    isAndroid: isMobile && /android/i.test(agent),
    isSafari: /safari/i.test(agent),
    isTelegram,
    ...(inApp && { inApp: inApp[0] }),
    isIframe: page !== undefined && page.self !== page.top,
  }
}

/** Opens a window of that size in front of the page. */
const openPopup: Ports['page']['openPopup'] = (url, { width, height, noOpener }) => {
  const opened = window.open(url, '_blank', `popup,width=${width},height=${height}`)
  if (!opened) return undefined
  if (noOpener) opened.opener = null
  return {
    navigate: (to) => opened.location.replace(to),
    close: () => opened.close(),
    isClosed: () => opened.closed,
    hasLeft() {
      try {
        return !opened.location.href
      } catch {
        return true
      }
    },
    onMessage(from, listener, signal) {
      const onMessage = ({ source, origin, data }: MessageEvent) => {
        if (source === opened && origin === from) listener(data)
      }
      window.addEventListener('message', onMessage, { signal })
    },
  }
}

/** A mini app of Telegram opens web links with the call of Telegram's own script, if the page has it. */
function openInTelegram(url: string): boolean {
  const { Telegram } = window as { Telegram?: { WebApp?: { openLink?: unknown } } }
  const { WebApp } = Telegram ?? {}
  if (!isWebLink(url, maxLinkLength) || typeof WebApp?.openLink !== 'function') return false
  WebApp.openLink(url)
  return true
}

export function createPage(): Ports['page'] {
  const device = detectDevice()
  return {
    device,
    copyText,
    openLink(url, target) {
      if (typeof window === 'undefined' || !isOpenableLink(url)) return
      if (device.isTelegram && openInTelegram(url)) return
      // Telegram's in-app browser cannot leave its page.
      window.open(url, device.isTelegram ? '_blank' : target, 'noreferrer noopener')
    },
    openPopup,
    lock,
    isOnline: () => navigator.onLine !== false,
    address: () => location.href,
    navigate: (url) => location.assign(url),
    metadata() {
      if (typeof document === 'undefined') return { name: '', description: '', url: '', icons: [] }
      const find = <element extends Element>(query: string) =>
        document.querySelector<element>(query)
      const description = find<HTMLMetaElement>('meta[property="og:description"]')
      const icon = find<HTMLLinkElement>('link[rel~=icon]')
      return {
        name: document.title,
        description:
          (description ?? find<HTMLMetaElement>('meta[name=description]'))?.content ?? '',
        url: window.location.origin,
        icons: icon?.href ? [icon.href] : [],
      }
    },
  }
}

function lock(name: string, signal?: AbortSignal): Promise<() => void> {
  // Older browsers and pages without TLS have no locks.
  const { locks } = navigator as Partial<Navigator>
  return new Promise((resolve, reject) => {
    if (!locks) return resolve(() => undefined)
    const options = signal ? { signal } : {}
    locks
      .request(name, options, () => new Promise<void>((release) => resolve(release)))
      .catch(reject)
  })
}

/** Falls back to `execCommand` where the Clipboard API is not allowed (no https, framed). */
async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
  } catch (cause) {
    if (!copyByEvent(text)) throw new UnexpectedError({ cause })
  }
}

/** Sets the data of a copy event, which needs no text field and moves no focus. */
function copyByEvent(text: string): boolean {
  if (typeof document === 'undefined') return false
  let isFilled = false
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isFilled = true
  }
  // Captured first, so that listeners of the page neither read nor change the text.
  const options = { capture: true, once: true }
  window.addEventListener('copy', fill, options)
  const isDone = document.execCommand('copy')
  window.removeEventListener('copy', fill, options)
  return isDone && isFilled
}
