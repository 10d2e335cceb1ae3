import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { accountId, isoTime, label, networkId } from './fields.js'

/**
 * Sign-in hosted by the provider. A page gets a nonce, signs a message with it and exchanges both for a
 * token. Only pages of the project can call this: the `Origin` header decides the domain.
 */

/** The project feature that turns it on; off until the operator does. */
export const signInFeature = 'reown_authentication'

/**
 * The project feature that confirms an email with a mailed code before sign-in. Its list is empty, or has
 * `emailRequired`. Needs `signInFeature` and a mail server.
 */
export const emailCaptureFeature = 'email_capture'
export const emailRequired = 'required'

/** In front of the email among the resources of a message. */
export const emailResourcePrefix = 'email:'

/**
 * Why a call was rejected: the `field` of the first reason in the error response. `authenticate` also
 * returns the reasons of `verify` in `latchkey/siwx/server`. A missing header is named itself.
 */
export const signInErrorReasons = [
  /** The project has not turned it on. */
  'sign-in-off',
  /** The request has no origin, or one that the project does not allow. */
  'origin',
  /** The nonce's token is expired, not authentic, or of another project or site. */
  'nonce-invalid',
  'nonce-used',
  /** Not authentic, or of another project or site. */
  'token-invalid',
  'token-expired',
  /** Signed out, or older than 30 days. Sign in again. */
  'session-ended',
  /** The project has not turned email codes on, or the provider has no mail server. */
  'email-capture-off',
  'email-invalid',
  /** The project requires a confirmed email among the resources of the message. */
  'email-required',
  /** The email of the message was not confirmed for this account and project. */
  'email-unconfirmed',
  'code-wrong',
  /** Expired, unknown, or tried too often. Request a new one. */
  'code-expired',
  'too-soon',
  'too-many',
  /** No mail can be sent at the moment. */
  'mail-unavailable',
] as const

export type SignInErrorReason = (typeof signInErrorReasons)[number]

/** Three base64url parts, in at most 8 kB. */
const jwt = v.pipe(v.string(), v.maxLength(8_192), v.regex(/^(?:[\w-]+\.){2}[\w-]+$/))

const bearer = v.pipe(
  v.string(),
  v.maxLength(8_192),
  v.regex(/^Bearer [\w.-]+$/, 'Not a bearer token.'),
)

const refreshToken = v.pipe(v.string(), v.maxLength(256), v.regex(/^[\w.-]+$/))

/** Names a mailed code. */
const codeId = v.pipe(v.string(), v.uuid())

const authorization = v.object({ authorization: bearer })

/** A nonce for one sign-in within five minutes, and the token that proves who issued it. */
export const createSignInNonce = defineEndpoint({
  name: 'createSignInNonce',
  method: 'GET',
  path: '/auth/v1/nonce',
  response: v.object({ nonce: v.pipe(v.string(), v.regex(/^[a-zA-Z0-9]{8,256}$/)), token: jwt }),
  caching: 'personal',
})

/** How the account is connected. Only `type` or `social` is stored. */
const walletInfo = v.object({
  type: v.picklist(['walletconnect', 'extension', 'social', 'unknown']),
  name: v.optional(v.string()),
  icon: v.optional(v.string()),
  social: v.optional(label),
  identifier: v.optional(v.string()),
})

export type WalletInfo = v.InferOutput<typeof walletInfo>

/**
 * Tokens of a session. `token` is a JWT (ES256) for ten minutes; a site's server verifies it with the
 * keys at `signInKeysPath`. `refreshToken` gets the next one; other implementations have none.
 */
export const signInTokens = v.object({ token: jwt, refreshToken: v.optional(refreshToken) })

export type SignInTokens = v.InferOutput<typeof signInTokens>

/** Verifies a signed message and starts a session. A nonce is good for one session. */
export const authenticate = defineEndpoint({
  name: 'authenticate',
  method: 'POST',
  path: '/auth/v1/authenticate',
  /** The nonce's token, as `Bearer …`. */
  headers: v.object({
    'x-nonce-jwt': bearer,
    /** Of a confirmed email code. Without a valid one, only an email confirmed earlier counts. */
    'x-otp': v.fallback(v.optional(codeId), undefined),
  }),
  body: v.object({
    /** The fields of the message. Ignored: the signed text counts. */
    data: v.optional(v.unknown()),
    message: v.pipe(v.string(), v.maxLength(16_384)),
    signature: v.pipe(v.string(), v.minLength(1), v.maxLength(65_536)),
    /** Ignored. */
    clientId: v.optional(v.nullable(v.string())),
    walletInfo: v.fallback(v.optional(walletInfo), undefined),
  }),
  response: signInTokens,
  caching: 'personal',
})

