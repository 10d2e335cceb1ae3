import { createHmac } from 'node:crypto'
import type { Sql } from 'postgres'
import type { Clock } from '../../clock.js'
import type { Log } from '../../log.js'
import { normalizeAddress } from '../../mail/address.js'
import { createMailQueue } from '../../mail/createMailQueue.js'
import { createSmtpMailer } from '../../mail/createSmtpMailer.js'
import { createLimits, type Limit, type LimitResult, toNetworkKey } from '../session/limits.js'
import { createAlarm } from './alarm.js'
import { createCodes, type StoredCode } from './codes.js'
import {
  attemptsPerSignInCode,
  cooldownMs,
  failureRules,
  failuresPerNetwork,
  sendsPerAddress,
  sendsPerNetwork,
  shortCodeLength,
  signInChecksPerNetwork,
  signInCodeLifetimeMs,
} from './emailLimits.js'
import type { MailSettings } from './mailSettings.js'
import { codeMail } from './mails.js'
import { defaultCeiling } from './projectLoad.js'

type Sender = {
  readonly address: string
  /** Who asks: the same account of the same project has to wait between two mails. */
  readonly account: string
  readonly projectId: string
  readonly network: string | undefined
}

/** Codes by mail for sign-in with a wallet, with the limits of the log-in by email. */
export type SignInMail = ReturnType<typeof createSignInMail>

export function createSignInMail({
  sql,
  clock,
  log,
  hashKey,
  settings,
}: {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Log
  readonly hashKey: Buffer
  readonly settings: MailSettings
}) {
  const queue = createMailQueue({ mailer: createSmtpMailer(settings), clock, log })
  const codes = createCodes(hashKey)
  const limits = createLimits({ sql, clock, hashKey })
  const alarm = createAlarm({ clock, log })
  const ceiling = settings.projectCeiling ?? defaultCeiling

  const ofNetwork = (kind: string, network: string | undefined, rules: Limit['rules']): Limit[] =>
    network === undefined ? [] : [{ kind, key: toNetworkKey(network), rules }]

  return {
    /** Also how long a confirmed code is good for a sign-in. */
    lifetimeMs: signInCodeLifetimeMs,
    normalizeAddress,
    isCorrect: codes.isCorrect,
    isStuck: () => queue.isStuck(),

    /** The stored form of an address that was not confirmed yet. */
    digestAddress: (address: string): Buffer =>
      createHmac('sha256', hashKey).update(`sign-in-email ${address}`).digest(),

    /** Counts a question whether an account confirmed an email. */
    takeCheck: (network: string | undefined): Promise<LimitResult> =>
      limits.take(ofNetwork('sign-in-email-checks', network, signInChecksPerNetwork)),

    /** Counts a request for a code. A rejection says nothing about other requests to the address. */
    async takeRequest({ address, account, projectId, network }: Sender) {
      const own = { kind: 'sign-in-mails-own', key: `${projectId} ${account} ${address}` }
      const project = { kind: 'sign-in-mails-project', key: projectId }
      const result = await limits.take([
        { ...own, rules: [{ max: 1, withinMs: cooldownMs }] },
        ...ofNetwork('email-sends-network', network, sendsPerNetwork),
        { ...project, rules: [{ max: ceiling, withinMs: 3_600_000 }] },
      ])
      if (!result.isAllowed && result.kind === project.kind) {
        alarm.raise({ level: 'error', event: 'project-under-load', reason: project.kind })
      }
      return withReason(result, own.kind, 'too-soon')
    },

    /**
     * A new code, to be sent once it is stored. Above the limits of the address, which the log-in shares,
     * no mail is sent and the caller does not learn it.
     */
    async draftCode(
      address: string,
      origin: string,
    ): Promise<{ readonly code: StoredCode; send(): void }> {
      const at = clock.now()
      const { code, stored } = codes.create(at, shortCodeLength, signInCodeLifetimeMs)
      const { isAllowed } = await limits.take([
        { kind: 'email-sends', key: address, rules: sendsPerAddress(1) },
      ])
      const minutes = signInCodeLifetimeMs / 60_000
      const mail = codeMail({ to: address, origin, at, purpose: 'sign-in', code, minutes })
      return {
        code: stored,
        send: () => {
          if (isAllowed) queue.add(mail, stored.codeExpiresAt)
        },
      }
    },

    /** Counts an attempt, before the code is compared. A correct one is refunded. */
    async takeAttempt({
      codeId,
      emailDigest,
      network,
    }: {
      readonly codeId: string
      readonly emailDigest: Buffer
      readonly network: string | undefined
    }) {
      const tries = { kind: 'sign-in-code-tries', key: codeId }
      const address = emailDigest.toString('hex')
      const result = await limits.take([
        { ...tries, rules: attemptsPerSignInCode },
        { kind: 'sign-in-code-failures', key: address, rules: failureRules },
        ...ofNetwork('sign-in-code-failures-network', network, failuresPerNetwork),
      ])
      return withReason(result, tries.kind, 'code-expired')
    },

    sweep: () => limits.sweep(),
    stop: () => queue.stop(),
  }
}

/** The reason for the caller: one for the exceeded limit `kind`, `too-many` for the others. */
function withReason<reason extends string>(result: LimitResult, kind: string, reason: reason) {
  if (result.isAllowed) return result
  return { ...result, reason: result.kind === kind ? reason : ('too-many' as const) }
}
