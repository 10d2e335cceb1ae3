import { type AccountId, parseAccountId } from '@latchkey/wire/caip'
import { emailResourcePrefix } from '@latchkey/wire/http/signIn'
import type { SiwxMessage } from '@latchkey/wire/siwx'
import type { SignInMail } from '../../login/email/createSignInMail.js'
import type { Project } from '../../projects/Project.js'
import type { EmailProof, SignInEmailStore } from '../../store/signInEmails.js'
import {
  assertSignInOn,
  getEmailCapture,
  requireOrigin,
  type SignInCaller,
} from './signInAccess.js'
import { signInError } from './signInErrors.js'

/** Emails of sign-ins, confirmed by mailed codes. Throws ApiErrors. */
export type EmailCodes = {
  /** Mails a code. Null if the account already confirmed the email. */
  request(
    caller: SignInCaller,
    wanted: { readonly email: string; readonly account: AccountId },
  ): Promise<{ readonly uuid: string | null }>
  confirm(
    caller: SignInCaller,
    typed: { readonly codeId: string; readonly code: string },
  ): Promise<void>
  /** What a signed message and its code have to prove; undefined for a sign-in without an email. */
  readProof(
    project: Project,
    signed: {
      readonly message: Pick<SiwxMessage, 'resources'>
      readonly account: AccountId
      readonly codeId: string | undefined
    },
  ): EmailProof | undefined
  /** Call it regularly: removes what has expired. */
  sweep(): Promise<void>
}

export function createEmailCodes({
  mail,
  store,
  clock,
}: {
  /** Absent without a mail server: no email can be confirmed. */
  readonly mail: SignInMail | undefined
  readonly store: SignInEmailStore
  readonly clock: { now(): number }
}): EmailCodes {
  function requireMail({ project }: SignInCaller): SignInMail {
    assertSignInOn(project)
    if (!mail || getEmailCapture(project) === 'off') throw signInError('email-capture-off')
    return mail
  }

  return {
    async request(caller, { email, account }) {
      const mail = requireMail(caller)
      const origin = requireOrigin(caller)
      const address = mail.normalizeAddress(email)
      if (address === undefined) throw signInError('email-invalid')
      const { network } = caller
      const projectId = caller.project.id
      const owner = toOwner(account)
      // Counted first: the answer tells whether an account has an email.
      const check = await mail.takeCheck(network)
      if (!check.isAllowed) throw signInError('too-many', check)
      if (await store.isConfirmed(projectId, owner, address)) return { uuid: null }
      if (mail.isStuck()) throw signInError('mail-unavailable')
      const request = await mail.takeRequest({ address, account: owner, projectId, network })
      if (!request.isAllowed) throw signInError(request.reason, request)
      const { code, send } = await mail.draftCode(address, origin)
      await store.addCode(projectId, {
        codeId: code.codeId,
        account: owner,
        emailDigest: mail.digestAddress(address),
        codeDigest: code.codeDigest,
        expiresAt: code.codeExpiresAt,
      })
      send()
      return { uuid: code.codeId }
    },

    async confirm(caller, { codeId, code }) {
      const mail = requireMail(caller)
      requireOrigin(caller)
      const projectId = caller.project.id
      const stored = await store.findCode(projectId, codeId, clock.now())
      if (!stored) throw signInError('code-expired')
      const { network } = caller
      const attempt = await mail.takeAttempt({ codeId, emailDigest: stored.emailDigest, network })
      if (!attempt.isAllowed) throw signInError(attempt.reason, attempt)
      if (!mail.isCorrect(stored, code)) throw signInError('code-wrong')
      await attempt.refund()
      const expiresAt = clock.now() + mail.lifetimeMs
      const isStored = await store.confirmCode(projectId, codeId, expiresAt)
      if (!isStored) throw signInError('code-expired')
    },

    readProof(project, { message, account, codeId }) {
      const capture = getEmailCapture(project)
      if (capture === 'off' || (!mail && capture === 'optional')) return undefined
      const emails = (message.resources ?? []).filter((one) => one.startsWith(emailResourcePrefix))
      const [first, ...more] = emails
      if (first === undefined && codeId === undefined && capture === 'optional') return undefined
      if (!mail || (first === undefined && codeId === undefined))
        throw signInError('email-required')
      const email = mail.normalizeAddress(first?.slice(emailResourcePrefix.length) ?? '')
      if (email === undefined || more.length > 0) throw signInError('email-unconfirmed')
      return { email, account: toOwner(account), emailDigest: mail.digestAddress(email), codeId }
    },

    async sweep() {
      await Promise.all([store.removeExpired(clock.now()), mail?.sweep()])
    },
  }
}

/** One form for all spellings of an account. */
function toOwner(account: AccountId): string {
  return parseAccountId(account)?.namespace === 'eip155' ? account.toLowerCase() : account
}
