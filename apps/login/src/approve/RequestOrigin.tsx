import { GlobeIcon } from '@latchkey/parts/icons'
import { asks } from './text.js'

/** Who asks: the page's origin, as the handshake proved it. Never the name a page gives itself. */
export function Asker({ origin }: { readonly origin: string }) {
  const { host, protocol, hostname } = new URL(origin)
  const isSpecial = hostname.split('.').some((label) => label.startsWith('xn--'))
  const isOpen = protocol === 'http:' && !/(^|\.)localhost$|^127\.|^\[::1\]$/.test(hostname)
  return (
    <div className="asker">
      <span className="asker-icon">
        <GlobeIcon />
      </span>
      <div className="words">
        <p className="hint">{asks.by}</p>
        <p className="asker-host" data-testid="approve-origin">
          <bdi>{host}</bdi>
        </p>
        {(isSpecial || isOpen) && (
          <p className="asker-warning">{isSpecial ? asks.special : asks.insecure}</p>
        )}
      </div>
    </div>
  )
}
