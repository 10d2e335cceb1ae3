import { GlobeIcon } from '@latchkey/parts/icons'
import { origins } from './text.js'

/** The page's origin from the handshake. A name given by the page is never shown. */
export function RequestOrigin({ origin }: { readonly origin: string }) {
  const { host, protocol, hostname } = new URL(origin)
  const isSpecial = hostname.split('.').some((label) => label.startsWith('xn--'))
  const isOpen = protocol === 'http:' && !/(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
  return (
    <div className="requester">
      <span className="requester-icon">
        <GlobeIcon />
      </span>
      <div className="words">
        <p className="hint">{origins.by}</p>
        <p className="requester-host" data-testid="approve-origin">
          <bdi>{host}</bdi>
        </p>
        {(isSpecial || isOpen) && (
          <p className="requester-warning">{isSpecial ? origins.special : origins.insecure}</p>
        )}
      </div>
    </div>
  )
}
