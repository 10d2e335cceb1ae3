import type { Ports } from '../../core/runtime/ports.js'
import { isOpenableLink } from '../../core/wallets/openableLink.js'
import { copyText } from './copyText.js'
import { detectDevice } from './detectDevice.js'
import { openPopup } from './openPopup.js'

export function createPage(): Ports['page'] {
  const device = detectDevice()
  return {
    device,
    copyText,
    openLink(url, target) {
      if (typeof window === 'undefined' || !isOpenableLink(url)) return
      // Telegram's in-app browser cannot leave its page.
      window.open(url, device.isTelegram ? '_blank' : target, 'noreferrer noopener')
    },
    openPopup,
    lock,
    address: () => location.href,
    leaveFor: (url) => location.assign(url),
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
