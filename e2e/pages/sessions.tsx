import type { NetworkInput } from 'latchkey'
import { eip155 } from 'latchkey/eip155'
import * as networks from 'latchkey/networks'
import { createLatchkey } from 'latchkey/react'
import * as sessions from 'latchkey/sessions'
import { useLatchkeyPermissions, useLatchkeySmartSessions } from 'latchkey/sessions/react'
import { createRoot } from 'react-dom/client'
import { siteOptions } from './site.js'

declare global {
  interface Window {
    /** What the site calls. */
    sessions: typeof sessions
    /** What the site's button asks for. */
    permissionRequest?: sessions.PermissionRequest
  }
}

const { defineNetwork: _, ...offered } = networks

window.sessions = sessions
window.latchkey = createLatchkey(
  siteOptions({ networks: offered as Record<string, NetworkInput>, families: [eip155()] }),
)

/** Asks for a permission with the hooks, and prints what they say. */
function Game() {
  const { grant, isPending, isSupported, data, error } = useLatchkeyPermissions()
  const list = useLatchkeySmartSessions()
  return (
    <>
      <button
        type="button"
        data-testid="site-grant"
        onClick={() => window.permissionRequest && void grant(window.permissionRequest)}
      >
        Play without asking
      </button>
      <output data-testid="site-sessions" style={{ overflowWrap: 'anywhere' }}>
        {JSON.stringify({
          isPending,
          isSupported,
          granted: data?.context !== undefined,
          error: error?.code,
          statuses: list.data?.map(({ status }) => status),
        })}
      </output>
    </>
  )
}

createRoot(document.getElementById('root') as HTMLElement).render(<Game />)
