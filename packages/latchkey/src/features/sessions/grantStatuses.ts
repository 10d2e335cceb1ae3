import { getNetworkById } from '../../core/network/store.js'
import { createResource, type Resource } from '../../core/runtime/createResource.js'
import { SmartSessionError } from '../../core/runtime/errors/sessions.js'
import * as limits from '../../core/runtime/limits.js'
import type { GrantStatus } from '../../core/sessions/sessionGrant.js'
import type { SmartSession, SmartSessionDetails } from '../../core/sessions/smartSession.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import { loadPermissionReading } from './sessionEntries.js'

type StatusKey = Pick<SmartSession, 'id' | 'context' | 'network' | 'key'>

/** What the chain says about sessions; absent for those that only their wallet can read. */
export function getGrantStatuses(widget: Widget): Resource<StatusKey, GrantStatus> {
  return getOrCreate(widget, createGrantStatuses)
}

function createGrantStatuses(widget: Widget): Resource<StatusKey, GrantStatus> {
  return createResource({
    clock: widget.ports.clock,
    signal: widget.signal,
    key: ({ id }) => id,
    lifetime: limits.grantStatusLifetime,
    retryGap: limits.grantStatusRetryGap,
    async load({ context, network: id, key }, signal) {
      if (key === undefined) return undefined
      const network = getNetworkById(widget.stores.network.get(), id)
      if (!network) throw new SmartSessionError('chain-unavailable')
      const reading = await loadPermissionReading(widget)
      return reading.status({ context, network, signal })
    },
  })
}

/** The status now, from what the chain says; `now` in milliseconds. */
export function getStatus(
  { startsAt, expiresAt }: Pick<SmartSession, 'startsAt' | 'expiresAt'>,
  chain: GrantStatus | undefined,
  now: number,
): SmartSessionDetails['status'] {
  if (chain?.state === 'revoked') return 'revoked'
  if (expiresAt < now) return 'expired'
  if (!chain || chain.state === 'invalid') return 'unknown'
  return startsAt !== undefined && startsAt >= now ? 'upcoming' : 'active'
}
