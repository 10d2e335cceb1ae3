import { awaitFarcaster, matchFarcaster, startFarcaster } from '@latchkey/wire/login/social'
import { sleep } from '../../../clock.js'
import { failureName } from '../../../log.js'
import type { LoginParts } from '../../LoginParts.js'
import { type Flow, maxWaitMs } from '../../session/flows.js'
import { loginError } from '../../session/loginError.js'
import { type LoginCaller, type LoginRoute, loginRoute } from '../../session/loginRoute.js'
import { IdentityError } from '../createIdentityProvider.js'
import { createSocialSession } from '../createSocialSession.js'
import { assertNumberMatches } from '../matchNumber.js'
import { countStart } from '../socialRoutes.js'
import type { Farcaster } from './createFarcaster.js'
import { type FarcasterState, isFarcasterLogin, parseFarcasterDetails } from './farcasterFlow.js'

const flowLifetimeMs = 600_000
const pollMs = 1_000

/** Without settings the routes exist and fail. */
export function farcasterRoutes(parts: LoginParts, farcaster: Farcaster | undefined): LoginRoute[] {
  const { flows, clock, log, publicUrl } = parts

  /** Undefined until the app has responded. */
  async function readSignIn(service: Farcaster, flow: Flow, caller: LoginCaller) {
    const { token = '', nonce = '', openedAt = flow.createdAt } = parseFarcasterDetails(flow)
    const pendingRead = service.read({ token, nonce }, openedAt, caller.signal)
    const identity = await pendingRead.catch((error: unknown) => {
      // An unreachable relay may be back in a moment.
      if (error instanceof IdentityError && error.code === 'unreachable') return undefined
      throw error
    })
    if (!identity) return undefined
    if (!(await flows.finish(flow, 'matched'))) throw loginError('flow-unknown')
    // The app does not know which frame it signs for, so this allows no recovery.
    const binding = { frameKey: caller.frameKey, allowsRecovery: false, isByNumber: true }
    return {
      state: 'done' as const,
      grant: await createSocialSession(parts, flow, identity, binding),
    }
  }

  async function readOwnFlow(
    { flowId, secret }: { readonly flowId: string; readonly secret: string },
    { project }: LoginCaller,
  ): Promise<Flow> {
    const flow = await flows.readForFrame(flowId, { projectId: project.id, secret })
    if (!isFarcasterLogin(flow)) throw loginError('flow-unknown')
    return flow
  }

  return [
    loginRoute(startFarcaster, async ({ binding, origin }, { project, network }) => {
      if (!farcaster) throw loginError('login-failed')
      await countStart(parts, network)
      const { id, expiresAt } = await flows.start({
        projectId: project.id,
        origin,
        purpose: 'login',
        method: 'farcaster',
        binding,
        state: 'begun' satisfies FarcasterState,
        lifetimeMs: flowLifetimeMs,
      })
      return { flowId: id, url: `${publicUrl}/farcaster/${id}`, expiresAt }
    }),

    loginRoute(matchFarcaster, async ({ number, ...proof }, caller) => {
      const flow = await readOwnFlow(proof, caller)
      await assertNumberMatches(parts, flow, number, parseFarcasterDetails(flow).number)
      const updated = await flows.transition(flow, { from: 'numbered', to: 'matched' })
      if (!updated) throw loginError('flow-unknown')
      return undefined
    }),

    loginRoute(
      awaitFarcaster,
      async (proof, caller) => {
        const flow = await readOwnFlow(proof, caller)
        if (!farcaster) throw loginError('flow-unknown')
        if (flow.state === 'failed') return { state: 'failed' as const, reason: 'login-failed' }
        if (flow.state !== 'matched') {
          const current = await flows.waitForChange(flow, flow.state, caller.signal)
          return {
            state: current?.state === 'numbered' ? ('confirm' as const) : ('waiting' as const),
          }
        }
        const until = clock.now() + maxWaitMs
        try {
          while (clock.now() < until && !caller.signal.aborted) {
            const done = await readSignIn(farcaster, flow, caller)
            if (done) return done
            await sleep(clock, pollMs)
          }
          return { state: 'waiting' as const }
        } catch (error) {
          if (!(error instanceof IdentityError)) throw error
          log({ level: 'warn', event: 'farcaster-login-failed', reason: failureName(error) })
          await flows.finish(flow, 'matched')
          return { state: 'failed' as const, reason: 'login-failed' }
        }
      },
      { isLongPoll: true },
    ),
  ]
}
