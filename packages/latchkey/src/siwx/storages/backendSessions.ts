import { isNetworkId, type NetworkId } from '@latchkey/wire/caip'
import { isRecord } from '@latchkey/wire/json'
import { readTime } from '@latchkey/wire/siwx'
import { InvalidSessionError, SessionServerError } from '../../core/runtime/errors/siwxSession.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import {
  isAccount,
  type JsonRequest,
  readReason,
  requestJson,
  toServerSession,
} from './sessionServer.js'
import type { SiwxStorage } from './storage.js'

export type BackendSessionsOptions = {
  /** Base URL of the four calls, such as `/api/siwx`. */
  readonly url: string
  /** Headers of each call, for instance a CSRF token. */
  readonly headers?: (() => Readonly<Record<string, string>>) | undefined
  /** Default: `same-origin`. A backend on another origin needs `include`. */
  readonly credentials?: RequestCredentials | undefined
  /** Default: the page's `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined
}

/** Sessions that the site's own server verifies and keeps, for instance in a cookie. */
export function backendSessions(options: BackendSessionsOptions): SiwxStorage {
  const { url, headers, credentials = 'same-origin', fetch } = options
  const base = url.replace(/\/+$/, '')
  const request = (path: string, more: Pick<JsonRequest, 'method' | 'body'>) =>
    requestJson({ url: `${base}${path}`, credentials, fetch, headers: headers?.(), ...more })

  async function add({ message, signature }: SiwxSession) {
    const response = await request('/verify', { method: 'POST', body: { message, signature } })
    const { reason } = isRecord(response.body) ? response.body : {}
    if (!response.isOk) throw new InvalidSessionError(readReason(reason))
  }

  async function signOut(query = '') {
    const { isOk, status } = await request(`/session${query}`, { method: 'DELETE' })
    // Without a session there is nothing to delete.
    if (!isOk && status !== 401 && status !== 404)
      throw new SessionServerError('failed', { status })
  }
  const remove = (chainId: string, address: string) =>
    signOut(`?${new URLSearchParams({ chainId, address })}`)

  async function list(): Promise<readonly BackendSession[]> {
    const { status, isOk, body } = await request('/session', { method: 'GET' })
    if (status === 204 || status === 401 || status === 404) return []
    if (!isOk) throw new SessionServerError('failed', { status })
    const sessions = isRecord(body) ? body.sessions : undefined
    if (!Array.isArray(sessions)) throw new SessionServerError('malformed', { status })
    return sessions.filter(isBackendSession)
  }

  return {
    verifies: true,
    async getNonce() {
      const { status, isOk, body } = await request('/nonce', { method: 'GET' })
      if (!isOk) throw new SessionServerError('failed', { status })
      const nonce = isRecord(body) ? body.nonce : undefined
      if (typeof nonce !== 'string') throw new SessionServerError('malformed', { status })
      return nonce
    },
    async get(chainId, address) {
      const found = (await list()).find((session) => isAccount(session, { chainId, address }))
      return found
        ? [toServerSession({ chainId, address, expirationTime: found.expirationTime })]
        : []
    },
    add,
    async set(sessions) {
      if (sessions.length === 0) return signOut()
      const nonces = new Set<string>()
      for (const session of sessions) {
        // The server accepts a nonce once, for the first session with it.
        const isNew = session.message !== '' && !nonces.has(session.data.nonce)
        nonces.add(session.data.nonce)
        if (isNew) await add(session)
      }
      const isWanted = (stored: BackendSession) =>
        sessions.some(({ data }) =>
          isAccount(stored, { chainId: data.chainId, address: data.accountAddress }),
        )
      for (const stored of await list()) {
        if (!isWanted(stored)) await remove(stored.chainId, stored.address)
      }
    },
    delete: remove,
  }
}

/** An entry of the response to `GET /session`. */
type BackendSession = {
  readonly chainId: NetworkId
  readonly address: string
  readonly expirationTime?: string | undefined
}

function isBackendSession(value: unknown): value is BackendSession {
  return (
    isRecord(value) &&
    isNetworkId(value.chainId) &&
    typeof value.address === 'string' &&
    (value.expirationTime === undefined ||
      (typeof value.expirationTime === 'string' && readTime(value.expirationTime) !== undefined))
  )
}
