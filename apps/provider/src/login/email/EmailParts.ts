import type { ApiError } from '../../errors/ApiError.js'
import type { MailQueue } from '../../mail/createMailQueue.js'
import type { LoginParts } from '../LoginParts.js'
import { loginRefusal } from '../session/loginRefusal.js'
import type { CodeAttempts } from './codeAttempts.js'
import type { Codes, StoredCode } from './codes.js'
import type { Devices } from './devices.js'
import { CODE_LIFE_MS, COOLDOWN_MS } from './limits.js'
import { type CodePurpose, codeMail } from './mails.js'
import type { ProjectLoad } from './projectLoad.js'
import type { Sends } from './sends.js'
import type { Work } from './work.js'

/** What every call of the login by email is built from. */
export interface EmailParts extends LoginParts {
  readonly codes: Codes
  readonly attempts: CodeAttempts
  readonly devices: Devices
  readonly load: ProjectLoad
  readonly sends: Sends
  readonly queue: MailQueue
  readonly work: Work
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
  const { code, stored } = codes.make(at, codeLength)
  const minutes = CODE_LIFE_MS / 60_000
  return {
    code: stored,
    send: () =>
      queue.add(codeMail({ to: address, ...rest, code, minutes, at }), stored.codeExpiresAt),
  }
}

/** A code that is never sent, for an address that may not get mail. */
export function unsentCode(
  { codes, clock }: Pick<EmailParts, 'codes' | 'clock'>,
  codeLength: number,
): CodeDraft {
  return { code: codes.make(clock.now(), codeLength).stored, send: () => undefined }
}

/** Waiting mails that unknown devices cannot crowd out. */
const PLACES_FOR_KNOWN = 200

/** Fails for everyone while no mail goes out: that reveals nothing about an address. */
export function checkMailWorks(
  { queue }: Pick<EmailParts, 'queue'>,
  knownAs: string | undefined,
): void {
  const keepFree = knownAs === undefined ? PLACES_FOR_KNOWN : 0
  if (queue.isStuck(keepFree)) throw loginRefusal('login-failed', { retryAfterMs: COOLDOWN_MS })
}

/** For callers who may know how many mails the address got. */
export function refusedSending({ retryAfterMs }: { readonly retryAfterMs: number }): ApiError {
  return loginRefusal(retryAfterMs <= COOLDOWN_MS ? 'too-soon' : 'too-many', { retryAfterMs })
}

/** A frame that has just asked is told to wait; that says nothing about others who may have asked. */
export function checkCooldown({ clock }: Pick<EmailParts, 'clock'>, askedAt: number): void {
  const retryAfterMs = askedAt + COOLDOWN_MS - clock.now()
  if (retryAfterMs > 0) throw loginRefusal('too-soon', { retryAfterMs })
}

/** What a session's own limits are counted under. */
export function knownSession({ id }: { readonly id: string }): string {
  return `session ${id}`
}
