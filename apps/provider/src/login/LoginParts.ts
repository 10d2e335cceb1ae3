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

/** What every way to log in is built from. */
export type LoginParts = {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Log
  /** The login site's own origin, as browsers know it. */
  readonly publicUrl: string
  /** For digests of what must not be guessed from a copy of the database, such as codes. */
  readonly hashKey: Buffer
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly flows: Flows
  readonly limits: Limits
}

/** One way to log in: its calls and its pages. */
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
  | 'recovery-asked'
  | 'first-wallet-asked'
  | 'key-exported'
  | 'passkey-added'
  | 'passkey-removed'
  | 'email-changed'

/**
 * Spends the proof of a confirmation that was started for this purpose by this session. Throws an ApiError
 * for any other; of those who try at once exactly one succeeds.
 */
export type ConsumeConfirmation = (
  purpose: ConfirmationPurpose,
  proof: ConfirmationProof,
  caller: SignedInCaller,
) => Promise<void>

/**
 * Tells the person something happened to the account, at the address on file. Resolves once it is
 * certain to be told, or at once where there is no address; rejects when it cannot be told.
 */
export type Notify = (
  notice: {
    readonly accountId: string
    readonly kind: NoticeKind
    readonly origin: string
    /** A page of the login site where the person answers. */
    readonly link?: string
  },
  signal: AbortSignal,
) => Promise<void>
