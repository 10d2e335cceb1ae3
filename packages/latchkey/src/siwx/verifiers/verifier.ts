import type { SiwxMessage } from '@latchkey/wire/siwx'
import type { VerifyOutcome } from '../../families/shared/signatureChecks.js'

export type SignedMessage = {
  readonly message: SiwxMessage
  /** The exact text that was signed. */
  readonly text: string
  /** In the form the family's wallets return. */
  readonly signature: string
  /** Reads the chain the message names; undefined where there is no node. */
  readonly readChain: ((method: string, params: readonly unknown[]) => Promise<unknown>) | undefined
}

/** Checks whether the account of a message signed it. */
export type Verifier = (signed: SignedMessage) => VerifyOutcome | Promise<VerifyOutcome>
