import { notify } from '../../core/modal/actions/notify.js'
import { createResource, type Resource } from '../../core/runtime/createResource.js'
import * as limits from '../../core/runtime/limits.js'
import * as sessionsText from '../../core/text/sessions.js'
import { getOrCreate, type Widget } from '../../core/widget.js'
import { fetchSessionEntries, type SessionEntries, type SessionOwner } from './sessionEntries.js'

/** The sessions of an account as the view shows them. A failure is also shown as a toast. */
export function getSessionLists(widget: Widget): Resource<SessionOwner, SessionEntries> {
  return getOrCreate(widget, createSessionLists)
}

function createSessionLists(widget: Widget): Resource<SessionOwner, SessionEntries> {
  return createResource({
    clock: widget.ports.clock,
    signal: widget.signal,
    key: ({ networkId, address }) => `${networkId}:${address}`,
    lifetime: limits.grantStatusLifetime,
    retryGap: limits.grantStatusRetryGap,
    async load(owner, signal) {
      try {
        return await fetchSessionEntries(widget, owner, signal)
      } catch (error) {
        const { fetchFailed } = sessionsText.list
        if (!signal.aborted) void notify(widget, { variant: 'error', message: fetchFailed })
        throw error
      }
    },
  })
}
