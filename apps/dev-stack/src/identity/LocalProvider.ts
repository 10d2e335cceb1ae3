import type { ProviderSpec } from '@latchkey/provider/providerSpecs'
import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import type { LocalPerson } from './people.js'
import type { SigningKey, TokenClaims, TokenHeader } from './signedTokens.js'

/** Overrides for a hostile server. Used only by tests of the login site. */
export interface Tampering {
  /** The parameters of the redirect back to the site. */
  readonly callback?: (fields: URLSearchParams, redirectUri: string) => URLSearchParams | string
  readonly token?: (answer: Record<string, unknown>) => unknown
  readonly idToken?: (token: {
    readonly claims: TokenClaims
    sign(claims: TokenClaims, header?: TokenHeader): string
  }) => string
  /** Accepts any code and verifier. */
  readonly acceptsAnyCode?: boolean
}

export interface LocalClient {
  readonly clientId: string
  /** Whether a client secret (for Apple, a signed token) is valid. */
  isSecret(secret: string): boolean
  /** For providers that require one; empty for Apple. */
  readonly clientSecret: string
  readonly redirectUri: string
}

/** A local provider: the state its routes share. */
export interface LocalProvider {
  readonly name: FrameSocialProvider
  readonly dialect: ProviderSpec
  readonly client: LocalClient
  readonly key: SigningKey
  readonly codes: Map<string, Grant>
  readonly tampering: Tampering
  now(): number
}

/** Approved sign-ins, until their code is used. */
export type Grant = {
  readonly person: LocalPerson
  /** The parameters of the authorization request. */
  readonly query: URLSearchParams
  readonly until: number
}

const maxEntries = 1_000

/** Drops the oldest, to bound memory. */
export function addBounded<value>(map: Map<string, value>, name: string, value: value): void {
  map.set(name, value)
  const [oldest] = map.keys()
  if (map.size > maxEntries && oldest !== undefined) map.delete(oldest)
}

export function pathOf(address: string): string {
  return new URL(address).pathname
}
