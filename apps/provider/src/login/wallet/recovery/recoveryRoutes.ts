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
import { loginError } from '../../session/loginError.js'
import { type LoginRoute, type SignedInCaller, sessionRoute } from '../../session/loginRoute.js'
import type { Session } from '../../session/sessions.js'
import type { Wallets } from '../Wallets.js'
import { needsFirstWalletApproval } from './firstWallet.js'
import {
  isStartedBy,
  parseRecoveryDetails,
  type RecoveryDetails,
  type RecoveryFlowState,
  releaseMs,
} from './recoveryFlow.js'

export type RecoveryParts = LoginParts & {
  readonly wallets: Wallets
  readonly notify: Notify
  /** How long a recovery waits for an account without an address. */
  readonly recoveryWaitMs: number
}

const dayMs = 86_400_000
const linkLifetimeMs = 30 * 60_000
/** How long the person can return after the wait. */
const returnMs = 7 * dayMs
/** Per frame and per account, so that a stranger's session does not use up the owner's limit. */
const startRules = [{ max: 5, withinMs: dayMs }]
const accountStartRules = [{ max: 30, withinMs: dayMs }]

/** Sets up a wallet on a new device, which needs more than a session. */
export function recoveryRoutes(parts: RecoveryParts): readonly LoginRoute[] {
  const { accounts, clock, flows, limits, sessions, wallets, notify } = parts

  /** A recovery that this frame started. */
  async function readOwnFlow(flowId: string, { session }: SignedInCaller): Promise<Flow> {
    const flow = await flows.findById(flowId)
    if (flow?.purpose !== 'recover' || !isStartedBy(parseRecoveryDetails(flow), session)) {
      throw loginError('flow-unknown')
    }
    return flow
  }

  async function countStart(accountId: string, frameKey: string): Promise<void> {
    const result = await limits.take([
      { kind: 'recover', key: `${accountId} ${frameKey}`, rules: startRules },
      { kind: 'recover-account', key: accountId, rules: accountStartRules },
    ])
    if (!result.isAllowed) {
      throw loginError('too-many', { retryAfterMs: result.retryAfterMs })
    }
  }

  async function start(deviceId: string, caller: SignedInCaller): Promise<Flow> {
    const { project, origin, session, signal } = caller
    const { accountId, frameKey } = session
    if (frameKey === null) throw loginError('needs-recent-login')
    const set = (await needsFirstWalletApproval(parts, session))
      ? undefined
      : await wallets.findRecoverySet(accountId)
    const running = await findRunning({ deviceId, isFirst: set === undefined }, session)
    if (running) return running
    const isProven =
      set?.needsPasskey ||
      (await isReturning(deviceId, session)) ||
      (await sessions.consumeRecoveryProof(session))
    // For log-ins by email, a code is enough.
    if (!isProven && session.issuer === 'email') throw loginError('needs-recent-login')
    await countStart(accountId, frameKey)
    const email = isProven ? null : await accounts.readEmail(accountId)
    const begin = (
      state: RecoveryFlowState,
      lifetimeMs: number,
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
        lifetimeMs,
        ...(handle !== undefined && { handle }),
      })
    if (isProven) return begin('approved', releaseMs)
    if (email === null) {
      const readyAt = clock.now() + parts.recoveryWaitMs
      return begin('waiting', parts.recoveryWaitMs + returnMs, { readyAt })
    }
    const handle = randomBytes(32).toString('base64url')
    const flow = await begin('mailed', linkLifetimeMs, {
      handle,
      number: String(randomInt(10, 100)),
    })
    const link = `${parts.publicUrl}/recover/${handle}`
    const kind = set ? 'recovery-requested' : 'first-wallet-requested'
    await notify({ accountId, kind, origin, link }, signal)
    return flow
  }

  /** Whether this frame had the wallet before and the log-in is recent. */
  async function isReturning(deviceId: string, session: Session): Promise<boolean> {
    const { accountId, frameKey, freshUntil } = session
    if (frameKey === null || freshUntil <= clock.now()) return false
    return wallets.isKnownFrame(accountId, deviceId, frameKey)
  }

  /** A recovery of this frame to continue: its shares are not fetched yet, or its wait has ended. */
  async function findRunning(
    query: { readonly deviceId: string; readonly isFirst: boolean },
    session: Session,
  ): Promise<Flow | undefined> {
    for (const flow of await flows.listRecoveries(session.accountId)) {
      const details = parseRecoveryDetails(flow)
      const isFirst = details.setDevice === undefined
      if (!isStartedBy(details, session) || isFirst !== query.isFirst) continue
      if (details.deviceId !== query.deviceId) continue
      // Needs a log-in after the wait: being tricked into one before is not enough.
      if (flow.state === 'waiting' && (details.readyAt ?? 0) <= session.createdAt) {
        return flows.transition(flow, { from: 'waiting', to: 'approved', lifetimeMs: releaseMs })
      }
      if (flow.state !== 'refused') return flow
    }
    return undefined
  }

  /** Notifies every other device once, then allows the shares to be released. */
  async function releaseShares(
    input: { readonly flowId: string; readonly signature: string },
    share: 'server' | 'recovery',
    caller: SignedInCaller,
  ): Promise<RecoveryDetails & { readonly setDevice: string }> {
    const flow = await readOwnFlow(input.flowId, caller)
    const { setDevice, ...rest } = parseRecoveryDetails(flow)
    const { accountId, frameKey } = rest
    assertSignedByFrame(frameKey, takeText(flow.id, share), input.signature)
    if (setDevice === undefined) throw loginError('flow-unknown')
    const details = { ...rest, setDevice }
    if (flow.state === 'told') return details
    if (flow.state !== 'approved') throw loginError('flow-unknown')
    await wallets.recordFrame(accountId, frameKey)
    await notify({ accountId, kind: 'wallet-recovered', origin: flow.origin }, caller.signal)
    // Two concurrent calls may both notify; a recovery cancelled before this releases nothing.
    const updated = await flows.transition(flow, { from: ['approved', 'told'], to: 'told' })
    if (!updated) throw loginError('flow-unknown')
    return details
  }

  return [
    sessionRoute(startRecovery, async ({ deviceId }, caller) => {
      const flow = await start(deviceId, caller)
      const { accountId, frameKey, setDevice } = parseRecoveryDetails(flow)
      const pendingRecovery =
        setDevice === undefined
          ? await findPendingRecovery(parts, { accountId, isFirst: true, exceptFrameKey: frameKey })
          : undefined
      const { id: flowId, expiresAt } = flow
      return { flowId, expiresAt, recovery: toRecoveryState(flow), pendingRecovery }
    }),
    sessionRoute(
      awaitRecovery,
      async ({ flowId }, caller) => {
        const flow = await readOwnFlow(flowId, caller)
        const current = await flows.waitForChange(flow, 'mailed', caller.signal)
        return { recovery: current ? toRecoveryState(current) : { state: 'refused' as const } }
      },
      { isLongPoll: true },
    ),
    sessionRoute(takeServerShare, async (input, caller) => {
      const { accountId, setDevice } = await releaseShares(input, 'server', caller)
      const { serverShare, addresses, accountVersion } = await wallets.readServerShare(
        accountId,
        setDevice,
      )
      return { serverShare, addresses, accountVersion }
    }),
    sessionRoute(takeRecoveryShare, async (input, caller) => {
      const { accountId, setDevice, needsPasskey } = await releaseShares(input, 'recovery', caller)
      const recovery = await wallets.readRecoveryShare(accountId, setDevice)
      // The passkey was removed since: this recovery has no other proof.
      if (needsPasskey && recovery.kind !== 'passkey') throw loginError('flow-unknown')
      return { recovery }
    }),
    sessionRoute(cancelRecovery, async ({ flowId, deviceId }, { session }) => {
      const { accountId } = session
      const flow = await flows.findById(flowId)
      const isOfAccount =
        flow?.purpose === 'recover' && parseRecoveryDetails(flow).accountId === accountId
      if (!flow || !isOfAccount) throw loginError('flow-unknown')
      const isFirst = !(await wallets.has(accountId))
      if (isFirst && session.freshUntil <= clock.now()) throw loginError('needs-recent-login')
      if (!isFirst && !(await wallets.has(accountId, deviceId))) throw loginError('flow-unknown')
      const states: RecoveryFlowState[] = ['mailed', 'waiting', 'approved']
      if (!(await flows.finish(flow, states))) throw loginError('flow-unknown')
      // The owner sees one at a time, so declining ends all waiting ones except the owner's own.
      for (const other of await flows.listRecoveries(accountId)) {
        if (!isFirst || !isStartedBy(parseRecoveryDetails(other), session))
          await flows.finish(other, 'waiting')
      }
      // A declined log-in must not request again.
      if (isFirst) await sessions.endAll(accountId, session.id)
      return undefined
    }),
    sessionRoute(restoreShares, async (set, { session, origin, signal }) => {
      const { accountId, frameKey, freshUntil } = session
      if (freshUntil <= clock.now()) throw loginError('needs-recent-login')
      const shares = { accountId, frameKey, ...set }
      await wallets.assertSigned(shares)
      await notify({ accountId, kind: 'passkey-removed', origin }, signal)
      await wallets.restore(shares)
      return undefined
    }),
    sessionRoute(listReplacedShares, async (_, { session }) => ({
      sets: await wallets.listReplaced(session.accountId),
    })),
  ]
}

/** A waiting recovery, or request for the first wallet, that the person is notified of. */
export async function findPendingRecovery(
  { flows }: Pick<LoginParts, 'flows'>,
  query: {
    readonly accountId: string
    readonly isFirst: boolean
    /** The frame that is notified. */
    readonly exceptFrameKey?: string
  },
): Promise<PendingRecovery | undefined> {
  for (const flow of await flows.listRecoveries(query.accountId)) {
    const { readyAt, setDevice, frameKey } = parseRecoveryDetails(flow)
    if (flow.state !== 'waiting' || readyAt === undefined) continue
    if ((setDevice === undefined) !== query.isFirst || frameKey === query.exceptFrameKey) continue
    return { flowId: flow.id, origin: flow.origin, readyAt }
  }
  return undefined
}

function toRecoveryState(flow: Flow): RecoveryState {
  const { number = '', readyAt = 0 } = parseRecoveryDetails(flow)
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
