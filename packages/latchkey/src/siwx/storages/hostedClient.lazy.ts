import { type NetworkId, parseAccountId } from '@latchkey/wire/caip'
import { type Endpoint, safeParse } from '@latchkey/wire/http/endpoint'
import { failure } from '@latchkey/wire/http/failure'
import * as api from '@latchkey/wire/http/signIn'
import { isRecord, safeParseJson } from '@latchkey/wire/json'
import { parseSiwxMessage } from '@latchkey/wire/siwx'
import {
  InvalidSessionError,
  NotSignedInError,
  SessionServerError,
} from '../../core/runtime/errors/siwxSession.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import type { HostedSessionsOptions } from './hostedSessions.js'
import {
  isAccount,
  type JsonResponse,
  readReason,
  requestJson,
  type ServerAccount,
  toServerSession,
} from './sessionServer.js'
import { createStoredItem, type StoredItem } from './storedItem.js'

type HostedClientParameters = HostedSessionsOptions & {
  readonly localAuthStorageKey: string
  readonly authToken: StoredItem
  readonly onChange: (session: SiwxSession | undefined) => void
}

export type HostedClient = ReturnType<typeof createHostedClient>

/** A token this close to its end is replaced first (milliseconds). */
const refreshMargin = 30_000

/** Calls the provider's sign-in and keeps its tokens. */
export function createHostedClient({
  providerUrl,
  projectId,
  localAuthStorageKey,
  localNonceStorageKey = '@appkit/siwx-nonce-token',
  authToken,
  onChange,
}: HostedClientParameters) {
  const nonceToken = createStoredItem(localNonceStorageKey)
  const refreshToken = createStoredItem(`${localAuthStorageKey}-refresh`)
  /** By nonce: other tabs overwrite the stored one. */
  const nonceTokens = new Map<string, string>()
  let refreshing: Promise<string | undefined> | undefined

  const request = (
    { path, method }: Pick<Endpoint, 'path' | 'method'>,
    { headers, body, query }: RequestParts = {},
  ) => {
    const parameters = new URLSearchParams({ projectId, st: 'latchkey', sv: 'siwx', ...query })
    const url = `${providerUrl.replace(/\/+$/, '')}${path}?${parameters}`
    return requestJson({ url, method, headers, body, credentials: 'omit' })
  }

  function storeTokens({ token, refreshToken: next }: api.SignInTokens) {
    authToken.set(token)
    if (next === undefined) refreshToken.remove()
    else refreshToken.set(next)
  }

  function forget() {
    for (const item of [authToken, nonceToken, refreshToken]) item.remove()
    onChange(undefined)
  }

  /** The token, replaced if it is about to end; undefined if the session has ended. */
  async function getToken(): Promise<string | undefined> {
    const token = authToken.get()
    if (token === undefined) return undefined
    const { exp } = readClaims(token)
    if (typeof exp === 'number' && exp * 1_000 - refreshMargin > Date.now()) return token
    refreshing ??= refresh().finally(() => {
      refreshing = undefined
    })
    return refreshing
  }

  async function refresh(): Promise<string | undefined> {
    const current = refreshToken.get()
    const response =
      current === undefined
        ? undefined
        : await request(api.refreshSignIn, { body: { refreshToken: current } })
    if (response?.isOk) {
      const tokens = parse(api.signInTokens, response)
      storeTokens(tokens)
      return tokens.token
    }
    // Another tab may have replaced the tokens.
    if (refreshToken.get() !== current) return authToken.get()
    forget()
    return undefined
  }

  /** Calls with the token. Undefined if no account is signed in. */
  async function authorized(endpoint: Endpoint, parts: RequestParts = {}) {
    const token = await getToken()
    if (token === undefined) return undefined
    const response = await request(endpoint, { ...parts, headers: toBearer(token) })
    if (response.status === 401 || response.status === 403) {
      if (authToken.get() === token) forget()
      return undefined
    }
    if (!response.isOk) throw toServerError(response)
    return response
  }

  async function getAccount(): Promise<api.SignedInAccount> {
    const query = { includeAppKitAccount: 'true' }
    const response = await authorized(api.getSignedInAccount, { query })
    if (!response) throw new NotSignedInError()
    return parse(api.signedInAccount, response)
  }

  return {
    getToken,
    getAccount,

    async createNonce(): Promise<string> {
      const response = await request(api.createSignInNonce)
      if (!response.isOk) throw toServerError(response)
      const { nonce, token } = parse(api.createSignInNonce.response, response)
      nonceTokens.set(nonce, token)
      nonceToken.set(token)
      return nonce
    },

    async getSessions(chainId: NetworkId, address: string): Promise<readonly SiwxSession[]> {
      const response = await authorized(api.getSignedInAccount)
      if (!response) return []
      const account = parse(api.signedInAccount, response)
      const isSignedIn = isAccount(
        { chainId: account.caip2Network, address: account.address },
        { chainId, address },
      )
      // With a refresh token the session outlives its token.
      const expirationTime = refreshToken.get()
        ? undefined
        : new Date(account.exp * 1_000).toISOString()
      return isSignedIn ? [toServerSession({ chainId, address, expirationTime })] : []
    },

    async signIn(session: SiwxSession): Promise<void> {
      const { data, message, signature } = session
      const nonce = parseSiwxMessage(message)?.nonce ?? data.nonce
      const token = nonceTokens.get(nonce) ?? nonceToken.get()
      if (token === undefined) throw new InvalidSessionError('wrong-nonce')
      nonceTokens.delete(nonce)
      nonceToken.remove()
      const response = await request(api.authenticate, {
        headers: { 'x-nonce-jwt': `Bearer ${token}` },
        body: { data, message, signature },
      })
      if (!response.isOk) {
        const field = readFailedField(response)
        const isNonce = field?.startsWith('nonce-')
        throw new InvalidSessionError(isNonce ? 'wrong-nonce' : readReason(field))
      }
      storeTokens(parse(api.signInTokens, response))
      onChange(session)
    },

    /** Ends the session; with an account, only if it is that account's. */
    async signOut(account?: ServerAccount): Promise<void> {
      const token = authToken.get()
      if (token === undefined) return
      const signedIn = parseAccountId(readClaims(token).sub)
      const isOther =
        account && signedIn && !isAccount({ ...signedIn, chainId: signedIn.networkId }, account)
      if (isOther) return
      // Without its tokens this browser is signed out, even if the provider does not answer.
      forget()
      await request(api.signOut, { headers: toBearer(token) }).catch(() => undefined)
    },

    async setMetadata(metadata: Readonly<Record<string, unknown>> | null): Promise<void> {
      const response = await authorized(api.setAccountMetadata, { body: { metadata } })
      if (!response) throw new NotSignedInError()
    },
  }
}

type RequestParts = {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: object | undefined
  readonly query?: Readonly<Record<string, string>> | undefined
}

/** The provider's reason, for instance `sign-in-off`. */
const readFailedField = ({ body }: JsonResponse) =>
  safeParse(failure, body)?.value.reasons[0]?.field

const toServerError = (response: JsonResponse) =>
  new SessionServerError('failed', { status: response.status, cause: readFailedField(response) })

const toBearer = (token: string) => ({ authorization: `Bearer ${token}` })

function parse<const schema extends Parameters<typeof safeParse>[0]>(
  schema: schema,
  { body, status }: JsonResponse,
) {
  const parsed = safeParse(schema, body)
  if (!parsed) throw new SessionServerError('malformed', { status })
  return parsed.value
}

/** The claims of a token, not verified: only its provider trusts it. */
function readClaims(token: string): Readonly<Record<string, unknown>> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
    const claims = safeParseJson(atob(payload))
    return isRecord(claims) ? claims : {}
  } catch {
    return {}
  }
}
