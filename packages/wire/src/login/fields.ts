import * as v from 'valibot'

/** Values that several calls of the login site's own API share. */

/** The site the login frame stands in, as its handshake told it. */
export const siteOrigin = v.pipe(v.string(), v.maxLength(255), v.url())

/** Names one login under way. */
export const flowId = v.pipe(v.string(), v.uuid())

/**
 * 32 random bytes made by the frame that asks, and the SHA-256 of them. The hash is told when a login
 * begins and the bytes when it ends, so that a code or a link is of no use to anybody else.
 */
export const flowSecret = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
export const flowBinding = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

export const deviceId = v.pipe(v.string(), v.uuid())

/**
 * The frame's own P-256 public key, uncompressed, in base64url. The private half cannot leave the
 * browser, so a session or recovery bound to the key is useless anywhere else.
 */
export const frameKey = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{87}$/))

/** A signature by that key over SHA-256: r and s, in base64url. */
export const frameSignature = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{86}$/))

/** Carries the frame's key with every call. */
export const frameKeyHeader = 'x-frame-key'

/** Shown on a page of the login site and typed in the frame. */
export const matchNumber = v.pipe(v.string(), v.regex(/^\d{4}$/))

/**
 * 32 random bytes kept by the frame of one browser. The server keeps only their digest: it recognises
 * the devices an account has logged in with, whose limits strangers cannot use up.
 */
export const deviceKey = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))

/** How many digits the mailed code has. */
export const codeLength = v.optional(
  v.pipe(v.number(), v.integer(), v.minValue(6), v.maxValue(9)),
  6,
)

/** A share of a key, or bytes that hide one, in base64url. */
export const shareText = v.pipe(v.string(), v.maxLength(512), v.regex(/^[A-Za-z0-9_-]+$/))

/** Who somebody is to this provider. Never joined to another login by its email alone. */
export const person = v.object({
  accountId: v.pipe(v.string(), v.uuid()),
  /** `email`, or the social provider. */
  authProvider: v.string(),
  email: v.nullable(v.string()),
  userName: v.nullable(v.string()),
  /** Whether keys exist already. */
  hasWallet: v.boolean(),
})

export type Person = v.InferOutput<typeof person>

/** What a finished login gives: `token` goes into the `Authorization` header as `Bearer`. */
export const sessionGrant = v.object({
  token: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  /** Milliseconds since the epoch, on the server's clock. */
  expiresAt: v.number(),
  person,
})

export type SessionGrant = v.InferOutput<typeof sessionGrant>

/**
 * Why a call of the login API was refused: the `field` of the first reason in the failure's envelope.
 * Each has its own text on the screen.
 */
export const loginRefusals = [
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

export type LoginRefusal = (typeof loginRefusals)[number]
