import type { SiwxConfig } from '../core/siwx/siwx.js'
import { createSiwx } from './createSiwx.js'
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
    ...createSiwx({ storage }),
    getSessionAccount,
    setSessionAccountMetadata,
    getToken,
    on,
    removeAllListeners,
  }
}
