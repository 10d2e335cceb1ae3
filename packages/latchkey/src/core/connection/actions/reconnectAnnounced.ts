import type { Namespace } from '@latchkey/wire/caip'
import { recallNetwork } from '../../network/effects/rememberNetworks.js'
import { watch } from '../../runtime/createStore.js'
import * as limits from '../../runtime/limits.js'
import { announcedBy } from '../../wallets/store.js'
import type { Widget } from '../../widget.js'
import { attachment } from '../attachment.js'
import type { AnnouncedWallet, ConnectorId } from '../family.js'
import { openTransport } from '../openTransport.js'
import type { Claim } from '../ownership.js'
import { addConnection } from './addConnection.js'
import { noteRestored } from './connectHost.js'

type ReconnectAnnouncedParameters = {
  readonly claim: Claim
  readonly connectorId: ConnectorId
  /** Beside the active connection, if there is one. */
  readonly beside?: boolean | undefined
}

/** Restores the connection to a wallet in the page, once that is there. Ends with its claim. */
export async function reconnectAnnounced(
  widget: Widget,
  { claim, connectorId, beside }: ReconnectAnnouncedParameters,
): Promise<void> {
  const { namespace } = claim
  const signal = AbortSignal.any([claim.signal, widget.signal])
  const [wallet, adapter] = await Promise.all([
    announcement(widget, { connectorId, namespace, signal }),
    widget.families.get(namespace)?.loadAdapter(),
  ])
  if (!claim.isCurrent()) return
  if (!beside) recallNetwork(widget, namespace)
  const session =
    wallet &&
    (await adapter?.attach({
      transport: await openTransport(widget, wallet),
      mode: 'silent',
      ...attachment(widget, namespace),
      signal,
    }))
  if (!session) return
  const { name, icon, rdns, type } = wallet
  const isAdopted = addConnection(widget, {
    claim,
    namespace,
    connectorId,
    session,
    beside,
    wallet: { name, icon: widget.config.connectorImages[connectorId] ?? icon, rdns, type },
  })
  if (isAdopted && !beside) noteRestored(widget, { namespace, connectorId })
}

/** The wallet once it is announced; wallets may come a little after the page. */
async function announcement(
  widget: Widget,
  {
    connectorId,
    namespace,
    signal,
  }: {
    readonly connectorId: ConnectorId
    readonly namespace: Namespace
    readonly signal: AbortSignal
  },
): Promise<AnnouncedWallet | undefined> {
  const { registry } = widget.stores
  const find = () => announcedBy(registry.get(), connectorId, namespace)
  if (find()) return find()
  const found = new AbortController()
  const stop = watch(registry, find, (wallet) => wallet && found.abort())
  try {
    await widget.ports.clock.sleep(limits.announcementWait, AbortSignal.any([found.signal, signal]))
  } catch {
    // Woken early: announced, or given up.
  } finally {
    stop()
  }
  return find()
}
