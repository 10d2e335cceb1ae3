import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import { awaitSocial, finishSocial, startSocial } from '@latchkey/wire/login/social'
import type { Flow } from '../flows.js'
import type { LoginParts } from '../LoginParts.js'
import { limitedNetwork } from '../limits.js'
import { loginRefusal } from '../loginRefusal.js'
import { type LoginRoute, loginRoute } from '../loginRoute.js'
import type { IdentityProvider } from './createIdentityProvider.js'
import { enterAccount } from './enterAccount.js'
import { randomToken } from './journey.js'
import { detailsOf, randomNumber, TICKETED } from './socialFlow.js'

const FLOW_LIFE_MS = 600_000
const STARTS = [{ most: 30, withinMs: 3_600_000 }]

export type IdentityProviders = ReadonlyMap<FrameSocialProvider, IdentityProvider>

/** A try to begin; one network has 30 in an hour. */
export async function takeStart(
  { limits }: Pick<LoginParts, 'limits'>,
  network: string | undefined,
): Promise<void> {
  if (network === undefined) return
  const key = limitedNetwork(network)
  const verdict = await limits.take([{ kind: 'social-start', key, rules: STARTS }])
  if (verdict.isAllowed) return
  throw loginRefusal('too-many', { retryAfterMs: verdict.retryAfterMs })
}

/** What the frame asks about logins by somebody else's account. */
export function socialRoutes(parts: LoginParts, providers: IdentityProviders): LoginRoute[] {
  const { flows, publicUrl } = parts
  return [
    loginRoute(startSocial, async (input, { project, network }) => {
      const { provider, binding, origin, returnTo } = input
      if (!providers.has(provider)) throw loginRefusal('login-failed')
      if (returnTo !== undefined && new URL(returnTo).origin !== origin) {
        throw loginRefusal('origin-refused')
      }
      await takeStart(parts, network)
      const number = randomNumber()
      const { id, expiresAt } = await flows.start({
        projectId: project.id,
        origin,
        purpose: 'login',
        method: provider,
        binding,
        state: 'begun',
        details: { number, ...(returnTo !== undefined && { returnTo }) },
        lifeMs: FLOW_LIFE_MS,
      })
      return { flowId: id, uri: `${publicUrl}/oauth/start/${id}`, number, expiresAt }
    }),

    loginRoute(finishSocial, async ({ flowId, secret, ticket }, { project }) => {
      const flow = await flows.ofFrame(flowId, { projectId: project.id, secret })
      const ticketed = await flows.byHandle(ticket)
      const { identity } = detailsOf(flow)
      if (ticketed?.id !== flow.id || !identity) throw loginRefusal('login-failed')
      if (!(await flows.finish(flow, TICKETED))) throw loginRefusal('login-failed')
      return enterAccount(parts, flow, identity)
    }),

    loginRoute(
      awaitSocial,
      async ({ flowId, secret }, { project, signal }) => {
        const flow = await flows.ofFrame(flowId, { projectId: project.id, secret })
        const isAsked = flow.state === 'asked'
        const still = isAsked ? 'asked' : ['begun', 'away', 'arriving', 'arrived']
        const now = await flows.leaving(flow, still, signal)
        return now ? describe(now) : { state: 'abandoned' as const }
      },
      { waits: true },
    ),
  ]

  async function describe(flow: Flow) {
    switch (flow.state) {
      case 'asking':
        // From now on a call waits for the press: the frame has been told.
        await flows.move(flow, { from: 'asking', to: 'asked' })
        return { state: 'confirm' as const }
      case 'asked':
        return { state: 'confirm' as const }
      case 'pressed': {
        // The window's own ticket was never ours to read, so the frame gets a new one.
        const ticket = randomToken()
        const moved = await flows.move(flow, { from: 'pressed', to: 'pressed', handle: ticket })
        return moved ? { state: 'done' as const, ticket } : { state: 'abandoned' as const }
      }
      case 'failed':
        return { state: 'failed' as const, reason: detailsOf(flow).reason ?? 'login-failed' }
      case 'left':
        return { state: 'abandoned' as const }
      default:
        return { state: 'waiting' as const }
    }
  }
}
