import type { Latchkey } from 'latchkey'
import { useId, useState } from 'react'
import type { Local } from '../configuration/local.js'
import {
  grantDaily,
  readLimits,
  revoke,
  type SiteServer,
  sendSponsored,
  spend,
} from '../requests/sessions.js'
import { WalletRequest } from './WalletRequest.js'

type SessionsCardProps = {
  readonly latchkey: Latchkey
  readonly local: Local
  readonly isConnected: boolean
  readonly isOn: boolean
}

/** Permissions for a key of the site, from the request to the end. */
export function SessionsCard({ latchkey, local, isConnected, isOn }: SessionsCardProps) {
  const [ether, setEther] = useState('0.01')
  const [server, setServer] = useState<SiteServer>()
  const id = useId()
  const isOff = !isConnected || !isOn
  return (
    <section className="card" aria-labelledby={`${id}-title`}>
      <div className="card-head">
        <h2 id={`${id}-title`}>Smart sessions</h2>
        {isOff && (
          <span className="hint">
            {isOn ? 'Log in by email first' : 'Turn them on under “Features”'}
          </span>
        )}
      </div>
      <WalletRequest
        name="Grant permission"
        isOff={isOff}
        run={async () => {
          setServer(await grantDaily(latchkey, ether))
          return 'Granted. The server below can use it now'
        }}
      >
        <label htmlFor={`${id}-ether`}>Ether per day, for a week</label>
        <input
          id={`${id}-ether`}
          className="input"
          inputMode="decimal"
          value={ether}
          onChange={({ target }) => setEther(target.value)}
        />
      </WalletRequest>
      <ServerPart local={local} server={server} />
      <WalletRequest
        name="Revoke permission"
        isOff={isOff || !server}
        run={async () => (server ? revoke(latchkey, server) : '')}
      >
        <span className="request-label">Ends it on the chain</span>
      </WalletRequest>
      <WalletRequest name="Send sponsored" isOff={isOff} run={() => sendSponsored(latchkey, local)}>
        <span className="request-label">A call whose fee the site pays</span>
      </WalletRequest>
    </section>
  )
}

type ServerPartProps = { readonly local: Local; readonly server: SiteServer | undefined }

/** What a site does on its server with `latchkey/sessions/server`. */
function ServerPart({ local, server }: ServerPartProps) {
  const [amount, setAmount] = useState('0.001')
  const [isSponsored, setSponsored] = useState(false)
  const id = useId()
  return (
    <section className="site-server" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`}>The site’s server</h3>
      <p className="hint">It holds the key. Here it runs in this page, so that you can try it.</p>
      <label className="check" htmlFor={`${id}-sponsored`}>
        <input
          id={`${id}-sponsored`}
          type="checkbox"
          checked={isSponsored}
          onChange={({ target }) => setSponsored(target.checked)}
        />
        The site pays the fee
      </label>
      <WalletRequest
        name="Use permission"
        isOff={!server}
        run={async (signal) =>
          server ? spend(local, server, { ether: amount, isSponsored, signal }) : ''
        }
      >
        <label htmlFor={`${id}-amount`}>Ether to another test account</label>
        <input
          id={`${id}-amount`}
          className="input"
          inputMode="decimal"
          value={amount}
          onChange={({ target }) => setAmount(target.value)}
        />
      </WalletRequest>
      <WalletRequest
        name="Read limits"
        isOff={!server}
        run={async () => (server ? readLimits(local, server) : '')}
      >
        <span className="request-label">What is left, read from the chain</span>
      </WalletRequest>
    </section>
  )
}
