import { createHmac, createPrivateKey, type KeyObject, sign } from 'node:crypto'
import * as oauth from 'oauth4webapi'
import type { Clock } from '../../clock.js'
import type { Outbound } from '../../outbound/createOutbound.js'
import { OutboundError } from '../../outbound/OutboundError.js'
import { createOutboundFetch } from './outboundFetch.js'
import { type Claims, type ProviderSpec, withServer } from './providerSpecs.js'
import type { ClientSettings } from './socialSettings.js'

type IdentityErrorCode =
  /** The person declined. */
  | 'denied'
  /** The response is not what an honest provider sends to this browser. */
  | 'invalid'
  /** The provider could not be reached. */
  | 'unreachable'

/** The account at the provider was not proven. */
export class IdentityError extends Error {
  override readonly name = 'IdentityError'
  readonly code: IdentityErrorCode

  constructor(code: IdentityErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}

/** An account at a provider, keyed by issuer and subject. */
export type Identity = Claims & { readonly issuer: string }

/** Values that only the browser that started the log-in can return with. */
export type OAuthAttempt = {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
}

export type IdentityProvider = {
  createAuthorizationUrl(attempt: OAuthAttempt): Promise<string>
  /**
   * Turns the callback into an identity. Throws an IdentityError. The provider's tokens are not
   * stored.
   */
  identify(callback: URLSearchParams, attempt: OAuthAttempt, signal: AbortSignal): Promise<Identity>
}

type Parts = {
  readonly spec: ProviderSpec
  readonly settings: ClientSettings
  /** As registered at the provider. */
  readonly redirectUri: string
  readonly outbound: Outbound
  readonly clock: Clock
}

/** Clocks may differ by this much. */
const clockToleranceS = 60
const clientSecretLifetimeS = 300
/** Apple's ID tokens are valid for a day. */
const maxTokenLifetimeS = 86_400
const maxTokenLength = 8_192

/** Authorization code flow with PKCE, as the provider supports it. */
export function createIdentityProvider(parts: Parts): IdentityProvider {
  const { settings, redirectUri, outbound, clock } = parts
  const spec = withServer(parts.spec, settings.server)
  const { person } = spec
  const server: oauth.AuthorizationServer = {
    issuer: spec.issuer,
    authorization_endpoint: spec.authorization,
    token_endpoint: spec.token,
    ...(person.kind === 'idToken' && { jwks_uri: person.keys }),
  }
  const authentication = createClientAuth(settings, spec, clock)
  const client = (): oauth.Client => ({
    client_id: settings.clientId,
    id_token_signed_response_alg: 'RS256',
    [oauth.clockSkew]: Math.round((clock.now() - Date.now()) / 1_000),
    [oauth.clockTolerance]: clockToleranceS,
  })
  const fetchOptions = (signal: AbortSignal) => ({
    [oauth.customFetch]: createOutboundFetch(outbound, signal),
    // Only the operator can configure a server without TLS, and only on a local machine.
    [oauth.allowInsecureRequests]: settings.server?.startsWith('http:') ?? false,
  })

  async function readProfile(
    source: Extract<ProviderSpec['person'], { kind: 'profile' }>,
    token: string,
    signal: AbortSignal,
  ): Promise<Claims> {
    const profiles: unknown[] = []
    for (const route of source.routes) {
      const url = new URL(route)
      if (source.needsProof && 'clientSecret' in settings) {
        const proof = createHmac('sha256', settings.clientSecret).update(token).digest('hex')
        url.searchParams.set('appsecret_proof', proof)
      }
      const headers = new Headers({ accept: 'application/json', ...source.headers })
      const response = await oauth.protectedResourceRequest(
        token,
        'GET',
        url,
        headers,
        null,
        fetchOptions(signal),
      )
      if (response.status !== 200) {
        throw new IdentityError('invalid', `A profile route returned ${response.status}.`)
      }
      profiles.push(await response.json())
    }
    return source.read(profiles)
  }

  async function exchange(
    callback: URLSearchParams,
    { state, nonce, verifier }: OAuthAttempt,
    signal: AbortSignal,
  ): Promise<Claims> {
    const checked = oauth.validateAuthResponse(server, client(), callback, state)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client(),
      authentication,
      checked,
      redirectUri,
      spec.hasPkce ? verifier : oauth.nopkce,
      fetchOptions(signal),
    )
    const isOpenId = person.kind === 'idToken'
    const tokens = await oauth.processAuthorizationCodeResponse(server, client(), response, {
      ...(isOpenId && { expectedNonce: nonce, requireIdToken: true }),
    })
    if (!isOpenId) return readProfile(person, tokens.access_token, signal)
    await oauth.validateApplicationLevelSignature(server, response, fetchOptions(signal))
    const claims = oauth.getValidatedIdTokenClaims(tokens)
    assertOrdinaryToken(tokens.id_token, claims, Math.floor(clock.now() / 1_000))
    return person.read(claims ?? {}, callback)
  }

