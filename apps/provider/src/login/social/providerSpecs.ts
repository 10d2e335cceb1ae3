import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import * as v from 'valibot'

/** Verified claims of a provider about a person. */
export type Claims = {
  readonly subject: string
  /** Only if the provider says it is verified. */
  readonly email: string | undefined
  readonly userName: string | undefined
}

/** How one provider implements OAuth. */
export type ProviderSpec = {
  /** Its display name. */
  readonly name: string
  /** Part of the account key. */
  readonly issuer: string
  readonly authorization: string
  readonly token: string
  readonly scope: string
  /** How the client authenticates: by a secret in the body or a header, or by a signed JWT. */
  readonly authentication: 'body' | 'header' | 'signed'
  /** Whether it checks `code_challenge`. */
  readonly hasPkce: boolean
  /** Additional parameters of the authorization request. */
  readonly extra?: Readonly<Record<string, string>>
  readonly person: PersonSource
}

export type PersonSource =
  /** OpenID Connect: the ID token says who it is. */
  | {
      readonly kind: 'idToken'
      readonly keys: string
      read(claims: Readonly<Record<string, unknown>>, callback: URLSearchParams): Claims
    }
  /**
   * OAuth 2: profile routes say who it is, in this order. Throws a ValiError for an invalid
   * profile.
   */
  | {
      readonly kind: 'profile'
      readonly routes: readonly string[]
      readonly headers?: Readonly<Record<string, string>>
      /** The route requires a proof that the caller knows the client's secret. */
      readonly needsProof?: true
      read(responses: readonly unknown[]): Claims
    }

const optionalText = v.nullish(v.string())
/** A number or text. */
const id = v.pipe(
  v.union([
    v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
    v.pipe(v.number(), v.safeInteger()),
  ]),
  v.transform(String),
)

const googleClaims = v.object({
  sub: id,
  email: optionalText,
  email_verified: v.optional(v.boolean()),
  name: optionalText,
})
const appleClaims = v.object({
  sub: id,
  email: optionalText,
  // Apple sends either.
  email_verified: v.optional(v.union([v.boolean(), v.string()])),
})
/** Apple sends a name only at the first log-in, through the browser. */
const appleUser = v.object({
  name: v.object({ firstName: optionalText, lastName: optionalText }),
})
const githubUser = v.object({ id, login: v.string() })
const githubEmails = v.array(
  v.object({ email: v.string(), primary: v.boolean(), verified: v.boolean() }),
)
const discordUser = v.object({
  id,
  username: v.string(),
  email: optionalText,
  verified: v.optional(v.boolean()),
})
const xUser = v.object({
  data: v.object({ id, username: v.string(), confirmed_email: optionalText }),
})
const facebookUser = v.object({ id, name: optionalText })

const graphUrl = 'https://graph.facebook.com/v23.0'

export const providerSpecs: Readonly<Record<FrameSocialProvider, ProviderSpec>> = {
  google: {
    name: 'Google',
    issuer: 'https://accounts.google.com',
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    scope: 'openid email profile',
    authentication: 'body',
    hasPkce: true,
    extra: { prompt: 'select_account' },
    person: {
      kind: 'idToken',
      keys: 'https://www.googleapis.com/oauth2/v3/certs',
      read(claims) {
        const { sub, email, email_verified, name } = v.parse(googleClaims, claims)
        return toClaims(sub, email_verified === true && email, name)
      },
    },
  },
  apple: {
    name: 'Apple',
    issuer: 'https://appleid.apple.com',
    authorization: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    scope: 'openid name email',
    authentication: 'signed',
    hasPkce: false,
    extra: { response_mode: 'form_post' },
    person: {
      kind: 'idToken',
      keys: 'https://appleid.apple.com/auth/keys',
      read(claims, callback) {
        const { sub, email, email_verified } = v.parse(appleClaims, claims)
        return toClaims(sub, String(email_verified) === 'true' && email, appleName(callback))
      },
    },
  },
  github: {
    name: 'GitHub',
    issuer: 'https://github.com',
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    scope: 'read:user user:email',
    authentication: 'body',
    hasPkce: true,
    person: {
      kind: 'profile',
      routes: ['https://api.github.com/user', 'https://api.github.com/user/emails'],
      headers: { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' },
      read([user, emails]) {
        const { id, login } = v.parse(githubUser, user)
        const primary = v.parse(githubEmails, emails).find((one) => one.primary && one.verified)
        return toClaims(id, primary?.email, login)
      },
    },
  },
  discord: {
    name: 'Discord',
    issuer: 'https://discord.com',
    authorization: 'https://discord.com/oauth2/authorize',
    token: 'https://discord.com/api/oauth2/token',
    scope: 'identify email',
    authentication: 'header',
    hasPkce: true,
    person: {
      kind: 'profile',
      routes: ['https://discord.com/api/v10/users/@me'],
      read([user]) {
        const { id, username, email, verified } = v.parse(discordUser, user)
        return toClaims(id, verified === true && email, username)
      },
    },
  },
  x: {
    name: 'X',
    issuer: 'https://x.com',
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    scope: 'users.read tweet.read users.email',
    authentication: 'header',
    hasPkce: true,
    person: {
      kind: 'profile',
      routes: ['https://api.x.com/2/users/me?user.fields=confirmed_email'],
      read([user]) {
        const { id, username, confirmed_email } = v.parse(xUser, user).data
        return toClaims(id, confirmed_email, username)
      },
    },
  },
  facebook: {
    name: 'Facebook',
    issuer: 'https://www.facebook.com',
    authorization: 'https://www.facebook.com/v23.0/dialog/oauth',
    token: `${graphUrl}/oauth/access_token`,
    scope: 'public_profile email',
    authentication: 'body',
    hasPkce: true,
    person: {
      kind: 'profile',
      routes: [`${graphUrl}/me?fields=id,name,email`],
      needsProof: true,
      read([user]) {
        const { id, name } = v.parse(facebookUser, user)
        // Facebook does not say whether an address is verified, so it is ignored.
        return toClaims(id, undefined, name)
      },
    },
  },
}

/** The same provider at another server, under the same paths. */
export function withServer(spec: ProviderSpec, server: string | undefined): ProviderSpec {
  if (server === undefined) return spec
  const base = server.replace(/\/$/, '')
  const rebase = (address: string) => `${base}${address.slice(new URL(address).origin.length)}`
  const { person } = spec
  return {
    ...spec,
    issuer: base,
    authorization: rebase(spec.authorization),
    token: rebase(spec.token),
    person:
      person.kind === 'idToken'
        ? { ...person, keys: rebase(person.keys) }
        : { ...person, routes: person.routes.map(rebase) },
  }
}

function toClaims(
  subject: string,
  email: string | false | null | undefined,
  userName: string | null | undefined,
): Claims {
  // Mail limits addresses to 254 characters.
  const isUsable = typeof email === 'string' && email.length <= 254 && email.includes('@')
  return {
    subject,
    email: isUsable ? email : undefined,
    userName: userName?.slice(0, 100) || undefined,
  }
}

function appleName(callback: URLSearchParams): string | undefined {
  const text = callback.get('user')
  if (text === null || text.length > 2_000) return undefined
  try {
    const { name } = v.parse(appleUser, JSON.parse(text))
    return [name.firstName, name.lastName].filter(Boolean).join(' ')
  } catch {
    return undefined
  }
}
