import { randomUUID } from 'node:crypto'
import { type AccountId, parseAccountId, referenceOf, toAccountId } from '@latchkey/wire/caip'
import type { SignedInAccount, SignInTokens, WalletInfo } from '@latchkey/wire/http/signIn'
import { readTime, type SiwxMessage } from '@latchkey/wire/siwx'
import { createNonce } from 'latchkey/siwx/server'
import { ApiError } from '../../errors/ApiError.js'
import type { TokenKeys } from '../../keys/tokenKeys.js'
import type { SignInAccount, SignInSession, SignInStore } from '../../store/signIns.js'
import type { EmailCodes } from './createEmailCodes.js'
import { assertSignInOn, requireOrigin, type SignInCaller } from './signInAccess.js'
import { signInError } from './signInErrors.js'
import { readAccessToken, readNonceToken, tokenTypes } from './signInTokens.js'
import type { VerifySignIn } from './verifySignIn.js'

/** Sessions for sites without a server. Every call throws an ApiError when it is rejected. */
export type SignIn = {
  createNonce(caller: SignInCaller): { readonly nonce: string; readonly token: string }
  authenticate(
    caller: SignInCaller,
    signed: {
      /** `Bearer` and the nonce's token. */
      readonly nonceToken: string
      readonly message: string
      readonly signature: string
      readonly walletInfo?: WalletInfo | undefined
      /** Of a code that confirmed the email of the message. */
      readonly emailCodeId?: string | undefined
    },
  ): Promise<SignInTokens>
  refresh(caller: SignInCaller, refreshToken: string): Promise<SignInTokens>
  /** `authorization` is `Bearer` and the access token, here and below. */
  getAccount(
    caller: SignInCaller,
    authorization: string,
    options: { readonly withDetails: boolean },
  ): Promise<SignedInAccount>
  setMetadata(
    caller: SignInCaller,
    authorization: string,
    metadata: SignInAccount['metadata'],
  ): Promise<void>
  /** Also with an expired token. */
  signOut(caller: SignInCaller, authorization: string): Promise<void>
  /** Call it regularly: removes what has expired. */
  sweep(): Promise<void>
}

const nonceLifetimeMs = 5 * 60_000
const accessLifetimeMs = 10 * 60_000
const sessionLifetimeMs = 30 * 86_400_000
/** Clocks of several hosts may differ: a used nonce is remembered for longer than its token lives. */
const nonceMarginMs = 10 * 60_000

