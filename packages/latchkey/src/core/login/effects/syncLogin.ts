import type { ConnectionState } from '../../connection/store.js'
import { raiseAlert } from '../../modal/actions/raiseAlert.js'
import { watch } from '../../runtime/createStore.js'
import * as alerts from '../../runtime/errors/alerts.js'
import type { Widget } from '../../widget.js'
import { clearLogin, saveLogin, toEmbeddedInfo } from '../actions/loginSession.js'
import { type LoginConnector, loginConnectorId } from '../login.js'
import type { LoginUser } from '../store.js'

const silenceAlerts = {
  iframe_load_failed: alerts.iframeLoadFailed,
  iframe_request_timeout: alerts.iframeRequestTimeout,
  unverified_domain: alerts.unverifiedDomain,
}

/** Syncs the store and the storage with the login frame. Runs from its first use on. */
export function syncLogin(widget: Widget, connector: LoginConnector): () => void {
  const { connection, login } = widget.stores
  const stops = [
    connector.on('screen', (screenHeight) => login.set({ screenHeight })),
    connector.on('user', (event) => saveLogin(widget, event)),
    connector.on('silence', (reason) => raiseAlert(widget, silenceAlerts[reason])),
    connector.on('smartAccountNetworks', (smartAccountNetworks) => {
      login.set({ smartAccountNetworks })
      const key = '@appkit-wallet/SMART_ACCOUNT_ENABLED_NETWORKS'
      widget.ports.storage.set(key, smartAccountNetworks.join(','))
    }),
    // The public user info can change while the account stays the same.
    watch(
      login,
      ({ user }) => user,
      (user) => user && connection.set((state) => withUser(state, user)),
    ),
    // Disconnected here, in another tab or in the frame.
    watch(connection, isLoginConnected, (isConnected) => isConnected || clearLogin(widget)),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}

function withUser(state: ConnectionState, user: LoginUser): ConnectionState {
  const entries = Object.entries(state).map(([namespace, one]) => {
    const isLogin = one.status === 'connected' && one.connectorId === loginConnectorId
    if (!isLogin) return [namespace, one]
    return [namespace, { ...one, embedded: toEmbeddedInfo(user, one.active.namespace) }]
  })
  return Object.fromEntries(entries)
}

function isLoginConnected(state: ConnectionState): boolean {
  return Object.values(state)
    .flatMap((one) => [one, ...(one.status === 'connected' ? (one.others ?? []) : [])])
    .some((one) => 'connectorId' in one && one.connectorId === loginConnectorId)
}
