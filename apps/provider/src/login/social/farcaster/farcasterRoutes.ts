import { awaitFarcaster, startFarcaster } from '@latchkey/wire/login/social'
import * as v from 'valibot'
import { pause } from '../../../clock.js'
import { failureName } from '../../../log.js'
import { type Flow, WAIT_MS } from '../../flows.js'
import type { LoginParts } from '../../LoginParts.js'
import { loginRefusal } from '../../loginRefusal.js'
import { type LoginRoute, loginRoute } from '../../loginRoute.js'
import { enterAccount } from '../enterAccount.js'
import { IdentityFault } from '../IdentityFault.js'
import { takeStart } from '../socialRoutes.js'
import type { Farcaster } from './createFarcaster.js'

const FLOW_LIFE_MS = 600_000
/** How often the relay is asked. */
const LOOK_MS = 1_000

const details = v.object({ token: v.string(), nonce: v.string() })

/** Without settings the calls are there and refuse. */
export function farcasterRoutes(parts: LoginParts, farcaster: Farcaster | undefined): LoginRoute[] {
  const { flows, clock, log } = parts

  /** Undefined while the app says nothing. */
  async function look(service: Farcaster, flow: Flow, signal: AbortSignal) {
    const channel = v.parse(details, flow.details)
    const identity = await service.read(channel, flow.createdAt, signal).catch((error: unknown) => {
      // A relay that cannot be reached may be back in a moment.
      if (error instanceof IdentityFault && error.code === 'unreachable') return undefined
      throw error
    })
    if (!identity) return undefined
    if (!(await flows.finish(flow, 'waiting'))) throw loginRefusal('flow-unknown')
    return { state: 'done' as const, grant: await enterAccount(parts, flow, identity) }
  }

  return [
    loginRoute(startFarcaster, async ({ binding, origin }, { project, network, signal }) => {
      if (!farcaster) throw loginRefusal('login-failed')
      await takeStart(parts, network)
      const { url, ...channel } = await farcaster.open(signal).catch((cause) => {
        throw loginRefusal('login-failed', { cause })
      })
      const { id, expiresAt } = await flows.start({
        projectId: project.id,
        origin,
        purpose: 'login',
        method: 'farcaster',
        binding,
        state: 'waiting',
        details: channel,
        lifeMs: FLOW_LIFE_MS,
      })
      return { flowId: id, url, expiresAt }
    }),

    loginRoute(
      awaitFarcaster,
      async ({ flowId, secret }, { project, signal }) => {
        const flow = await flows.ofFrame(flowId, { projectId: project.id, secret })
        if (!farcaster || flow.method !== 'farcaster') throw loginRefusal('flow-unknown')
        const until = clock.now() + WAIT_MS
        try {
          while (clock.now() < until && !signal.aborted) {
            const done = await look(farcaster, flow, signal)
            if (done) return done
            await pause(clock, LOOK_MS)
          }
          return { state: 'waiting' as const }
        } catch (error) {
          if (!(error instanceof IdentityFault)) throw error
          log({ level: 'warn', event: 'farcaster-login-failed', reason: failureName(error) })
          await flows.finish(flow, 'waiting')
          return { state: 'failed' as const, reason: 'login-failed' }
        }
      },
      { waits: true },
    ),
  ]
}
