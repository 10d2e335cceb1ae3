import type { FrameSocialProvider } from '@latchkey/wire/frame/requests'
import { awaitSocial, finishSocial, startSocial } from '@latchkey/wire/login/social'
import type { LoginParts } from '../LoginParts.js'
import type { Flow } from '../session/flows.js'
import { toNetworkKey } from '../session/limits.js'
import { loginError } from '../session/loginError.js'
import { type LoginRoute, loginRoute } from '../session/loginRoute.js'
import type { IdentityProvider } from './createIdentityProvider.js'
import { createSocialSession } from './createSocialSession.js'
import { assertNumberMatches } from './matchNumber.js'
import { isSocialLogin, parseSocialDetails, type SocialState } from './socialFlow.js'

const flowLifetimeMs = 600_000
const startRules = [{ max: 30, withinMs: 3_600_000 }]

export type IdentityProviders = ReadonlyMap<FrameSocialProvider, IdentityProvider>

/** Allows 30 starts an hour per network. */
export async function countStart(
  { limits }: Pick<LoginParts, 'limits'>,
  network: string | undefined,
): Promise<void> {
  if (network === undefined) return
  const key = toNetworkKey(network)
  const result = await limits.take([{ kind: 'social-start', key, rules: startRules }])
  if (result.isAllowed) return
  throw loginError('too-many', { retryAfterMs: result.retryAfterMs })
}

/** Social log-ins, as the frame calls them. */
export function socialRoutes(parts: LoginParts, providers: IdentityProviders): LoginRoute[] {
  const { flows, publicUrl } = parts

  async function readOwnFlow(id: string, secret: string, projectId: string): Promise<Flow> {
    const flow = await flows.readForFrame(id, { projectId, secret })
    if (!isSocialLogin(flow)) throw loginError('flow-unknown')
    return flow
  }

  return [
    loginRoute(startSocial, async (input, { project, network, frameKey }) => {
      const { provider, binding, origin, deviceId, returnTo } = input
      if (!providers.has(provider)) throw loginError('login-failed')
      if (returnTo !== undefined && new URL(returnTo).origin !== origin) {
        throw loginError('origin-refused')
      }
      await countStart(parts, network)
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
        lifetimeMs: flowLifetimeMs,
      })
      return { flowId: id, uri: `${publicUrl}/oauth/start/${id}`, expiresAt }
    }),

    loginRoute(finishSocial, async ({ flowId, secret, proof }, { project, frameKey }) => {
      const flow = await readOwnFlow(flowId, secret, project.id)
      const { identity, number, allowsRecovery = false } = parseSocialDetails(flow)
      const isByTicket = proof.kind === 'ticket'
      const state: SocialState = isByTicket ? 'arrived' : 'numbered'
      if (flow.state !== state || !identity) throw loginError('login-failed')
      if (isByTicket) {
        const ticketed = await flows.findByHandle(proof.ticket)
        if (ticketed?.id !== flow.id) throw loginError('login-failed')
      } else await assertNumberMatches(parts, flow, proof.number, number)
      if (!(await flows.finish(flow, state))) throw loginError('login-failed')
      // The number may have been typed outside of our frames, so it allows no recovery.
      const binding = {
        frameKey,
        allowsRecovery: isByTicket && allowsRecovery,
        isByNumber: !isByTicket,
      }
      return createSocialSession(parts, flow, identity, binding)
    }),

    loginRoute(
      awaitSocial,
      async ({ flowId, secret }, { project, signal }) => {
        const flow = await readOwnFlow(flowId, secret, project.id)
        const pendingStates: SocialState[] = ['begun', 'away', 'arriving', 'arrived']
        const isNumbered = flow.state === 'numbered'
        const current = await flows.waitForChange(
          flow,
          isNumbered ? 'numbered' : pendingStates,
          signal,
        )
        return current ? toReply(current) : { state: 'abandoned' as const }
      },
      { isLongPoll: true },
    ),
  ]
}

function toReply(flow: Flow) {
  switch (flow.state as SocialState) {
    case 'numbered':
      return { state: 'confirm' as const }
    case 'failed':
      return { state: 'failed' as const, reason: parseSocialDetails(flow).reason ?? 'login-failed' }
    case 'left':
      return { state: 'abandoned' as const }
    default:
      return { state: 'waiting' as const }
  }
}
