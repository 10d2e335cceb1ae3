import { createHash, randomBytes, randomInt } from 'node:crypto'
import {
  awaitRecovery,
  cancelRecovery,
  listReplacedShares,
  type PendingRecovery,
  type RecoveryState,
  restoreShares,
  startRecovery,
  takeRecoveryShare,
  takeServerShare,
  takeText,
} from '@latchkey/wire/login/recovery'
import type { LoginParts, Notify } from '../../LoginParts.js'
import type { Flow } from '../../session/flows.js'
import { assertSignedByFrame } from '../../session/frameProof.js'
import { loginRefusal } from '../../session/loginRefusal.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../../session/loginRoute.js'
import type { Session } from '../../session/sessions.js'
import type { Wallets } from '../Wallets.js'
import { needsFirstWalletApproval } from './firstWallet.js'
import {
  detailsOf,
  isOwn,
  type RecoveryDetails,
  type RecoveryFlowState,
  TAKE_MS,
} from './recoveryFlow.js'

export type RecoveryParts = LoginParts & {
  readonly wallets: Wallets
  readonly notify: Notify
  /** How long a recovery waits for an account without an address. */
  readonly recoveryWaitMs: number
}

const DAY_MS = 86_400_000
const LINK_LIFE_MS = 30 * 60_000
/** After the wait is over, the person has this long to come back. */
const RETURN_MS = 7 * DAY_MS
/** Per frame and per account, so that a stranger's session does not use up the owner's. */
const STARTS = [{ most: 5, withinMs: DAY_MS }]
const STARTS_OF_ACCOUNT = [{ most: 30, withinMs: DAY_MS }]

