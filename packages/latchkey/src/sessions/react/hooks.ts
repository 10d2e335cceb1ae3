import { useCallback, useEffect, useState } from 'react'
import { useLatchkeyAccount } from '../../bindings/react/hooks.js'
import { useWidget } from '../../bindings/react/LatchkeyProvider.js'
import { useRead } from '../../bindings/react/useRead.js'
import { toWidgetError } from '../../core/runtime/errors/interface.js'
import type { WidgetError } from '../../core/runtime/errors/WidgetError.js'
import type { PermissionRequest } from '../../core/sessions/permissionRequest.js'
import type { SmartSessionDetails } from '../../core/sessions/smartSession.js'
import {
  type GrantedPermission,
  getSmartSessions,
  grantPermissions,
  isSmartSessionSupported,
  revokeSmartSession,
} from '../smartSessions.js'

/** Result of `useLatchkeyPermissions`. */
export type UseLatchkeyPermissionsResult = {
  /** Asks the visitor. Never rejects: see `error`. Resolves to undefined if it was not granted. */
  grant(request: PermissionRequest): Promise<GrantedPermission | undefined>
  readonly data: GrantedPermission | undefined
  readonly isPending: boolean
  readonly error: WidgetError | undefined
  /** Whether the connected wallet grants permissions; undefined until that is known. */
  readonly isSupported: boolean | undefined
}

/** Asks for permissions, with the state of the last request. */
export function useLatchkeyPermissions(): UseLatchkeyPermissionsResult {
  const latchkey = useWidget('useLatchkeyPermissions')
  const account = useAccountKey()
  const [state, setState] = useState<GrantState>(idle)
  const grant = useCallback(
    async (request: PermissionRequest) => {
      setState({ ...idle, isPending: true })
      try {
        const data = await grantPermissions(request, latchkey)
        setState({ ...idle, data })
        return data
      } catch (cause) {
        setState({ ...idle, error: toWidgetError(cause) })
        return undefined
      }
    },
    [latchkey],
  )
  const readSupport = useCallback(() => isSmartSessionSupported(latchkey), [latchkey])
  const { fetch, data: isSupported } = useRead(readSupport, toWidgetError)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account may have another wallet
  useEffect(() => void fetch(), [fetch, account])
  return { ...state, grant, isSupported }
}

type GrantState = Pick<UseLatchkeyPermissionsResult, 'data' | 'isPending' | 'error'>

const idle: GrantState = { data: undefined, isPending: false, error: undefined }

/** Result of `useLatchkeySmartSessions`. */
export type UseLatchkeySmartSessionsResult = {
  /** Undefined until they are loaded, and without a connected account. */
  readonly data: readonly SmartSessionDetails[] | undefined
  readonly isLoading: boolean
  readonly error: WidgetError | undefined
  refetch(): Promise<void>
  /** Revokes one and reads the list again. Rejects if it was not revoked. */
  revoke(session: Pick<SmartSessionDetails, 'id'>): Promise<void>
}

/** The permissions that the connected account granted to this site. */
export function useLatchkeySmartSessions(): UseLatchkeySmartSessionsResult {
  const latchkey = useWidget('useLatchkeySmartSessions')
  const account = useAccountKey()
  const read = useCallback(
    async () => (account === undefined ? undefined : getSmartSessions(latchkey)),
    [latchkey, account],
  )
  const { fetch, ...state } = useRead(read, toWidgetError)
  useEffect(() => void fetch(), [fetch])
  const revoke = useCallback(
    async (session: Pick<SmartSessionDetails, 'id'>) => {
      await revokeSmartSession(session, latchkey)
      await fetch()
    },
    [latchkey, fetch],
  )
  return { ...state, refetch: fetch, revoke }
}

/** Changes with the connected EVM account and its network. */
function useAccountKey(): string | undefined {
  return useLatchkeyAccount({ namespace: 'eip155' }).caipAddress
}
