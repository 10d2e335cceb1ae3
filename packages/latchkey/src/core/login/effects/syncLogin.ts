import type { ConnectionState } from '../../connection/store.js'
import { raiseAlert } from '../../modal/actions/raiseAlert.js'
import { watch } from '../../runtime/createStore.js'
import * as alerts from '../../runtime/errors/alerts.js'
import type { Widget } from '../../widget.js'
import { clearLogin, saveLogin, toEmbeddedInfo } from '../actions/saveLogin.js'
import { type LoginConnector, loginConnectorId } from '../login.js'
import type { LoginUser } from '../store.js'

const silenceAlerts = {
  iframe_load_failed: alerts.iframeLoadFailed,
  iframe_request_timeout: alerts.iframeRequestTimeout,
  unverified_domain: alerts.unverifiedDomain,
}

/** Keeps the store and what is stored in step with the login frame. Runs from its first use on. */
export function syncLogin(widget: Widget, connector: LoginConnector): () => void {
  const { connection, login } = widget.stores
  const stops = [
    connector.on('screen', (screenHeight) => login.set({ screenHeight })),
    connector.on('user', (told) => saveLogin(widget, told)),
    connector.on('silence', (reason) => raiseAlert(widget, silenceAlerts[reason])),
    connector.on('smartAccountNetworks', (smartAccountNetworks) => {
      login.set({ smartAccountNetworks })
      const key = '@appkit-wallet/SMART_ACCOUNT_ENABLED_NETWORKS'
      widget.ports.storage.set(key, smartAccountNetworks.join(','))
    }),
    // What sites see of a login can change without its account.
    watch(
      login,
      ({ user }) => user,
      (user) => user && connection.set((state) => withLogin(state, user)),
    ),
    // Disconnected here, in another tab or in the frame itself: nothing is kept of the login.
    watch(connection, isLoggedIn, (isIn) => isIn || clearLogin(widget)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function withLogin(state: ConnectionState, user: LoginUser): ConnectionState {
  const entries = Object.entries(state).map(([namespace, one]) => {
    const isOurs = one.status === 'connected' && one.connectorId === loginConnectorId
    if (!isOurs) return [namespace, one]
    return [namespace, { ...one, embedded: toEmbeddedInfo(user, one.active.namespace) }]
  })
  return Object.fromEntries(entries)
}

function isLoggedIn(state: ConnectionState): boolean {
  return Object.values(state)
    .flatMap((one) => [one, ...(one.status === 'connected' ? (one.others ?? []) : [])])
    .some((one) => 'connectorId' in one && one.connectorId === loginConnectorId)
}
