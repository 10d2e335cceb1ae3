/** A session of the site's server. */
export type SiweSession = { readonly address: string; readonly chainId: number }

/** What a site wants in its messages; times are RFC 3339. */
export type SiweMessageParams = {
  readonly domain: string
  readonly uri: string
  /** Decimal chain ids. */
  readonly chains: readonly number[]
  readonly statement?: string | undefined
  readonly iat?: string | undefined
  readonly exp?: string | undefined
  readonly nbf?: string | undefined
  readonly requestId?: string | undefined
  readonly resources?: readonly string[] | undefined
}

/** The parameters of `createMessage`; the address is `did:pkh:eip155:<chain id>:<address>`. */
export type SiweCreateMessageArgs = Omit<SiweMessageParams, 'chains'> & {
  readonly address: string
  readonly chainId: number
  readonly nonce: string
  readonly version: '1'
}

export type SiweVerifyMessageArgs = { readonly message: string; readonly signature: string }

/** Sign-in with Ethereum against the site's server. Other chain families count as signed in. */
export type SiweConfig = {
  getMessageParams(): Promise<SiweMessageParams>
  createMessage(args: SiweCreateMessageArgs): string
  getNonce(address?: string): Promise<string>
  getSession(): Promise<SiweSession | null>
  verifyMessage(args: SiweVerifyMessageArgs): Promise<boolean>
  signOut(): Promise<boolean>
  onSignIn?(session?: SiweSession): void
  onSignOut?(): void
  /** Whether a visitor has to sign in to stay connected. Default true. */
  readonly required?: boolean | undefined
  /** Default true. */
  readonly enabled?: boolean | undefined
  /** Lifetime of a nonce in milliseconds. Default 300000. */
  readonly nonceRefetchIntervalMs?: number | undefined
  /** Lifetime of an answer of `getSession` in milliseconds. Default 300000. */
  readonly sessionRefetchIntervalMs?: number | undefined
  /** Default true. */
  readonly signOutOnDisconnect?: boolean | undefined
  /** Asks again when the account changes. Default true. */
  readonly signOutOnAccountChange?: boolean | undefined
  /** Asks again when the network changes. Default true. */
  readonly signOutOnNetworkChange?: boolean | undefined
}
