import type { Device } from '../../core/runtime/ports.js'
import { matchesMedia } from '../system/matchesMedia.js'

const mobileAgent = /android|webos|iphone|ipad|ipod|blackberry|opera mini/i
const telegramNames = ['TelegramWebviewProxy', 'Telegram', 'TelegramWebviewProxyProto']

/** Everything is false where there is no window. */
export function detectDevice(): Device {
  const page = typeof window === 'undefined' ? undefined : window
  const agent = page?.navigator.userAgent ?? ''
  const isMobile = matchesMedia('(pointer: coarse)') || mobileAgent.test(agent)
  return {
    isMobile,
    isIos: isMobile && /iphone|ipad/i.test(agent),
    isAndroid: isMobile && /android/i.test(agent),
    isSafari: /safari/i.test(agent),
    isTelegram: page !== undefined && telegramNames.some((name) => name in page),
    isIframe: page !== undefined && page.self !== page.top,
  }
}
