import { familyNetworkOf } from '../../chain/familyNetwork.js'
import type { Phone } from '../model/createPhone.js'
import type { SessionItem } from '../model/phoneState.js'
import { AppMark } from '../parts/Mark.js'

type Props = { readonly phone: Phone; readonly sessions: readonly SessionItem[] }

export function SessionList({ phone, sessions }: Props) {
  if (sessions.length === 0)
    return (
      <div className="card empty">
        <svg aria-hidden="true" width="72" height="40" viewBox="0 0 72 40" fill="none">
          <g stroke="currentColor" strokeWidth="1.75" strokeLinecap="round">
            <rect x="3" y="8" width="24" height="24" rx="8" />
            <rect x="45" y="8" width="24" height="24" rx="8" />
            <path d="M32 20h8" strokeDasharray="0.1 4" />
          </g>
        </svg>
        <p>Nothing connected. Copy a pairing link from an app, or scan its code.</p>
      </div>
    )
  return (
    <ul className="card">
      {sessions.map(({ topic, dapp, chains }) => (
        <li className="row" key={topic} data-testid="session-card">
          <AppMark name={dapp.name} {...(dapp.icon && { icon: dapp.icon })} />
          <span className="row-text">
            <span className="row-title">{dapp.name}</span>
            <span className="row-detail">{dapp.host}</span>
            <span className="row-detail whole">
              {chains.map((chain) => familyNetworkOf(chain).name).join(', ')}
            </span>
          </span>
          <button
            className="quiet danger"
            type="button"
            onClick={() => phone.disconnect(topic)}
            aria-label={`Disconnect ${dapp.name}`}
          >
            Disconnect
          </button>
        </li>
      ))}
    </ul>
  )
}
