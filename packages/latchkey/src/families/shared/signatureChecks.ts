import type { NetworkId } from '@latchkey/wire/caip'
import type { VerifyOutcome } from '../../core/connection/family.js'

export type { VerifyOutcome }

export type SignedText = {
  readonly message: string
  /** In the form the family's wallets return. */
  readonly signature: string
  readonly address: string
  readonly networkId: NetworkId
}

/** Not constant-time: only for public data. */
export function isEqualBytes(some: Uint8Array, others: Uint8Array): boolean {
  return some.length === others.length && some.every((byte, index) => byte === others[index])
}

/** False when the check throws, as curves do for malformed keys and signatures. */
export function swallowErrors(check: () => boolean): boolean {
  try {
    return check()
  } catch {
    return false
  }
}

/** The outcome of a check that throws for an invalid signature. */
export function toOutcome(check: () => void): VerifyOutcome {
  try {
    check()
    return 'valid'
  } catch {
    return 'invalid'
  }
}
