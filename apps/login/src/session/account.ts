import type { Endpoint, InputOf, ResponseOf } from '@latchkey/wire/http/endpoint'
import { endSession, readSession } from '@latchkey/wire/login/session'
import type { EmbeddedWallet } from '../account/embeddedWallet.js'
import { ApiError, isApiError } from '../api/apiError.js'
import type { LoginApi } from '../api/loginApi.js'
import type { Vault } from '../vault/signer.js'
import type { Session, Sessions } from './sessions.js'

/** The current session and its wallet. */
export type SignedIn = {
  readonly session: Session
  /** Aborts when the session ends. */
  readonly signal: AbortSignal
  call: SessionCall
  vault(): Promise<Vault>
  /** The same wallet for the whole session. */
  wallet(): Promise<EmbeddedWallet>
}

type SessionCall = <endpoint extends Endpoint>(
  endpoint: endpoint,
  input: InputOf<endpoint>,
  signal: AbortSignal,
  /** Milliseconds; 15 s by default. */
  limit?: number,
) => Promise<ResponseOf<endpoint>>

export type Account = {
  /** Rejects with `not-signed-in` if there is no session. */
  signedIn(): Promise<SignedIn>
  /** Reads the session from the server; undefined after `limit` milliseconds. */
  confirm(limit: number, signal: AbortSignal): Promise<Session | undefined>
  enter(session: Session): Promise<void>
  /** Signs out here at once, and at the server if it can be reached. */
  leave(): Promise<void>
}

type AccountParts = {
  readonly api: LoginApi
  readonly sessions: Sessions
  /** `signal` aborts when the session ends. */
  openVault(session: Session, call: SessionCall, signal: AbortSignal): Promise<Vault>
  openWallet(signedIn: Pick<SignedIn, 'vault' | 'call'>): Promise<EmbeddedWallet>
  /** Removes everything stored for earlier sessions. */
  forgetAll(): Promise<void>
  /** The session ended, but not by a call in this document. */
  onEnded(): void
}

export function createAccount(parts: AccountParts): Account {
  const { api, sessions } = parts
  let current: { readonly signedIn: SignedIn; end(): void } | undefined

  function open(session: Session): SignedIn {
    current?.end()
    const ended = new AbortController()
    const call: SessionCall = async (endpoint, input, signal, limit) => {
      ended.signal.throwIfAborted()
      const both = AbortSignal.any([signal, ended.signal])
      try {
        const bound = limit === undefined ? {} : { limit }
        return await api(endpoint, input, { signal: both, token: session.token, ...bound })
      } catch (error) {
        if (isApiError(error, 'not-signed-in')) await onLost(session)
        throw error
      }
    }
    let vault: Promise<Vault> | undefined
    let wallet: Promise<EmbeddedWallet> | undefined
    const signedIn: SignedIn = {
      session,
      signal: ended.signal,
      call,
      vault: () => {
        vault ??= parts.openVault(session, call, ended.signal).catch((error: unknown) => {
          vault = undefined
          throw error
        })
        return vault
      },
      wallet: () => {
        wallet ??= parts.openWallet(signedIn).catch((error: unknown) => {
          wallet = undefined
          throw error
        })
        return wallet
      },
    }
    current = { signedIn, end: () => ended.abort(new ApiError('not-signed-in')) }
    return signedIn
  }

  function close(): void {
    current?.end()
    current = undefined
  }

  /** The server or another tab ended it. */
  async function onLost(session: Session): Promise<void> {
    if (current?.signedIn.session.token !== session.token) return
    close()
    await sessions.end()
    parts.onEnded()
  }

  sessions.onEnded(() => {
    close()
    parts.onEnded()
  })

  async function signedIn(): Promise<SignedIn> {
    const session = await sessions.current()
    if (!session) {
      close()
      throw new ApiError('not-signed-in')
    }
    const isSame = current?.signedIn.session.token === session.token
    // The same session may have newer user data.
    return current && isSame ? { ...current.signedIn, session } : open(session)
  }

  return {
    signedIn,
    async confirm(limit, signal) {
      const session = await sessions.current()
      if (!session) return undefined
      try {
        const { token } = session
        const { person, expiresAt } = await api(readSession, {}, { signal, token, limit })
        const fresh = { token, person, expiresAt }
        // Signed out while waiting.
        if ((await sessions.current())?.token !== token) return undefined
        await sessions.begin(fresh)
        return fresh
      } catch (error) {
        if (isApiError(error, 'not-signed-in')) {
          close()
          await sessions.end()
        }
        return undefined
      }
    },
    async enter(session) {
      close()
      await sessions.begin(session)
    },
    async leave() {
      const session = await sessions.current()
      close()
      await Promise.all([sessions.end(), parts.forgetAll()])
      if (!session) return
      const signal = new AbortController().signal
      const options = { signal, token: session.token, limit: 5_000, keepalive: true }
      // Offline, the token is gone here; at the server the session expires.
      api(endSession, {}, options).catch(() => undefined)
    },
  }
}
