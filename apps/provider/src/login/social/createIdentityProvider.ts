import { createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import type { Clock } from '../../clock.js'
import type { Outbound } from '../../outbound/createOutbound.js'
import { OutboundError } from '../../outbound/OutboundError.js'
import { type Claims, type Dialect, dialectAt } from './dialects.js'
import { IdentityFault } from './IdentityFault.js'
import { outboundFetch } from './outboundFetch.js'
import type { ClientSettings } from './socialSettings.js'

/** Somebody's account with a provider; issuer and subject together are the key of it. */
export type Identity = Claims & { readonly issuer: string }

/** What only the browser that left for the provider can bring back. */
export type Journey = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export interface IdentityProvider {
  /** Where the browser is sent. */
  addressFor(journey: Journey): Promise<string>
  /**
   * Turns what the browser came back with into an identity. Throws an IdentityFault. The provider's
   * tokens live no longer than this call.
   */
  identify(callback: URLSearchParams, journey: Journey, signal: AbortSignal): Promise<Identity>
}

type Parts = {
  readonly dialect: Dialect
  readonly settings: ClientSettings
  /** The exact address the provider has on file. */
  readonly redirectUri: string
  readonly outbound: Outbound
  readonly clock: Clock
}

/** Clocks may differ by this much. */
const TOLERANCE_S = 60
const STATEMENT_LIFE_S = 300
/** Of an ID token: Apple's live for a day. */
const MOST_LIFE_S = 86_400
const MOST_LETTERS = 8_192

/** Authorization code with PKCE, as the dialect has it. */
export function createIdentityProvider(parts: Parts): IdentityProvider {
  const { settings, redirectUri, outbound, clock } = parts
  const dialect = dialectAt(parts.dialect, settings.server)
  const { person } = dialect
  const server: oauth.AuthorizationServer = {
    issuer: dialect.issuer,
    authorization_endpoint: dialect.authorization,
    token_endpoint: dialect.token,
    ...(person.kind === 'idToken' && { jwks_uri: person.keys }),
  }
  const authentication = authenticate(settings, dialect, clock)
  const client = (): oauth.Client => ({
    client_id: settings.clientId,
    id_token_signed_response_alg: 'RS256',
    [oauth.clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
    [oauth.clockTolerance]: TOLERANCE_S,
  })
  const asking = (signal: AbortSignal) => ({
    [oauth.customFetch]: outboundFetch(outbound, signal),
    // Only the operator can name a server that has no certificate, and only on a machine of its own.
    [oauth.allowInsecureRequests]: settings.server?.startsWith('http:') ?? false,
  })

  async function readProfile(
    source: Extract<Dialect['person'], { kind: 'profile' }>,
    token: string,
    signal: AbortSignal,
  ): Promise<Claims> {
    const answers: unknown[] = []
    for (const route of source.routes) {
      const url = new URL(route)
      if (source.needsProof && 'clientSecret' in settings) {
        const proof = createHmac('sha256', settings.clientSecret).update(token).digest('hex')
        url.searchParams.set('appsecret_proof', proof)
      }
      const headers = new Headers({ accept: 'application/json', ...source.headers })
      const answer = await oauth.protectedResourceRequest(
        token,
        'GET',
        url,
        headers,
        null,
        asking(signal),
      )
      if (answer.status !== 200) {
        throw new IdentityFault('refused', `A profile route answered ${answer.status}.`)
      }
      answers.push(await answer.json())
    }
    return source.read(answers)
  }

  async function exchange(
    callback: URLSearchParams,
    { state, nonce, verifier }: Journey,
    signal: AbortSignal,
  ): Promise<Claims> {
    const checked = oauth.validateAuthResponse(server, client(), callback, state)
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      client(),
      authentication,
      checked,
      redirectUri,
      dialect.hasPkce ? verifier : oauth.nopkce,
      asking(signal),
    )
    const isOpenId = person.kind === 'idToken'
    const tokens = await oauth.processAuthorizationCodeResponse(server, client(), answer, {
      ...(isOpenId && { expectedNonce: nonce, requireIdToken: true }),
    })
    if (!isOpenId) return readProfile(person, tokens.access_token, signal)
    await oauth.validateApplicationLevelSignature(server, answer, asking(signal))
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    checkModest(tokens.id_token, claims, Math.floor(clock.now() / 1_000))
    return person.read(claims ?? {}, callback)
  }

  return {
    async addressFor({ state, nonce, verifier }) {
      const address = new URL(dialect.authorization)
      const asked: Record<string, string> = {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: dialect.scope,
        state,
        ...dialect.extra,
        ...(person.kind === 'idToken' && { nonce }),
        ...(dialect.hasPkce && {
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      }
      for (const [name, value] of Object.entries(asked)) address.searchParams.set(name, value)
      return address.href
    },
    async identify(callback, journey, signal) {
      try {
        const claims = await exchange(callback, journey, signal)
        return { ...claims, issuer: dialect.issuer }
      } catch (cause) {
        throw faultOf(cause)
      }
    },
  }
}

/** What the standard leaves open: how large, of which kind and how lasting an ID token may be. */
function checkModest(token = '', claims: oauth.IDToken | undefined, now: number): void {
  const [header = ''] = token.split('.')
  const { typ = 'JWT' } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const { iat = 0, exp = 0 } = claims ?? {}
  const isModest =
    token.length <= MOST_LETTERS &&
    String(typ).toUpperCase() === 'JWT' &&
    iat <= now + TOLERANCE_S &&
    exp - iat <= MOST_LIFE_S
  if (!isModest) throw new IdentityFault('refused', 'The ID token is not of a usual kind.')
}

/** Whatever went wrong on the way, in one of three words. */
function faultOf(cause: unknown): IdentityFault {
  if (cause instanceof IdentityFault) return cause
  if (cause instanceof oauth.AuthorizationResponseError) {
    const isDenied = DENIED.has(cause.error)
    return new IdentityFault(isDenied ? 'denied' : 'refused', 'The provider sent back an error.', {
      cause,
    })
  }
  const source =
    cause instanceof Error && cause.cause instanceof OutboundError ? cause.cause : cause
  if (source instanceof OutboundError) {
    return new IdentityFault('unreachable', 'The provider could not be asked.', { cause })
  }
  return new IdentityFault('refused', 'The answer of the provider is not right.', { cause })
}

/** Error codes for a refusal by the person; the second is Apple's. */
const DENIED = new Set(['access_denied', 'user_cancelled_authorize'])

function authenticate(
  settings: ClientSettings,
  { authentication, issuer }: Dialect,
  clock: Clock,
): oauth.ClientAuth {
  if ('privateKey' in settings) {
    const { clientId, teamId, keyId } = settings
    const key = createPrivateKey(settings.privateKey)
    return (_server, _client, body) => {
      const issuedAt = Math.floor(clock.now() / 1_000)
      body.set('client_id', clientId)
      body.set(
        'client_secret',
        signStatement(key, keyId, {
          iss: teamId,
          iat: issuedAt,
          exp: issuedAt + STATEMENT_LIFE_S,
          aud: issuer,
          sub: clientId,
        }),
      )
    }
  }
  const { clientSecret } = settings
  return authentication === 'header'
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret)
}

/** Apple's client secret: a token signed with the key of the operator's team. */
function signStatement(key: KeyObject, keyId: string, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${part({ alg: 'ES256', kid: keyId, typ: 'JWT' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}
