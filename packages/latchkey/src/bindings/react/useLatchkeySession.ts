import { useCallback } from 'react'
import type { Latchkey } from '../../boot/latchkey.js'
import type { SignInState } from '../../boot/publicState.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import { type Subscribe, useWidget, useWidgetValue } from './LatchkeyProvider.js'

const onSession: Subscribe = (latchkey, notify) => latchkey.subscribeSession(notify)

/** A server does not know the visitor's sessions. */
const unknown: SignInState = { status: 'checking', session: undefined }

/** Sign-in of the active account, and functions to sign in and out. */
export function useLatchkeySession(): SignInState & {
  signIn(...options: Parameters<Latchkey['signIn']>): Promise<SiwxSession | undefined>
  signOut(): Promise<void>
} {
  const latchkey = useWidget('useLatchkeySession')
  const state = useWidgetValue(latchkey, onSession, (one) => one.getSession(), unknown)
  const signIn = useCallback(
    async (...options: Parameters<Latchkey['signIn']>) => latchkey?.signIn(...options),
    [latchkey],
  )
  const signOut = useCallback(async () => latchkey?.signOut(), [latchkey])
  return { ...state, signIn, signOut }
}