/** Sets up a wallet on a new device, which takes more than a session. */
export function recoveryRoutes(parts: RecoveryParts): readonly LoginRoute[] {
  const { accounts, clock, flows, limits, sessions, wallets, notify } = parts

  /** A recovery that this frame started. */
  async function ownFlow(flowId: string, { session }: SignedInCaller): Promise<Flow> {
    const flow = await flows.byId(flowId)
    if (flow?.purpose !== 'recover' || !isOwn(detailsOf(flow), session)) {
      throw loginRefusal('flow-unknown')
    }
    return flow
  }

  async function count(accountId: string, frameKey: string): Promise<void> {
    const verdict = await limits.take([
      { kind: 'recover', key: `${accountId} ${frameKey}`, rules: STARTS },
      { kind: 'recover-account', key: accountId, rules: STARTS_OF_ACCOUNT },
    ])
    if (!verdict.isAllowed) {
      throw loginRefusal('too-many', { retryAfterMs: verdict.retryAfterMs })
    }
  }

  async function start(deviceId: string, caller: SignedInCaller): Promise<Flow> {
    const { project, origin, session, signal } = caller
    const { accountId, frameKey } = session
    if (frameKey === null) throw loginRefusal('needs-recent-login')
    const set = (await needsFirstWalletApproval(parts, session))
      ? undefined
      : await wallets.recoverySet(accountId)
    const running = await continued({ deviceId, isFirst: set === undefined }, session)
    if (running) return running
    const isProven =
      set?.needsPasskey ||
      (await isReturning(deviceId, session)) ||
      (await sessions.takeRecoveryProof(session))
    // For log-ins by email, a code is enough.
    if (!isProven && session.issuer === 'email') throw loginRefusal('needs-recent-login')
    await count(accountId, frameKey)
    const email = isProven ? null : await accounts.emailOf(accountId)
    const begin = (
      state: RecoveryFlowState,
      lifeMs: number,
      { handle, ...rest }: { handle?: string; number?: string; readyAt?: number } = {},
    ) =>
      flows.start({
        projectId: project.id,
        origin,
        purpose: 'recover',
        method: 'recovery',
        binding: createHash('sha256').update(frameKey).digest('hex'),
        state,
        details: {
          accountId,
          frameKey,
          deviceId,
          ...(set && { setDevice: set.deviceId, needsPasskey: set.needsPasskey }),
          ...rest,
        },
        lifeMs,
        ...(handle !== undefined && { handle }),
      })
    if (isProven) return begin('approved', TAKE_MS)
    if (email === null) {
      const readyAt = clock.now() + parts.recoveryWaitMs
      return begin('waiting', parts.recoveryWaitMs + RETURN_MS, { readyAt })
    }
    const handle = randomBytes(32).toString('base64url')
    const flow = await begin('mailed', LINK_LIFE_MS, { handle, number: String(randomInt(10, 100)) })
    const link = `${parts.publicUrl}/recover/${handle}`
    const kind = set ? 'recovery-asked' : 'first-wallet-asked'
    await notify({ accountId, kind, origin, link }, signal)
    return flow
  }

  /** Not a new device: the frame has had the wallet, and the log-in is recent. */
  async function isReturning(deviceId: string, session: Session): Promise<boolean> {
    const { accountId, frameKey, freshUntil } = session
    if (frameKey === null || freshUntil <= clock.now()) return false
    return wallets.isKnownFrame(accountId, deviceId, frameKey)
  }

  /** A recovery of this frame to continue: shares not taken yet, or the wait has ended. */
  async function continued(
    wanted: { readonly deviceId: string; readonly isFirst: boolean },
    session: Session,
  ): Promise<Flow | undefined> {
    for (const flow of await flows.recoveriesOf(session.accountId)) {
      const details = detailsOf(flow)
      const isFirst = details.setDevice === undefined
      if (!isOwn(details, session) || isFirst !== wanted.isFirst) continue
      if (details.deviceId !== wanted.deviceId) continue
      // Takes a log-in after the wait: being lured into one is not enough.
      if (flow.state === 'waiting' && (details.readyAt ?? 0) <= session.createdAt) {
        return flows.move(flow, { from: 'waiting', to: 'approved', lifeMs: TAKE_MS })
      }
      if (flow.state !== 'refused') return flow
    }
    return undefined
  }

  /** Notifies every other device once; then the shares may leave. */
  async function released(
    input: { readonly flowId: string; readonly signature: string },
    share: 'server' | 'recovery',
    caller: SignedInCaller,
  ): Promise<RecoveryDetails & { readonly setDevice: string }> {
    const flow = await ownFlow(input.flowId, caller)
    const { setDevice, ...rest } = detailsOf(flow)
    const { accountId, frameKey } = rest
    assertSignedByFrame(frameKey, takeText(flow.id, share), input.signature)
    if (setDevice === undefined) throw loginRefusal('flow-unknown')
    const details = { ...rest, setDevice }
    if (flow.state === 'told') return details
    if (flow.state !== 'approved') throw loginRefusal('flow-unknown')
    await wallets.noteFrame(accountId, frameKey)
    await notify({ accountId, kind: 'wallet-recovered', origin: flow.origin }, caller.signal)
    // Two concurrent calls may both notify; a recovery cancelled before this releases nothing.
    const told = await flows.move(flow, { from: ['approved', 'told'], to: 'told' })
    if (!told) throw loginRefusal('flow-unknown')
    return details
  }

  return [
    sessionRoute(startRecovery, async ({ deviceId }, caller) => {
      const flow = await start(deviceId, caller)
      const { accountId, frameKey, setDevice } = detailsOf(flow)
      const pendingRecovery =
        setDevice === undefined
          ? await pendingRecoveryOf(parts, { accountId, isFirst: true, besides: frameKey })
          : undefined
      const { id: flowId, expiresAt } = flow
      return { flowId, expiresAt, recovery: stateOf(flow), pendingRecovery }
    }),
    sessionRoute(
      awaitRecovery,
      async ({ flowId }, caller) => {
        const flow = await ownFlow(flowId, caller)
        const now = await flows.leaving(flow, 'mailed', caller.signal)
        return { recovery: now ? stateOf(now) : { state: 'refused' as const } }
      },
      { waits: true },
    ),
    sessionRoute(takeServerShare, async (input, caller) => {
      const { accountId, setDevice } = await released(input, 'server', caller)
      const { serverShare, addresses } = await wallets.serverShare(accountId, setDevice)
      return { serverShare, addresses }
    }),
    sessionRoute(takeRecoveryShare, async (input, caller) => {
      const { accountId, setDevice, needsPasskey } = await released(input, 'recovery', caller)
      const recovery = await wallets.recoveryShare(accountId, setDevice)
      // The passkey was removed since: this recovery has no other proof.
      if (needsPasskey && recovery.kind !== 'passkey') throw loginRefusal('flow-unknown')
      return { recovery }
    }),
    sessionRoute(cancelRecovery, async ({ flowId, deviceId }, { session }) => {
      const { accountId } = session
      const flow = await flows.byId(flowId)
      const isTheirs = flow?.purpose === 'recover' && detailsOf(flow).accountId === accountId
      if (!flow || !isTheirs) throw loginRefusal('flow-unknown')
      const isFirst = !(await wallets.has(accountId))
      if (isFirst && session.freshUntil <= clock.now()) throw loginRefusal('needs-recent-login')
      if (!isFirst && !(await wallets.has(accountId, deviceId))) throw loginRefusal('flow-unknown')
      const states: RecoveryFlowState[] = ['mailed', 'waiting', 'approved']
      if (!(await flows.finish(flow, states))) throw loginRefusal('flow-unknown')
      // The owner sees one at a time, so a "no" ends all that wait, but for the owner's own.
      for (const other of await flows.recoveriesOf(accountId)) {
        if (!isFirst || !isOwn(detailsOf(other), session)) await flows.finish(other, 'waiting')
      }
      // A log-in that was stopped must not ask again.
      if (isFirst) await sessions.endAll(accountId, session.id)
      return undefined
    }),
    sessionRoute(restoreShares, async (set, { session, origin, signal }) => {
      const { accountId, frameKey, freshUntil } = session
      if (freshUntil <= clock.now()) throw loginRefusal('needs-recent-login')
      const shares = { accountId, frameKey, ...set }
      await wallets.assertSigned(shares)
      await notify({ accountId, kind: 'passkey-removed', origin }, signal)
      await wallets.restore(shares)
      return undefined
    }),
    sessionRoute(listReplacedShares, async (_, { session }) => ({
      sets: await wallets.replaced(session.accountId),
    })),
  ]
}

/** A waiting recovery, or request for the first wallet, that the person is notified of. */
export async function pendingRecoveryOf(
  { flows }: Pick<LoginParts, 'flows'>,
  wanted: {
    readonly accountId: string
    readonly isFirst: boolean
    /** The frame that is notified. */
    readonly besides?: string
  },
): Promise<PendingRecovery | undefined> {
  for (const flow of await flows.recoveriesOf(wanted.accountId)) {
    const { readyAt, setDevice, frameKey } = detailsOf(flow)
    if (flow.state !== 'waiting' || readyAt === undefined) continue
    if ((setDevice === undefined) !== wanted.isFirst || frameKey === wanted.besides) continue
    return { flowId: flow.id, origin: flow.origin, readyAt }
  }
  return undefined
}

function stateOf(flow: Flow): RecoveryState {
  const { number = '', readyAt = 0 } = detailsOf(flow)
  switch (flow.state) {
    case 'mailed':
      return { state: 'mailed', number }
    case 'waiting':
      return { state: 'waiting', readyAt }
    case 'approved':
    case 'told':
      return { state: 'approved' }
    default:
      return { state: 'refused' }
  }
}
