import { getNetworkById } from '../../../core/network/store.js'
import { SmartSessionError } from '../../../core/runtime/errors/sessions.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import type { SmartSessionDetails } from '../../../core/sessions/smartSession.js'
import type { Widget } from '../../../core/widget.js'
import { getGrantStatuses, getStatus } from '../grantStatuses.js'
import { fetchSessionEntries, getSessionOwner, type SessionEntry } from '../sessionEntries.js'
import { openWallet } from './grantSession.js'
import { revokeSession } from './revokeSession.js'

/** The sessions of the connected account, with what the chain says about each of them. */
export async function readSessions(widget: Widget): Promise<readonly SmartSessionDetails[]> {
  const statuses = getGrantStatuses(widget)
  return Promise.all(
    (await fetchOwnEntries(widget)).map(async (entry) => {
      const state = await statuses.refresh(entry)
      const chain = state.status === 'ready' ? state.value : undefined
      const { pci: _, permissions: __, ...session } = entry
      const status = getStatus(session, chain, widget.ports.clock.now())
      const limits = chain && chain.state !== 'invalid' ? { limits: chain.limits } : {}
      return { ...session, status, ...limits }
    }),
  )
}

export async function revokeSessionById(
  widget: Widget,
  { id }: Pick<SmartSessionDetails, 'id'>,
): Promise<void> {
  const session = (await fetchOwnEntries(widget)).find((entry) => entry.id === id)
  if (!session) throw new SmartSessionError('not-found')
  await revokeSession(widget, { session })
}

/** Whether the connected wallet grants permissions on the active network. */
export async function isSupported(widget: Widget): Promise<boolean> {
  const owner = getSessionOwner(widget)
  const network = owner && getNetworkById(widget.stores.network.get(), owner.networkId)
  if (!network) return false
  try {
    await openWallet(widget, network)
    return true
  } catch (error) {
    if (!isWidgetError(error, 'sessions/unsupported')) {
      widget.ports.log.warn('The wallet could not be asked about permissions', error)
    }
    return false
  }
}

async function fetchOwnEntries(widget: Widget): Promise<readonly SessionEntry[]> {
  const owner = getSessionOwner(widget)
  if (!owner) throw new SmartSessionError('no-account')
  return (await fetchSessionEntries(widget, owner, widget.signal)).list
}