/**
 * Mails a code of six digits. `uuid` names it for the next calls, and is null if this account already
 * confirmed this email for the project.
 */
export const requestEmailCode = defineEndpoint({
  name: 'requestEmailCode',
  method: 'POST',
  path: '/auth/v1/otp',
  body: v.object({ email: v.pipe(v.string(), v.maxLength(320)), account: accountId }),
  response: v.object({ uuid: v.nullable(codeId) }),
  caching: 'personal',
})

/** Confirms a code. The next sign-in of its account with its email needs no other. */
export const confirmEmailCode = defineEndpoint({
  name: 'confirmEmailCode',
  method: 'PUT',
  path: '/auth/v1/otp',
  headers: v.object({ 'x-otp': codeId }),
  body: v.object({ code: v.pipe(v.string(), v.regex(/^\d{6}$/, 'Not a code of six digits.')) }),
  response: v.null(),
  caching: 'personal',
})

/** New tokens for a session. Store both: the old refresh token works for one more minute. */
export const refreshSignIn = defineEndpoint({
  name: 'refreshSignIn',
  method: 'POST',
  path: '/auth/v1/refresh',
  body: v.object({ refreshToken }),
  response: signInTokens,
  caching: 'personal',
})

const metadata = v.nullable(v.record(v.string(), v.unknown()))

/** Longest metadata of an account, as JSON. */
export const maxMetadataLength = 16_384

/** What a token says, also as the response of `me`. */
export const signedInAccount = v.object({
  /** The provider's URL. */
  iss: v.string(),
  /** The site's origin. */
  aud: v.string(),
  /** The account in CAIP-10 form. */
  sub: accountId,
  /** Seconds since the epoch. */
  exp: v.number(),
  projectIdKey: v.string(),
  address: v.string(),
  /** A number on EVM chains. */
  chainId: v.union([v.number(), v.string()]),
  chainNamespace: v.string(),
  caip2Network: networkId,
  uri: v.string(),
  domain: v.string(),
  projectUuid: v.string(),
  profileUuid: v.string(),
  nonce: v.string(),
  email: v.optional(v.nullable(v.string())),
  /** With `includeAppKitAccount`. */
  appKitAccount: v.optional(
    v.object({
      uuid: v.string(),
      caip2_chain: networkId,
      address: v.string(),
      profile_uuid: v.string(),
      created_at: isoTime,
      is_main_account: v.boolean(),
      verification_status: v.nullable(v.string()),
      connection_method: v.nullable(v.string()),
      metadata,
      last_signed_in_at: isoTime,
      signed_up_at: isoTime,
      updated_at: isoTime,
    }),
  ),
})

export type SignedInAccount = v.InferOutput<typeof signedInAccount>

/** The account of a token. */
export const getSignedInAccount = defineEndpoint({
  name: 'getSignedInAccount',
  method: 'GET',
  path: '/auth/v1/me',
  headers: authorization,
  query: v.object({ includeAppKitAccount: v.optional(v.picklist(['true', 'false'])) }),
  response: signedInAccount,
  caching: 'personal',
})

/** Replaces what the site stores with the account; null deletes it. */
export const setAccountMetadata = defineEndpoint({
  name: 'setAccountMetadata',
  method: 'PUT',
  path: '/auth/v1/account-metadata',
  headers: authorization,
  body: v.object({
    metadata: v.pipe(
      metadata,
      v.check(
        (value) => JSON.stringify(value).length <= maxMetadataLength,
        `Metadata is limited to ${maxMetadataLength} characters of JSON.`,
      ),
    ),
  }),
  caching: 'personal',
})

/** The same call under the name that older widgets use. */
export const updateUserMetadata = defineEndpoint({
  ...setAccountMetadata,
  name: 'updateUserMetadata',
  path: '/auth/v1/update-user-metadata',
})

/** Ends the session of a token, which may have expired: all its tokens stop working here. */
export const signOut = defineEndpoint({
  name: 'signOut',
  method: 'POST',
  path: '/auth/v1/sign-out',
  headers: authorization,
  caching: 'personal',
})

/** Public keys of the tokens, as a JSON Web Key Set (RFC 7517). Needs no project. */
export const signInKeysPath = '/auth/v1/jwks.json'