  return {
    async createAuthorizationUrl({ state, nonce, verifier }) {
      const address = new URL(spec.authorization)
      const params: Record<string, string> = {
        response_type: 'code',
        client_id: settings.clientId,
        redirect_uri: redirectUri,
        scope: spec.scope,
        state,
        ...spec.extra,
        ...(person.kind === 'idToken' && { nonce }),
        ...(spec.hasPkce && {
          code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        }),
      }
      for (const [name, value] of Object.entries(params)) address.searchParams.set(name, value)
      return address.href
    },
    async identify(callback, attempt, signal) {
      try {
        const claims = await exchange(callback, attempt, signal)
        return { ...claims, issuer: spec.issuer }
      } catch (cause) {
        throw toIdentityError(cause)
      }
    },
  }
}

/** Limits the standard leaves open: size, type and lifetime of an ID token. */
function assertOrdinaryToken(token = '', claims: oauth.IDToken | undefined, now: number): void {
  const [header = ''] = token.split('.')
  const { typ = 'JWT' } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const { iat = 0, exp = 0 } = claims ?? {}
  const isOrdinary =
    token.length <= maxTokenLength &&
    String(typ).toUpperCase() === 'JWT' &&
    iat <= now + clockToleranceS &&
    exp - iat <= maxTokenLifetimeS
  if (!isOrdinary)
    throw new IdentityError('invalid', 'The ID token is too large, too long-lived or not a JWT.')
}

function toIdentityError(cause: unknown): IdentityError {
  if (cause instanceof IdentityError) return cause
  if (cause instanceof oauth.AuthorizationResponseError) {
    const isDenied = deniedErrors.has(cause.error)
    return new IdentityError(isDenied ? 'denied' : 'invalid', 'The provider sent back an error.', {
      cause,
    })
  }
  const source =
    cause instanceof Error && cause.cause instanceof OutboundError ? cause.cause : cause
  if (source instanceof OutboundError) {
    return new IdentityError('unreachable', 'The provider could not be reached.', { cause })
  }
  return new IdentityError('invalid', 'The response of the provider is not valid.', { cause })
}

/** OAuth errors if the person declined; the second is Apple's. */
const deniedErrors = new Set(['access_denied', 'user_cancelled_authorize'])

function createClientAuth(
  settings: ClientSettings,
  { authentication, issuer }: ProviderSpec,
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
        signClientSecret(key, keyId, {
          iss: teamId,
          iat: issuedAt,
          exp: issuedAt + clientSecretLifetimeS,
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

/** Apple's client secret: a JWT signed with the key of the operator's team. */
function signClientSecret(key: KeyObject, keyId: string, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const content = `${part({ alg: 'ES256', kid: keyId, typ: 'JWT' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(content), { key, dsaEncoding: 'ieee-p1363' })
  return `${content}.${signature.toString('base64url')}`
}
