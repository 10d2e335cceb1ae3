import type { SiwxConfig } from '../core/siwx/siwx.js'
import { createMessenger } from './createMessenger.js'
import { createStoredSiwx } from './createStoredSiwx.js'
import {
  type HostedSessions,
  type HostedSessionsOptions,
  hostedSessions,
} from './storages/hostedSessions.js'

type HostedCalls = Pick<
  HostedSessions,
  'getSessionAccount' | 'setSessionAccountMetadata' | 'getToken' | 'on' | 'removeAllListeners'
>

/** Sign-in whose sessions are at the provider, with the calls for the signed-in account. */
export function createHostedSiwx(options: HostedSessionsOptions): SiwxConfig & HostedCalls {
  const storage = hostedSessions(options)
  const { getSessionAccount, setSessionAccountMetadata, getToken, on, removeAllListeners } = storage
  return {
    ...createStoredSiwx({
      messenger: createMessenger(),
      // The chain families verify each signature, and so does the provider.
      verifiers: [],
      storage,
      required: true,
      signOutOnDisconnect: true,
    }),
    getSessionAccount,
    setSessionAccountMetadata,
    getToken,
    on,
    removeAllListeners,
  }
}
