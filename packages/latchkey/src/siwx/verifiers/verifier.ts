import type { SiwxMessage } from '@latchkey/wire/siwx'

export type SignedMessage = {
  readonly message: SiwxMessage
  /** The exact text that was signed. */
  readonly text: string
  /** In the form the family's wallets return. */
  readonly signature: string
  /** Reads the chain the message names; undefined where there is no node. */
  readonly readChain: ((method: string, params: readonly unknown[]) => Promise<unknown>) | undefined
}

/** `unknown`: only the chain can verify it, and no node responded. */
export type VerifyOutcome = 'valid' | 'invalid' | 'unknown'

/** Checks whether the account of a message signed it. */
export type Verifier = (signed: SignedMessage) => VerifyOutcome | Promise<VerifyOutcome>

/** The outcome of a check that throws for an invalid signature. */
export function toOutcome(check: () => void): VerifyOutcome {
  try {
    check()
    return 'valid'
  } catch {
    return 'invalid'
  }
}
