import * as v from 'valibot'

/** Fields that several endpoints of the login site share. */

/** Origin of the site around the login frame, from the handshake. */
export const siteOrigin = v.pipe(v.string(), v.maxLength(255), v.url())

/** Id of a log-in in progress. */
export const flowId = v.pipe(v.string(), v.uuid())

/**
 * 32 random bytes of the frame. It sends their SHA-256 when a log-in starts and the bytes when it ends,
 * so that a stolen code or link is useless.
 */
export const flowSecret = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
export const flowBinding = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

export const deviceId = v.pipe(v.string(), v.uuid())

/**
 * The frame's P-256 public key, uncompressed, in base64url. The private key cannot leave the browser,
 * so a session or recovery bound to it is useless elsewhere.
 */
export const frameKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}$/))

/** A signature by that key over SHA-256: r and s, in base64url. */
export const frameSignature = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{86}$/))

/** Header with the frame's key, sent with every call. */
export const frameKeyHeader = 'x-frame-key'

/** Number shown on a page of the login site and typed in the frame. */
export const matchNumber = v.pipe(v.string(), v.regex(/^\d{4}$/))

/**
 * 32 random bytes stored in one browser; the server stores only their digest. Known devices have their
 * own rate limits, which strangers cannot use up.
 */
export const deviceKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** Number of digits of the mailed code. */
export const codeLength = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(9)),
  6,
)

/** A key share, plain or encrypted, in base64url. */
export const shareText = v.pipe(v.string(), v.maxLength(512), v.regex(/^[A-Za-z0-9_-]+$/))

/** A user of this provider. Never merged with another log-in only because of the same email. */
export const person = v.object({
  accountId: v.pipe(v.string(), v.uuid()),
  /** `email` or the social provider. */
  authProvider: v.string(),
  email: v.nullable(v.string()),
  userName: v.nullable(v.string()),
  /** Whether the user already has a wallet. */
  hasWallet: v.boolean(),
})

export type Person = v.InferOutput<typeof person>

/** Result of a log-in: `token` is the `Bearer` token of the `Authorization` header. */
export const sessionGrant = v.object({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  /** Milliseconds since the epoch, on the server's clock. */
  expiresAt: v.number(),
  person,
})

export type SessionGrant = v.InferOutput<typeof sessionGrant>

/**
 * Why the login API rejected a call: the `field` of the first reason in the error response. Each has
 * its own text on the screen.
 */
export const loginErrorReasons = [
  'email-invalid',
  'too-soon',
  'too-many',
  'code-wrong',
  'code-expired',
  'flow-unknown',
  'device-refused',
  'login-failed',
  'number-wrong',
  'not-signed-in',
  'needs-recent-login',
  'needs-approval',
  'email-taken',
  'share-unknown',
  'share-exists',
  'signature-wrong',
  'origin-refused',
] as const

export type LoginErrorReason = (typeof loginErrorReasons)[number]
