import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import { awaitSocial, finishSocial, startSocial } from '@latchkey/wire/login/social'
import type { LoginParts } from '../LoginParts.js'
import type { Flow } from '../session/flows.js'
import { limitedNetwork } from '../session/limits.js'
import { loginRefusal } from '../session/loginRefusal.js'
import { type LoginRoute, loginRoute } from '../session/loginRoute.js'
import type { IdentityProvider } from './createIdentityProvider.js'
import { enterAccount } from './enterAccount.js'
import { checkNumber } from './matchNumber.js'
import { detailsOf, isSocialLogin, type SocialState } from './socialFlow.js'

const FLOW_LIFE_MS = 600_000
const STARTS = [{ most: 30, withinMs: 3_600_000 }]

export type IdentityProviders = ReadonlyMap<FrameSocialProvider, IdentityProvider>

/** Counts a start: 30 an hour for one network. */
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

/** Social log-ins, as the frame calls them. */
export function socialRoutes(parts: LoginParts, providers: IdentityProviders): LoginRoute[] {
  const { flows, publicUrl } = parts

  async function ownFlow(id: string, secret: string, projectId: string): Promise<Flow> {
    const flow = await flows.ofFrame(id, { projectId, secret })
    if (!isSocialLogin(flow)) throw loginRefusal('flow-unknown')
    return flow
  }

  return [
    loginRoute(startSocial, async (input, { project, network, frameKey }) => {
      const { provider, binding, origin, deviceId, returnTo } = input
      if (!providers.has(provider)) throw loginRefusal('login-failed')
      if (returnTo !== undefined && new URL(returnTo).origin !== origin) {
        throw loginRefusal('origin-refused')
      }
      await takeStart(parts, network)
      const { id, expiresAt } = await flows.start({
        projectId: project.id,
        origin,
        purpose: 'login',
        method: provider,
        binding,
        state: 'begun',
        details: {
          deviceId,
          ...(frameKey !== undefined && { frameKey }),
          ...(returnTo !== undefined && { returnTo }),
        },
        lifeMs: FLOW_LIFE_MS,
      })
      return { flowId: id, uri: `${publicUrl}/oauth/start/${id}`, expiresAt }
    }),

    loginRoute(finishSocial, async ({ flowId, secret, proof }, { project, frameKey }) => {
      const flow = await ownFlow(flowId, secret, project.id)
      const { identity, number, allowsRecovery = false } = detailsOf(flow)
      const isByTicket = proof.kind === 'ticket'
      const state: SocialState = isByTicket ? 'arrived' : 'numbered'
      if (flow.state !== state || !identity) throw loginRefusal('login-failed')
      if (isByTicket) {
        const ticketed = await flows.byHandle(proof.ticket)
        if (ticketed?.id !== flow.id) throw loginRefusal('login-failed')
      } else await checkNumber(parts, flow, proof.number, number)
      if (!(await flows.finish(flow, state))) throw loginRefusal('login-failed')
      // The number may have been typed outside of our frames, so it opens no wallet.
      const binding = {
        frameKey,
        allowsRecovery: isByTicket && allowsRecovery,
        isByNumber: !isByTicket,
      }
      return enterAccount(parts, flow, identity, binding)
    }),

    loginRoute(
      awaitSocial,
      async ({ flowId, secret }, { project, signal }) => {
        const flow = await ownFlow(flowId, secret, project.id)
        const still: SocialState[] = ['begun', 'away', 'arriving', 'arrived']
        const isNumbered = flow.state === 'numbered'
        const now = await flows.leaving(flow, isNumbered ? 'numbered' : still, signal)
        return now ? describe(now) : { state: 'abandoned' as const }
      },
      { waits: true },
    ),
  ]
}

function describe(flow: Flow) {
  switch (flow.state as SocialState) {
    case 'numbered':
      return { state: 'confirm' as const }
    case 'failed':
      return { state: 'failed' as const, reason: detailsOf(flow).reason ?? 'login-failed' }
    case 'left':
      return { state: 'abandoned' as const }
    default:
      return { state: 'waiting' as const }
  }
}
