import { awaitFarcaster, matchFarcaster, startFarcaster } from '@latchkey/wire/login/social'
import { pause } from '../../../clock.js'
import { failureName } from '../../../log.js'
import type { LoginParts } from '../../LoginParts.js'
import { type Flow, WAIT_MS } from '../../session/flows.js'
import { loginRefusal } from '../../session/loginRefusal.js'
import { type LoginCaller, type LoginRoute, loginRoute } from '../../session/loginRoute.js'
import { enterAccount } from '../enterAccount.js'
import { IdentityFault } from '../IdentityFault.js'
import { checkNumber } from '../matchNumber.js'
import { takeStart } from '../socialRoutes.js'
import type { Farcaster } from './createFarcaster.js'
import { detailsOf, type FarcasterState, isFarcasterLogin } from './farcasterFlow.js'

const FLOW_LIFE_MS = 600_000
/** How often the relay is asked. */
const LOOK_MS = 1_000

/** Without settings the calls are there and refuse. */
export function farcasterRoutes(parts: LoginParts, farcaster: Farcaster | undefined): LoginRoute[] {
  const { flows, clock, log, publicUrl } = parts

  /** Undefined while the app says nothing. */
  async function look(service: Farcaster, flow: Flow, caller: LoginCaller) {
    const { token = '', nonce = '', openedAt = flow.createdAt } = detailsOf(flow)
    const answer = service.read({ token, nonce }, openedAt, caller.signal)
    const identity = await answer.catch((error: unknown) => {
      // A relay that cannot be reached may be back in a moment.
      if (error instanceof IdentityFault && error.code === 'unreachable') return undefined
      throw error
    })
    if (!identity) return undefined
    if (!(await flows.finish(flow, 'matched'))) throw loginRefusal('flow-unknown')
    // The app cannot tell which frame it signs for, so it opens no wallet.
    const binding = { frameKey: caller.frameKey, allowsRecovery: false, isByNumber: true }
    return { state: 'done' as const, grant: await enterAccount(parts, flow, identity, binding) }
  }

  async function ownFlow(
    { flowId, secret }: { readonly flowId: string; readonly secret: string },
    { project }: LoginCaller,
  ): Promise<Flow> {
    const flow = await flows.ofFrame(flowId, { projectId: project.id, secret })
    if (!isFarcasterLogin(flow)) throw loginRefusal('flow-unknown')
    return flow
  }

  return [
    loginRoute(startFarcaster, async ({ binding, origin }, { project, network }) => {
      if (!farcaster) throw loginRefusal('login-failed')
      await takeStart(parts, network)
      const { id, expiresAt } = await flows.start({
        projectId: project.id,
        origin,
        purpose: 'login',
        method: 'farcaster',
        binding,
        state: 'begun' satisfies FarcasterState,
        lifeMs: FLOW_LIFE_MS,
      })
      return { flowId: id, url: `${publicUrl}/farcaster/${id}`, expiresAt }
    }),

    loginRoute(matchFarcaster, async ({ number, ...proof }, caller) => {
      const flow = await ownFlow(proof, caller)
      await checkNumber(parts, flow, number, detailsOf(flow).number)
      const moved = await flows.move(flow, { from: 'numbered', to: 'matched' })
      if (!moved) throw loginRefusal('flow-unknown')
      return undefined
    }),

    loginRoute(
      awaitFarcaster,
      async (proof, caller) => {
        const flow = await ownFlow(proof, caller)
        if (!farcaster) throw loginRefusal('flow-unknown')
        if (flow.state === 'failed') return { state: 'failed' as const, reason: 'login-failed' }
        if (flow.state !== 'matched') {
          const now = await flows.leaving(flow, flow.state, caller.signal)
          return { state: now?.state === 'numbered' ? ('confirm' as const) : ('waiting' as const) }
        }
        const until = clock.now() + WAIT_MS
        try {
          while (clock.now() < until && !caller.signal.aborted) {
            const done = await look(farcaster, flow, caller)
            if (done) return done
            await pause(clock, LOOK_MS)
          }
          return { state: 'waiting' as const }
        } catch (error) {
          if (!(error instanceof IdentityFault)) throw error
          log({ level: 'warn', event: 'farcaster-login-failed', reason: failureName(error) })
          await flows.finish(flow, 'matched')
          return { state: 'failed' as const, reason: 'login-failed' }
        }
      },
      { waits: true },
    ),
  ]
}
