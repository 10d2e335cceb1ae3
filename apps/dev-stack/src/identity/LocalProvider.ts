import type { ProviderSpec } from '@latchkey/provider/providerSpecs'
import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import type { LocalPerson } from './people.js'
import type { SigningKey, TokenClaims, TokenHeader } from './signedTokens.js'

/** What a server that means harm may change. Nobody but the tests of the login site gives it. */
export interface Tampering {
  /** The answer the browser carries back. */
  readonly callback?: (fields: URLSearchParams, redirectUri: string) => URLSearchParams | string
  readonly token?: (answer: Record<string, unknown>) => unknown
  readonly idToken?: (token: {
    readonly claims: TokenClaims
    sign(claims: TokenClaims, header?: TokenHeader): string
  }) => string
  /** Takes whatever code and verifier it is given. */
  readonly acceptsAnyCode?: boolean
}

export interface LocalClient {
  readonly clientId: string
  /** Whether a secret, or for Apple a signed statement, is this client's. */
  isSecret(secret: string): boolean
  /** For providers that want to see a proof of it; empty for Apple. */
  readonly clientSecret: string
  readonly redirectUri: string
}

/** One provider on this machine: what its routes share. */
export interface LocalProvider {
  readonly name: FrameSocialProvider
  readonly dialect: ProviderSpec
  readonly client: LocalClient
  readonly key: SigningKey
  readonly codes: Map<string, Grant>
  readonly tampering: Tampering
  now(): number
}

/** A person who said yes, until the code for it is spent. */
export type Grant = {
  readonly person: LocalPerson
  /** What the browser brought along. */
  readonly query: URLSearchParams
  readonly until: number
}

const MOST_KEPT = 1_000

/** The oldest gives way: a stand-in must not grow for ever either. */
export function addBounded<value>(map: Map<string, value>, name: string, value: value): void {
  map.set(name, value)
  const [oldest] = map.keys()
  if (map.size > MOST_KEPT && oldest !== undefined) map.delete(oldest)
}

export function pathOf(address: string): string {
  return new URL(address).pathname
}
