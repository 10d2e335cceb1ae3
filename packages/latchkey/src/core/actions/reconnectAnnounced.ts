import type { Namespace } from '@latchkey/wire/caip'
import { attachment } from '../attachment.js'
import { watch } from '../createStore.js'
import { recallNetwork } from '../effects/rememberNetworks.js'
import type { AnnouncedWallet, ConnectorId } from '../family.js'
import * as limits from '../limits.js'
import { reachWallet } from '../reachWallet.js'
import { announcedBy } from '../stores/registry.js'
import type { Widget } from '../widget.js'
import { adoptSession } from './adoptSession.js'
import { noteRestored } from './connectHost.js'

type ReconnectAnnouncedParameters = {
  readonly namespace: Namespace
  readonly connectorId: ConnectorId
  readonly isStillOurs: () => boolean
  /** Beside the active connection, if there is one. */
  readonly beside?: boolean | undefined
}

/** Takes up the connection to a wallet in the page, once that is there. */
export async function reconnectAnnounced(
  widget: Widget,
  { namespace, connectorId, isStillOurs, beside }: ReconnectAnnouncedParameters,
): Promise<void> {
  const [wallet, adapter] = await Promise.all([
    announcement(widget, connectorId, namespace),
    widget.families.get(namespace)?.loadAdapter(),
  ])
  if (!beside) recallNetwork(widget, namespace)
  const session =
    wallet &&
    (await adapter?.attach({
      transport: await reachWallet(widget, wallet),
      mode: 'silent',
      ...attachment(widget, namespace),
      signal: widget.signal,
    }))
  if (!session) return
  if (!isStillOurs()) {
    await session.end({ tellWallet: false })
    return
  }
  const { name, icon, rdns, type } = wallet
  if (!beside) noteRestored(widget, { namespace, connectorId })
  adoptSession(widget, {
    namespace,
    connectorId,
    session,
    beside,
    wallet: { name, icon: widget.config.connectorImages[connectorId] ?? icon, rdns, type },
  })
}

/** The wallet once it is announced; wallets may come a little after the page. */
async function announcement(
  widget: Widget,
  connectorId: ConnectorId,
  namespace: Namespace,
): Promise<AnnouncedWallet | undefined> {
  const { registry } = widget.stores
  const find = () => announcedBy(registry.get(), connectorId, namespace)
  if (find()) return find()
  const found = new AbortController()
  const stop = watch(registry, find, (wallet) => wallet && found.abort())
  try {
    await widget.ports.clock.sleep(
      limits.announcementWait,
      AbortSignal.any([found.signal, widget.signal]),
    )
  } catch {
    // Woken early: announced, or the widget is gone.
  } finally {
    stop()
  }
  return find()
}
