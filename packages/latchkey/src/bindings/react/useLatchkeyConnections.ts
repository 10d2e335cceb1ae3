import type { Namespace } from '@latchkey/wire/caip'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Latchkey } from '../../boot/latchkey.js'
import type { ConnectionChange } from '../../core/connection/actions/siteConnections.js'
import type { ConnectorId } from '../../core/connection/family.js'
import type { ConnectionsState, PublicConnection } from '../../core/connection/publicConnections.js'
import { type Subscribe, useWidget, useWidgetValue } from './LatchkeyProvider.js'

const nothing: ConnectionsState = { connections: {}, recentConnections: {} }
const none: readonly PublicConnection[] = []

/** The wallets of a chain family; the active family by default. */
function useWallets(
  latchkey: Latchkey | undefined,
  namespace: Namespace | undefined,
  caller: string,
) {
  const [state, setState] = useState(nothing)
  const active = useWidgetValue<Namespace | undefined>(
    latchkey,
    onState,
    (one) => one.getActiveChainNamespace(),
    undefined,
  )
  useEffect(() => latchkey?.subscribeConnections(setState, caller), [latchkey, caller])
  const family = namespace ?? active
  return {
    family,
    connections: (family && state.connections[family]) ?? none,
    recentConnections: (family && state.recentConnections[family]) ?? none,
  }
}

const onState: Subscribe = (latchkey, notify) => latchkey.subscribeState(notify)

/**
 * The connected and recent wallets of a chain family; the active family by default. While
 * `multiWallet` is off, both lists are empty and an alert is raised.
 *
 * @example
 * const { connections, recentConnections } = useConnections('eip155')
 */
export function useLatchkeyConnections(namespace?: Namespace): {
  connections: readonly PublicConnection[]
  recentConnections: readonly PublicConnection[]
} {
  const latchkey = useWidget('useLatchkeyConnections')
  const { connections, recentConnections } = useWallets(
    latchkey,
    namespace,
    'useLatchkeyConnections',
  )
  return { connections, recentConnections }
}

/** The chain family, and callbacks for the result of a switch or a deletion. */
export type UseLatchkeyConnectionOptions = {
  /** The active family by default. */
  namespace?: Namespace | undefined
  onSuccess?: ((change: ConnectionChange) => void) | undefined
  onError?: ((error: unknown) => void) | undefined
}

/**
 * The active wallet of a chain family, and functions to switch to another wallet or delete one.
 * While `multiWallet` is off, the functions do nothing and an alert is raised.
 *
 * @example
 * const { connections } = useConnections()
 * const { switchConnection } = useConnection({ onSuccess: ({ address }) => greet(address) })
 * return connections.map((one) => <button onClick={() => switchConnection({ connection: one })} />)
 */
export function useLatchkeyConnection({
  namespace,
  onSuccess,
  onError,
}: UseLatchkeyConnectionOptions = {}): {
  connection: PublicConnection | undefined
  isPending: boolean
  switchConnection(to: {
    connection: Pick<PublicConnection, 'connectorId' | 'auth'>
    address?: string
  }): Promise<void>
  deleteConnection(one: { address: string; connectorId: ConnectorId }): Promise<void>
} {
  const latchkey = useWidget('useLatchkeyConnection')
  const { connections, family } = useWallets(latchkey, namespace, 'useLatchkeyConnection')
  const [pending, setPending] = useState(0)
  const handlers = useRef({ onSuccess, onError })
  handlers.current = { onSuccess, onError }

  const run = useCallback(async (change: Promise<ConnectionChange | undefined> | undefined) => {
    setPending((count) => count + 1)
    try {
      const done = await change
      if (done) handlers.current.onSuccess?.(done)
    } catch (error) {
      handlers.current.onError?.(error)
    } finally {
      setPending((count) => count - 1)
    }
  }, [])

  return {
    connection: connections.find(({ isActive }) => isActive),
    isPending: pending > 0,
    switchConnection: useCallback(
      async (to) => {
        if (family) await run(latchkey?.switchConnection({ ...to, namespace: family }))
      },
      [run, latchkey, family],
    ),
    deleteConnection: useCallback(
      async (one) => {
        if (family) await run(latchkey?.deleteConnection({ ...one, namespace: family }))
      },
      [run, latchkey, family],
    ),
  }
}
