import { createHash } from 'node:crypto'
import type { ConfirmationProof } from '@latchkey/wire/login/email'
import {
  allowExport,
  noteActivity,
  readServerShare,
  sealRecovery,
  startPasskey,
  storeShares,
} from '@latchkey/wire/login/session'
import { firstWalletText } from '@latchkey/wire/login/shares'
import type { ConsumeConfirmation, LoginParts, Notify } from '../LoginParts.js'
import { assertSignedByFrame } from '../session/frameProof.js'
import type { Limit } from '../session/limits.js'
import { loginError } from '../session/loginError.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../session/loginRoute.js'
import { freshMs, type Session } from '../session/sessions.js'
import { assertFirstWalletApproved } from './recovery/firstWallet.js'
import { findPendingRecovery } from './recovery/recoveryRoutes.js'
import type { Wallets } from './Wallets.js'

const dayMs = 86_400_000
const maxExportsPerDay = 5
/** A passkey that is being created, for a log-in that was recent when it started. */
const passkeyFlow = { purpose: 'confirm', method: 'passkey', state: 'started' } as const

/** Stores the shares of a key and returns them. */
export function walletRoutes({
  accounts,
  clock,
  flows,
  limits,
  sessions,
  wallets,
  notify,
  consumeConfirmation,
}: LoginParts & {
  readonly wallets: Wallets
  readonly notify: Notify
  readonly consumeConfirmation: ConsumeConfirmation
}): readonly LoginRoute[] {
  /** Another person who uses the browser later has the session, but must not get the wallet. */
  async function assertNotIdle(session: Session): Promise<void> {
    if (clock.now() < session.idleFrom) return
    if ((await accounts.readEmail(session.accountId)) !== null) {
      throw loginError('needs-recent-login')
    }
    // Without an address for a code, only a new log-in proves the person.
    await sessions.end(session)
    throw loginError('not-signed-in')
  }

  /** A code mailed for the export or, without an address, a recent log-in (once). */
  async function consumeExportProof(
    proof: ConfirmationProof | undefined,
    caller: SignedInCaller,
  ): Promise<void> {
    const { session } = caller
    if (proof) return consumeConfirmation('export', proof, caller)
    const usedBy = { kind: 'export-login', key: session.id }
    const isRecent = clock.now() < session.createdAt + freshMs
    const rules = [{ max: 1, withinMs: freshMs }]
    if (
      !isRecent ||
      (await accounts.readEmail(session.accountId)) !== null ||
      !(await limits.take([{ ...usedBy, rules }])).isAllowed
    ) {
      throw loginError('needs-recent-login')
    }
  }

  async function consumePasskeyFlow(id: string, session: Session): Promise<void> {
    const { purpose, method, state } = passkeyFlow
    const flow = await flows.findById(id)
    const isOwn =
      flow?.purpose === purpose && flow.method === method && flow.sessionId === session.id
    if (!isOwn || !(await flows.finish(flow, state))) throw loginError('needs-recent-login')
  }

  async function countExport(kind: string, key: string): Promise<void> {
    const counted: Limit = { kind, key, rules: [{ max: maxExportsPerDay, withinMs: dayMs }] }
    const result = await limits.take([counted])
    if (!result.isAllowed) {
      throw loginError('too-many', { retryAfterMs: result.retryAfterMs })
    }
  }

  return [
    sessionRoute(storeShares, async ({ firstSignature, ...shares }, { session }) => {
      const { accountId, frameKey } = session
      if (firstSignature === undefined) {
        // Later sets need no other proof: the wallet's own key has signed them.
        await wallets.add({ accountId, frameKey, ...shares })
      } else {
        assertSignedByFrame(frameKey, firstWalletText({ accountId, ...shares }), firstSignature)
        await assertFirstWalletApproved({ flows, wallets }, session)
        await wallets.create({ accountId, frameKey, ...shares })
      }
      return undefined
    }),
    sessionRoute(readServerShare, async ({ deviceId }, { session }) => {
      await assertNotIdle(session)
      const { accountId, frameKey } = session
      const share = await wallets.readServerShare(accountId, deviceId)
      const newDeviceAt = await wallets.readNewDeviceAt({ accountId, deviceId, frameKey })
      const pendingRecovery = await findPendingRecovery({ flows }, { accountId, isFirst: false })
      return { ...share, newDeviceAt, pendingRecovery }
    }),
    sessionRoute(noteActivity, async (_, { session }) => {
      if (session.idleFrom <= clock.now()) throw loginError('needs-recent-login')
      await sessions.recordSigning(session)
      return undefined
    }),
    sessionRoute(startPasskey, async (_, { project, origin, session }) => {
      if (session.freshUntil <= clock.now()) throw loginError('needs-recent-login')
      const flow = await flows.start({
        projectId: project.id,
        origin,
        ...passkeyFlow,
        binding: createHash('sha256').update(session.id).digest('hex'),
        sessionId: session.id,
        lifetimeMs: freshMs,
      })
      return { flowId: flow.id }
    }),
    sessionRoute(sealRecovery, async ({ flowId, ...sealed }, { session, origin, signal }) => {
      const { accountId, frameKey } = session
      const shares = { accountId, frameKey, ...sealed }
      await wallets.assertSigned(shares)
      await consumePasskeyFlow(flowId, session)
      await notify({ accountId, kind: 'passkey-added', origin }, signal)
      await wallets.sealRecovery(shares)
      return undefined
    }),
    sessionRoute(allowExport, async ({ proof }, caller) => {
      const { session, origin, signal } = caller
      const { accountId } = session
      const blockedMs = (await accounts.readExportBlockedUntil(accountId)) - clock.now()
      if (blockedMs > 0) throw loginError('too-soon', { retryAfterMs: blockedMs })
      await consumeExportProof(proof, caller)
      await countExport('export', accountId)
      await notify({ accountId, kind: 'key-exported', origin }, signal)
      // The person was just confirmed, and the share is read next.
      await sessions.recordSigning(session)
      return undefined
    }),
  ]
}