export function createSignIn(parts: {
  readonly store: SignInStore
  readonly keys: TokenKeys
  readonly verify: VerifySignIn
  readonly emailCodes: Pick<EmailCodes, 'readProof'>
  readonly clock: { now(): number }
}): SignIn {
  const { store, keys, verify, emailCodes, clock } = parts

  function createAccessToken(session: SignInSession, caller: SignInCaller): string {
    const now = clock.now()
    return keys.sign(tokenTypes.access, {
      ...describeAccount(session, caller),
      sid: session.id,
      jti: randomUUID(),
      iat: toSeconds(now),
      nbf: toSeconds(now),
      exp: toSeconds(Math.min(now + accessLifetimeMs, session.expiresAt)),
    })
  }

  /** The claims of a token for this project and site. Throws an ApiError. */
  function authorize(caller: SignInCaller, authorization: string, { mayBeExpired = false } = {}) {
    assertSignInOn(caller.project)
    const claims = readAccessToken(keys, authorization)
    const isForCaller =
      claims?.iss === caller.publicUrl &&
      claims.projectIdKey === caller.project.id &&
      (caller.origin === undefined || claims.aud === caller.origin)
    if (!claims || !isForCaller) throw signInError('token-invalid')
    if (!caller.allowsOrigin(claims.aud)) throw signInError('origin')
    if (!mayBeExpired && claims.exp * 1_000 <= clock.now()) throw signInError('token-expired')
    return claims
  }

  /** When nothing is known about the signature, the nonce can be used again. Throws an ApiError. */
  async function verifyOnce(
    signed: Omit<Parameters<VerifySignIn>[0], 'signal'>,
    { project, signal }: SignInCaller,
  ): Promise<SiwxMessage> {
    try {
      return await verify({ ...signed, signal })
    } catch (error) {
      const isKnown = error instanceof ApiError && error.status < 500
      if (!isKnown) await store.releaseNonce(project.id, signed.nonce)
      throw error
    }
  }

  return {
    createNonce(caller) {
      assertSignInOn(caller.project)
      const origin = requireOrigin(caller)
      const [nonce, now] = [createNonce(), clock.now()]
      const token = keys.sign(tokenTypes.nonce, {
        iss: caller.publicUrl,
        // Not the site's origin: no server takes it for an access token.
        aud: `${caller.publicUrl}/auth/v1/authenticate`,
        projectIdKey: caller.project.id,
        origin,
        nonce,
        iat: toSeconds(now),
        exp: toSeconds(now + nonceLifetimeMs),
      })
      return { nonce, token }
    },

    async authenticate(caller, { nonceToken, message: text, signature, walletInfo, emailCodeId }) {
      assertSignInOn(caller.project)
      const origin = requireOrigin(caller)
      const now = clock.now()
      const claims = readNonceToken(keys, nonceToken)
      const isForCaller =
        claims?.iss === caller.publicUrl &&
        claims.projectIdKey === caller.project.id &&
        claims.origin === origin
      if (!claims || !isForCaller || claims.exp * 1_000 <= now) throw signInError('nonce-invalid')
      const { nonce } = claims
      const projectId = caller.project.id
      // Claimed before the signature is verified, so that replays cost next to nothing.
      const isFirst = await store.claimNonce(projectId, nonce, claims.exp * 1_000 + nonceMarginMs)
      if (!isFirst) throw signInError('nonce-used')
      const message = await verifyOnce({ text, signature, nonce, origin, now }, caller)
      const end =
        message.expirationTime === undefined ? undefined : readTime(message.expirationTime)
      const account = toAccountId(message.chainId, message.accountAddress)
      const proof = { message, account, codeId: emailCodeId }
      const started = await store.start(
        projectId,
        {
          account,
          email: emailCodes.readProof(caller.project, proof),
          origin,
          uri: message.uri,
          nonce,
          expiresAt: Math.min(now + sessionLifetimeMs, end ?? Number.POSITIVE_INFINITY),
          connectionMethod: walletInfo?.social ?? walletInfo?.type,
        },
        now,
      )
      if (!started) throw signInError('email-unconfirmed')
      const { session, refreshToken } = started
      return { token: createAccessToken(session, caller), refreshToken }
    },

    async refresh(caller, refreshToken) {
      assertSignInOn(caller.project)
      const origin = requireOrigin(caller)
      const refreshed = await store.refresh(caller.project.id, origin, refreshToken, clock.now())
      if (!refreshed) throw signInError('session-ended')
      return {
        token: createAccessToken(refreshed.session, caller),
        refreshToken: refreshed.refreshToken,
      }
    },

    async getAccount(caller, authorization, { withDetails }) {
      const { sid, exp } = authorize(caller, authorization)
      const found = await store.find(caller.project.id, sid, clock.now())
      if (!found) throw signInError('session-ended')
      const { session, account } = found
      return {
        ...describeAccount(session, caller),
        exp,
        ...(withDetails && { appKitAccount: describeDetails(session, account) }),
      }
    },

    async setMetadata(caller, authorization, metadata) {
      const { sid } = authorize(caller, authorization)
      const isStored = await store.setMetadata(caller.project.id, sid, metadata, clock.now())
      if (!isStored) throw signInError('session-ended')
    },

    async signOut(caller, authorization) {
      const { sid } = authorize(caller, authorization, { mayBeExpired: true })
      await store.end(caller.project.id, sid)
    },

    sweep: () => store.removeExpired(clock.now()),
  }
}

/** The claims about an account. */
function describeAccount(
  { account, accountUuid, origin, uri, nonce, email }: SignInSession,
  { project, publicUrl }: SignInCaller,
) {
  const { namespace, networkId, address } = parseStored(account)
  const reference = referenceOf(networkId)
  return {
    iss: publicUrl,
    aud: origin,
    sub: account,
    projectIdKey: project.id,
    projectUuid: project.id,
    profileUuid: accountUuid,
    address,
    chainId: namespace === 'eip155' ? Number(reference) : reference,
    chainNamespace: namespace,
    caip2Network: networkId,
    uri,
    domain: new URL(origin).host,
    nonce,
    ...(email !== null && { email }),
  }
}

function describeDetails(session: SignInSession, account: SignInAccount) {
  const { networkId, address } = parseStored(session.account)
  const toIso = (time: number) => new Date(time).toISOString()
  return {
    uuid: session.accountUuid,
    caip2_chain: networkId,
    address,
    profile_uuid: session.accountUuid,
    created_at: toIso(account.createdAt),
    is_main_account: true,
    verification_status: null,
    connection_method: account.connectionMethod,
    metadata: account.metadata && { ...account.metadata },
    last_signed_in_at: toIso(account.lastSignedInAt),
    signed_up_at: toIso(account.createdAt),
    updated_at: toIso(account.updatedAt),
  }
}

function parseStored(account: AccountId) {
  const parsed = parseAccountId(account)
  if (!parsed) throw new TypeError('The stored account is not an account id.')
  return parsed
}

function toSeconds(ms: number): number {
  return Math.floor(ms / 1_000)
}
