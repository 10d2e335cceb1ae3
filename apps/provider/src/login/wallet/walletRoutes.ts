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
import type { LoginParts, Notify, TakeConfirmation } from '../LoginParts.js'
import { assertSignedByFrame } from '../session/frameProof.js'
import type { Counted } from '../session/limits.js'
import { loginRefusal } from '../session/loginRefusal.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../session/loginRoute.js'
import { FRESH_MS, type Session } from '../session/sessions.js'
import { assertFirstWalletApproved } from './recovery/firstWallet.js'
import { pendingRecoveryOf } from './recovery/recoveryRoutes.js'
import type { Wallets } from './Wallets.js'

const DAY_MS = 86_400_000
/** Exports of a key in a day. */
const MOST_A_DAY = 5
/** A passkey that is being created, for a log-in that was recent when it started. */
const PASSKEY_FLOW = { purpose: 'confirm', method: 'passkey', state: 'started' } as const

/** Stores the shares of a key and returns them. */
export function walletRoutes({
  accounts,
  clock,
  flows,
  limits,
  sessions,
  wallets,
  notify,
  takeConfirmation,
}: LoginParts & {
  readonly wallets: Wallets
  readonly notify: Notify
  readonly takeConfirmation: TakeConfirmation
}): readonly LoginRoute[] {
  /** Another person at the same browser later has the session, but must not get the wallet. */
  async function checkAwake(session: Session): Promise<void> {
    if (clock.now() < session.idleFrom) return
    if ((await accounts.emailOf(session.accountId)) !== null) {
      throw loginRefusal('needs-recent-login')
    }
    // Without an address for a code, only a new log-in proves the person.
    await sessions.end(session)
    throw loginRefusal('not-signed-in')
  }

  /** A code mailed for the export or, without an address, a recent log-in. */
  async function takeExportProof(
    proof: ConfirmationProof | undefined,
    caller: SignedInCaller,
  ): Promise<void> {
    const { session } = caller
    if (proof) return takeConfirmation('export', proof, caller)
    const usedBy = { kind: 'export-login', key: session.id }
    const isRecent = clock.now() < session.createdAt + FRESH_MS
    const rules = [{ most: 1, withinMs: FRESH_MS }]
    if (
      !isRecent ||
      (await accounts.emailOf(session.accountId)) !== null ||
      !(await limits.take([{ ...usedBy, rules }])).isAllowed
    ) {
      throw loginRefusal('needs-recent-login')
    }
  }

  async function takePasskeyFlow(id: string, session: Session): Promise<void> {
    const { purpose, method, state } = PASSKEY_FLOW
    const flow = await flows.byId(id)
    const isOwn =
      flow?.purpose === purpose && flow.method === method && flow.sessionId === session.id
    if (!isOwn || !(await flows.finish(flow, state))) throw loginRefusal('needs-recent-login')
  }

  async function count(kind: string, key: string): Promise<void> {
    const counted: Counted = { kind, key, rules: [{ most: MOST_A_DAY, withinMs: DAY_MS }] }
    const verdict = await limits.take([counted])
    if (!verdict.isAllowed) {
      throw loginRefusal('too-many', { retryAfterMs: verdict.retryAfterMs })
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
        await wallets.make({ accountId, frameKey, ...shares })
      }
      return undefined
    }),
    sessionRoute(readServerShare, async ({ deviceId }, { session }) => {
      await checkAwake(session)
      const { accountId, frameKey } = session
      const share = await wallets.serverShare(accountId, deviceId)
      const newDeviceAt = await wallets.newDeviceAt({ accountId, deviceId, frameKey })
      const pendingRecovery = await pendingRecoveryOf({ flows }, { accountId, isFirst: false })
      return { ...share, newDeviceAt, pendingRecovery }
    }),
    sessionRoute(noteActivity, async (_, { session }) => {
      if (session.idleFrom <= clock.now()) throw loginRefusal('needs-recent-login')
      await sessions.noteSigning(session)
      return undefined
    }),
    sessionRoute(startPasskey, async (_, { project, origin, session }) => {
      if (session.freshUntil <= clock.now()) throw loginRefusal('needs-recent-login')
      const flow = await flows.start({
        projectId: project.id,
        origin,
        ...PASSKEY_FLOW,
        binding: createHash('sha256').update(session.id).digest('hex'),
        sessionId: session.id,
        lifeMs: FRESH_MS,
      })
      return { flowId: flow.id }
    }),
    sessionRoute(sealRecovery, async ({ flowId, ...sealed }, { session, origin, signal }) => {
      const { accountId, frameKey } = session
      const shares = { accountId, frameKey, ...sealed }
      await wallets.assertSigned(shares)
      await takePasskeyFlow(flowId, session)
      await notify({ accountId, kind: 'passkey-added', origin }, signal)
      await wallets.sealRecovery(shares)
      return undefined
    }),
    sessionRoute(allowExport, async ({ proof }, caller) => {
      const { session, origin, signal } = caller
      const { accountId } = session
      const heldMs = (await accounts.exportHeldUntil(accountId)) - clock.now()
      if (heldMs > 0) throw loginRefusal('too-soon', { retryAfterMs: heldMs })
      await takeExportProof(proof, caller)
      await count('export', accountId)
      await notify({ accountId, kind: 'key-exported', origin }, signal)
      // The person has just proven who they are, and the share is read next.
      await sessions.noteSigning(session)
      return undefined
    }),
  ]
}
