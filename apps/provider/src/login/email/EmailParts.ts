import type { ApiError } from '../../errors/ApiError.js'
import type { MailQueue } from '../../mail/createMailQueue.js'
import type { LoginParts } from '../LoginParts.js'
import { loginError } from '../session/loginError.js'
import type { CodeAttempts } from './codeAttempts.js'
import type { Codes, StoredCode } from './codes.js'
import type { Devices } from './devices.js'
import { codeLifetimeMs, cooldownMs } from './emailLimits.js'
import { type CodePurpose, codeMail } from './mails.js'
import type { ProjectLoad } from './projectLoad.js'
import type { ProofOfWork } from './proofOfWork.js'
import type { SendLimits } from './sendLimits.js'

/** What every call of the log-in by email is built from. */
export type EmailParts = LoginParts & {
  readonly codes: Codes
  readonly attempts: CodeAttempts
  readonly devices: Devices
  readonly load: ProjectLoad
  readonly sendLimits: SendLimits
  readonly queue: MailQueue
  readonly work: ProofOfWork
}

/** A code and its mail, which is sent only once the code is stored. */
export type CodeDraft = { readonly code: StoredCode; send(): void }

export function draftCode(
  { codes, clock, queue }: Pick<EmailParts, 'codes' | 'clock' | 'queue'>,
  to: {
    readonly address: string
    readonly origin: string
    readonly purpose: CodePurpose
    readonly codeLength: number
  },
): CodeDraft {
  const at = clock.now()
  const { address, codeLength, ...rest } = to
  const { code, stored } = codes.create(at, codeLength)
  const minutes = codeLifetimeMs / 60_000
  return {
    code: stored,
    send: () =>
      queue.add(codeMail({ to: address, ...rest, code, minutes, at }), stored.codeExpiresAt),
  }
}

/** A code that is never sent, for an address that may not get mail. */
export function createUnsentCode(
  { codes, clock }: Pick<EmailParts, 'codes' | 'clock'>,
  codeLength: number,
): CodeDraft {
  return { code: codes.create(clock.now(), codeLength).stored, send: () => undefined }
}

/** Queue slots that unknown devices cannot use. */
const reservedForKnown = 200

/** Fails for everyone while mail is down, which reveals nothing about an address. */
export function assertMailWorks(
  { queue }: Pick<EmailParts, 'queue'>,
  knownAs: string | undefined,
): void {
  const reserved = knownAs === undefined ? reservedForKnown : 0
  if (queue.isStuck(reserved)) throw loginError('login-failed', { retryAfterMs: cooldownMs })
}

/** For callers who may learn how many mails the address got. */
export function toSendLimitError({ retryAfterMs }: { readonly retryAfterMs: number }): ApiError {
  return loginError(retryAfterMs <= cooldownMs ? 'too-soon' : 'too-many', { retryAfterMs })
}

/** Only about the frame's own last request, so it reveals nothing about other requests. */
export function assertCooldownOver(
  { clock }: Pick<EmailParts, 'clock'>,
  requestedAt: number,
): void {
  const retryAfterMs = requestedAt + cooldownMs - clock.now()
  if (retryAfterMs > 0) throw loginError('too-soon', { retryAfterMs })
}

/** The key of a session's own limits. */
export function toSessionKey({ id }: { readonly id: string }): string {
  return `session ${id}`
}
