import { createHmac } from 'node:crypto'
import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import { handleOf, type LocalPerson, subjectOf } from './people.js'

/** How a provider differs from the others: what it sends and how it reports errors. */
export type ProviderQuirks = {
  /** Extra parameters of the redirect back to the site. */
  readonly returns?: (issuer: string) => Readonly<Record<string, string>>
  readonly fragment?: string
  readonly denial: Readonly<Record<string, string>>
  readonly tokenType: 'Bearer' | 'bearer'
  /** The response to a failed token request. */
  readonly rejection: (error: string) => { readonly status: 200 | 400 | 401; readonly body: object }
  /** Profile responses by path. Undefined for an invalid request. */
  readonly profile?: Readonly<Record<string, (person: LocalPerson, call: ProfileCall) => unknown>>
}

export type ProfileCall = {
  readonly query: URLSearchParams
  readonly headers: Headers
  readonly token: string
  readonly clientSecret: string
}

const denied = { error: 'access_denied', error_description: 'The person said no.' }
const standardError = (error: string) => ({ status: 400 as const, body: { error } })

export const providerQuirks: Readonly<Record<FrameSocialProvider, ProviderQuirks>> = {
  google: {
    returns: (issuer) => ({ iss: issuer, scope: 'openid email profile', authuser: '0' }),
    denial: { error: 'access_denied' },
    tokenType: 'Bearer',
    rejection: standardError,
  },
  apple: {
    denial: { error: 'user_cancelled_authorize' },
    tokenType: 'Bearer',
    rejection: standardError,
  },
  github: {
    denial: { ...denied, error_uri: 'https://docs.github.com/' },
    tokenType: 'bearer',
    // GitHub reports errors with status 200.
    rejection: (error) => ({
      status: 200,
      body: { error: error === 'invalid_grant' ? 'bad_verification_code' : error },
    }),
    profile: {
      '/user': (person, { headers }) =>
        isGithubCall(headers)
          ? { login: handleOf(person), id: Number(subjectOf('github', person)), name: person.name }
          : undefined,
      '/user/emails': ({ email, isVerified }, { headers }) =>
        isGithubCall(headers)
          ? [
              { email: 'old@example.com', primary: false, verified: true, visibility: null },
              { email, primary: true, verified: isVerified, visibility: 'private' },
            ]
          : undefined,
    },
  },
  discord: {
    denial: denied,
    tokenType: 'Bearer',
    rejection: standardError,
    profile: {
      '/api/v10/users/@me': (person) => ({
        id: subjectOf('discord', person),
        username: handleOf(person),
        global_name: person.name,
        email: person.email,
        verified: person.isVerified,
      }),
    },
  },
  x: {
    denial: { error: 'access_denied' },
    tokenType: 'bearer',
    rejection: (error) => ({
      status: 400,
      body: { error, error_description: 'Value was invalid.' },
    }),
    profile: {
      '/2/users/me': (person, { query }) => ({
        data: {
          id: subjectOf('x', person),
          name: person.name,
          username: handleOf(person),
          ...(query.get('user.fields') === 'confirmed_email' &&
            person.isVerified && { confirmed_email: person.email }),
        },
      }),
    },
  },
  facebook: {
    // Facebook appends this fragment.
    fragment: '_=_',
    denial: { ...denied, error_code: '200', error_reason: 'user_denied' },
    tokenType: 'bearer',
    rejection: (error) => ({
      status: 400,
      body: { error: { message: error, type: 'OAuthException', code: 100 } },
    }),
    profile: {
      '/v23.0/me': (person, { query, token, clientSecret }) => {
        const proof = createHmac('sha256', clientSecret).update(token).digest('hex')
        if (query.get('appsecret_proof') !== proof) return undefined
        const all: Record<string, string> = {
          id: subjectOf('facebook', person),
          name: person.name,
          email: person.email,
        }
        const fields = (query.get('fields') ?? 'id,name').split(',')
        return Object.fromEntries(fields.map((field) => [field, all[field]]))
      },
    },
  },
}

/** GitHub rejects requests without a user agent. */
function isGithubCall(headers: Headers): boolean {
  return headers.has('user-agent') && headers.get('accept') === 'application/vnd.github+json'
}
