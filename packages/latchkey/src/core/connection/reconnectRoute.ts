import type { Namespace } from '@latchkey/wire/caip'
import { type SocialProvider, socialProviders } from '../config/features.js'
import { loginConnectorId } from '../login/login.js'
import type { Route } from '../modal/views.js'
import { pairingConnectorId } from '../pairing/pairing.js'
import type { ConnectorId } from './family.js'
import type { PublicConnection } from './list.js'

/** The view in which an earlier connection is made again. */
export function reconnectRoute({
  connectorId,
  auth,
  namespace,
}: {
  readonly connectorId: ConnectorId
  readonly auth?: PublicConnection['auth']
  readonly namespace: Namespace
}): Route {
  if (connectorId === pairingConnectorId) return { view: 'ConnectingWalletConnect', params: {} }
  if (connectorId === loginConnectorId) return login(auth?.name)
  return { view: 'ConnectingExternal', params: { connectorId, namespace } }
}

function login(name: string | undefined): Route {
  if (name === 'farcaster') return { view: 'ConnectingFarcaster', params: undefined }
  const provider = socialProviders.find((one): one is SocialProvider => one === name)
  return provider
    ? { view: 'ConnectingSocial', params: { provider } }
    : { view: 'EmailLogin', params: undefined }
}
