import type { Session } from '@latchkey/pairing/session'
import type { Ports } from '../../core/ports.js'

/** Brings the visitor's wallet app to the front when it has a request to answer. */
export function openWalletApp({ storage, page }: Ports, session: Session): void {
  const href = storage.get('pairing_return_link')
  if (!href || !page.device.isMobile || session.sessionConfig?.disableDeepLink) return
  if (!document.hasFocus()) return
  const isWeb = href.startsWith('http')
  page.openLink(
    `${href}wc?sessionTopic=${session.topic}`,
    isWeb || page.device.isTelegram ? '_blank' : '_self',
  )
}
