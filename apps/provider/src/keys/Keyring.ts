/** A share as ciphertext, with the id of the key it is under. */
export type Sealed = {
  readonly keyId: string
  readonly box: Buffer
}

/** Keys for shares: in a file, at a key holder on another host, or in a key service. */
export type Keyring = {
  /** The key that currently seals. */
  currentId(): Promise<string>
  has(keyId: string): Promise<boolean>
  /** `context` names the share and its owner; only the same context opens it. */
  seal(plain: Uint8Array, context: string): Promise<Sealed>
  open(sealed: Sealed, context: string): Promise<Buffer>
  /** Re-encrypts a share under the current key. Its plain bytes stay where the keys are. */
  reseal(sealed: Sealed, context: string): Promise<Sealed>
  /** Creates a new current key. Undefined if keys are created elsewhere. */
  rotate?(): Promise<void>
}

export type KeyringErrorCode =
  | 'key-unknown'
  | 'not-authentic'
  /** No response in time; nothing is known about the keys. */
  | 'unavailable'
  /** Too many requests for now. */
  | 'limited'
  /** The keys' owner does not allow it, or has disabled the key. */
  | 'denied'
  | 'bad-response'

const messages: Readonly<Record<KeyringErrorCode, string>> = {
  'key-unknown': 'The key of this share is unknown.',
  'not-authentic': 'The ciphertext was changed, or belongs to another share.',
  unavailable: 'The recovery keys cannot be reached.',
  limited: 'The recovery keys were used too often; try again later.',
  denied: 'The recovery keys may not be used with these credentials, or are disabled.',
  'bad-response': 'The response about a recovery key is not valid.',
}

/** Thrown by every method of a keyring. */
export class KeyringError extends Error {
  override readonly name = 'KeyringError'
  readonly code: KeyringErrorCode
  readonly retryAfterMs: number | undefined

  constructor(
    code: KeyringErrorCode,
    { cause, retryAfterMs }: { readonly cause?: unknown; readonly retryAfterMs?: number } = {},
  ) {
    super(messages[code], cause === undefined ? {} : { cause })
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
