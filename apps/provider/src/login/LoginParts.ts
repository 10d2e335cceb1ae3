import type { ConfirmationProof, ConfirmationPurpose } from '@latchkey/wire/login/email'
import type { Sql } from 'postgres'
import type { Clock } from '../clock.js'
import type { Log } from '../log.js'
import type { Accounts } from './session/accounts.js'
import type { Flows } from './session/flows.js'
import type { Limits } from './session/limits.js'
import type { LoginRoute, SignedInCaller } from './session/loginRoute.js'
import type { Sessions } from './session/sessions.js'
import type { SitePage } from './site/sitePage.js'

/** What every log-in method is built from. */
export type LoginParts = {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Log
  /** The login site's own origin, as browsers know it. */
  readonly publicUrl: string
  /** Key for digests of values that a copy of the database must not reveal, such as codes. */
  readonly hashKey: Buffer
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly flows: Flows
  readonly limits: Limits
}

/** A log-in method: its calls and its pages. */
export type LoginModule = {
  readonly routes: readonly LoginRoute[]
  readonly pages?: readonly SitePage[]
  /** Lines of Prometheus text for `/metrics`. */
  metrics?(): readonly string[]
  /** Called about once a minute. */
  sweep?(): Promise<void>
  stop?(): Promise<void>
}

export type NoticeKind =
  | 'wallet-recovered'
  | 'recovery-requested'
  | 'first-wallet-requested'
  | 'key-exported'
  | 'passkey-added'
  | 'passkey-removed'
  | 'email-changed'

/**
 * Consumes the proof of a confirmation that this session started for this purpose. Throws an
 * ApiError otherwise; of concurrent calls exactly one succeeds.
 */
export type ConsumeConfirmation = (
  purpose: ConfirmationPurpose,
  proof: ConfirmationProof,
  caller: SignedInCaller,
) => Promise<void>

/**
 * Mails the person about an event of the account. Resolves once the mail server accepted it, or at
 * once without an address.
 */
export type Notify = (
  notice: {
    readonly accountId: string
    readonly kind: NoticeKind
    readonly origin: string
    /** A page of the login site where the person decides. */
    readonly link?: string
  },
  signal: AbortSignal,
) => Promise<void>
