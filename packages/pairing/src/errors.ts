/** Error codes are stable; messages may change. */
export type PairingErrorCode =
  /** The user rejected in the wallet. */
  | 'pairing/user-rejected'
  /** The peer responded with an error. */
  | 'pairing/peer-error'
  | 'pairing/proposal-expired'
  | 'pairing/request-expired'
  | 'pairing/ping-timeout'
  /** The caller's signal was aborted. */
  | 'pairing/cancelled'
  /** The client was closed. */
  | 'pairing/closed'
  | 'pairing/relay-unavailable'
  /** The relay rejected the request (project, origin, limits …). */
  | 'pairing/relay-refused'
  | 'pairing/invalid-uri'
  | 'pairing/uri-expired'
  | 'pairing/uri-used'
  | 'pairing/invalid-namespaces'
  | 'pairing/invalid-input'
  /** Longer than a relay accepts. */
  | 'pairing/message-too-large'
  /** Chain, method or event is outside what the session allows. */
  | 'pairing/unauthorized'
  | 'pairing/unknown-session'
  /** No proposal, sign-in or request with that id is pending. */
  | 'pairing/unknown-request'
  | 'pairing/session-ended'
  | 'pairing/settlement-invalid'
  | 'pairing/sign-in-invalid'
  /** A client without `verifySignIn` requested a sign-in. */
  | 'pairing/verifier-missing'
  | 'pairing/invalid-envelope'
  /** The other app could not be opened. */
  | 'pairing/link-failed'

export type PairingErrorDetails = {
  /** The code the peer or relay sent, if any. */
  readonly peerCode?: number
  readonly data?: unknown
  readonly cause?: unknown
}

/** The error of this package; see `code`. */
export class PairingError extends Error {
  override readonly name = 'PairingError'
  readonly code: PairingErrorCode
  readonly peerCode?: number
  readonly data?: unknown

  constructor(code: PairingErrorCode, message: string, details: PairingErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause })
    this.code = code
    if (details.peerCode !== undefined) this.peerCode = details.peerCode
    if (details.data !== undefined) this.data = details.data
  }
}

/** Whether a value is a `PairingError`, optionally with that code. */
export function isPairingError(error: unknown, code?: PairingErrorCode): error is PairingError {
  return error instanceof PairingError && (code === undefined || error.code === code)
}

export function closedError(): PairingError {
  return new PairingError('pairing/closed', 'The pairing client is closed.')
}

/** An error object as it travels between peers. */
export type PeerErrorBody = {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

export const peerErrors = {
  invalidUpdate: { code: 1003, message: 'Invalid update request.' },
  unauthorizedMethod: { code: 3001, message: 'Unauthorized method.' },
  unauthorizedChain: { code: 3005, message: 'Unauthorized chain.' },
  userRejected: { code: 5000, message: 'User rejected.' },
  unsupportedChains: { code: 5100, message: 'Unsupported chains.' },
  userDisconnected: { code: 6000, message: 'User disconnected.' },
  settlementFailed: { code: 7000, message: 'Session settlement failed.' },
  requestExpired: { code: 8000, message: 'Session request expired.' },
  unsupportedMethod: { code: 10001, message: 'Unsupported wc_ method.' },
  signInMalformed: { code: 11002, message: 'Malformed authentication request.' },
} as const satisfies Record<string, PeerErrorBody>

const rejectionCodes: ReadonlySet<number> = new Set([4001, 5000, 5001, 5002, 5003, 12001])
const rejectionPattern = /user rejected|connection request reset/i
const maxMessageLength = 500

/** Converts a peer's error, which may be an empty object. */
export function fromPeerError(error: unknown): PairingError {
  const body = typeof error === 'object' && error !== null ? (error as Record<string, unknown>) : {}
  const text = typeof error === 'string' ? error : body.message
  const message = typeof text === 'string' ? text.slice(0, maxMessageLength) : ''
  const peerCode = typeof body.code === 'number' ? body.code : undefined
  const rejected =
    (peerCode !== undefined && rejectionCodes.has(peerCode)) || rejectionPattern.test(message)
  return new PairingError(
    rejected ? 'pairing/user-rejected' : 'pairing/peer-error',
    message ||
      (rejected ? 'The request was declined in the wallet.' : 'The peer rejected the request.'),
    { ...(peerCode === undefined ? {} : { peerCode }), data: body.data },
  )
}
