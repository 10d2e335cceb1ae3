import type { Session } from '@latchkey/pairing/session'
import { toWalletLink } from '@latchkey/wire/walletLinks'
import type { Ports } from '../../core/runtime/ports.js'

/** Brings the visitor's wallet app to the front when it has a request to answer. */
export function openWalletApp({ storage, page }: Ports, session: Session): void {
  const href = storage.get('pairing_return_link')
  if (!href || !page.device.isMobile || session.sessionConfig?.disableDeepLink) return
  if (!document.hasFocus()) return
  const isWeb = href.startsWith('http')
  const link = `${href}wc?sessionTopic=${session.topic}`
  // Whatever else runs on this page can write to its storage.
  if (toWalletLink(link) !== link) return
  page.openLink(link, isWeb || page.device.isTelegram ? '_blank' : '_self')
}
