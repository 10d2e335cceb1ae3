import { createHash, randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { addBounded, type Grant, type LocalProvider, pathOf } from './LocalProvider.js'
import { type LocalPerson, subjectOf } from './people.js'
import { type ProfileCall, providerQuirks } from './providerQuirks.js'
import { signToken, type TokenClaims, type TokenHeader } from './signedTokens.js'

const tokenLifeS = 3_600

/** The provider's server endpoints: tokens for a code, and a profile for a token. */
export function tokenRoutes(local: LocalProvider): Hono {
  const { name, dialect, client, key, codes, tampering } = local
  const quirks = providerQuirks[name]
  const tokens = new Map<string, LocalPerson>()
  const app = new Hono()

  app.post(pathOf(dialect.token), async (context) => {
    const form = new URLSearchParams(await context.req.text())
    const reject = (error: string) => {
      const { status, body } = quirks.rejection(error)
      return context.json(body, status)
    }
    if (!isClient(form, context.req.header('authorization'))) return reject('invalid_client')
    if (form.get('grant_type') !== 'authorization_code') return reject('unsupported_grant_type')
    const code = form.get('code') ?? ''
    const grant =
      codes.get(code) ?? (tampering.acceptsAnyCode ? [...codes.values()].at(-1) : undefined)
    if (!tampering.acceptsAnyCode) codes.delete(code)
    const isRight = grant && grant.until >= Date.now() && fits(form, grant.query)
    if (!grant || !(isRight || tampering.acceptsAnyCode)) return reject('invalid_grant')
    const token = randomBytes(24).toString('base64url')
    addBounded(tokens, token, grant.person)
    const answer: Record<string, unknown> = {
      access_token: token,
      token_type: quirks.tokenType,
      expires_in: tokenLifeS,
      scope: dialect.scope,
      ...(dialect.person.kind === 'idToken' && { id_token: idTokenFor(grant) }),
    }
    const headers = { 'cache-control': 'no-store' }
    return Response.json(tampering.token?.(answer) ?? answer, { headers })
  })

  function isClient(form: URLSearchParams, header: string | undefined): boolean {
    const [id, secret] =
      dialect.authentication === 'header'
        ? basicOf(header)
        : [form.get('client_id'), form.get('client_secret')]
    return id === client.clientId && client.isSecret(secret ?? '')
  }

  /** Checks client, redirect address and PKCE verifier. */
  function fits(form: URLSearchParams, query: URLSearchParams): boolean {
    if (form.get('redirect_uri') !== query.get('redirect_uri')) return false
    const challenge = query.get('code_challenge')
    if (challenge === null) return !dialect.hasPkce
    const verifier = form.get('code_verifier') ?? ''
    return createHash('sha256').update(verifier).digest('base64url') === challenge
  }

  function idTokenFor({ person, query }: Grant): string {
    const now = Math.floor(local.now() / 1_000)
    const nonce = query.get('nonce')
    const claims = {
      iss: dialect.issuer,
      aud: client.clientId,
      sub: subjectOf(name, person),
      email: person.email,
      // Apple sends it as a string.
      email_verified: name === 'apple' ? String(person.isVerified) : person.isVerified,
      ...(name === 'google' && { name: person.name }),
      ...(nonce !== null && { nonce }),
      iat: now,
      exp: now + tokenLifeS,
    }
    const sign = (changed: TokenClaims, header?: TokenHeader) =>
      signToken(key.privateKey, changed, header)
    return tampering.idToken?.({ claims, sign }) ?? sign(claims)
  }

  if (dialect.person.kind === 'idToken') {
    app.get(pathOf(dialect.person.keys), (context) => context.json(key.jwks))
  }

  for (const [path, getProfile] of Object.entries(quirks.profile ?? {})) {
    app.get(`${pathOf(dialect.issuer)}${path}`, (context) => {
      const token = /^bearer (.+)$/i.exec(context.req.header('authorization') ?? '')?.[1] ?? ''
      const person = tokens.get(token)
      if (!person) return context.json({ message: 'Bad credentials' }, 401)
      const call: ProfileCall = {
        query: new URL(context.req.url).searchParams,
        headers: context.req.raw.headers,
        token,
        clientSecret: client.clientSecret,
      }
      const profile = getProfile(person, call)
      return profile === undefined
        ? context.json({ message: 'Forbidden' }, 403)
        : Response.json(profile)
    })
  }
  return app
}

function basicOf(header: string | undefined): readonly (string | undefined)[] {
  const encoded = /^basic (.+)$/i.exec(header ?? '')?.[1] ?? ''
  return Buffer.from(encoded, 'base64').toString().split(':').map(decodeURIComponent)
}
