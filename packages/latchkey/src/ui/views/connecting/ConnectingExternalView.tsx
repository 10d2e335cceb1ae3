import { useEffect, useRef, useState } from 'react'
import { openProfileWallets } from '../../../core/connection/actions/finishConnecting.js'
import type { AnnouncedWallet } from '../../../core/connection/family.js'
import { type ConnectionState, getConnectionState } from '../../../core/connection/store.js'
import type { ViewParams } from '../../../core/modal/views.js'
import * as connectingText from '../../../core/text/connecting.js'
import { getListing } from '../../../core/wallets/walletListings.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { Attempt } from '../Attempt.js'
import { InPageAttempt } from './InPageAttempt.js'
import { NotDetected } from './NotDetected.js'

export function ConnectingExternalView({
  params: { connectorId, namespace },
}: {
  readonly params: ViewParams['ConnectingExternal']
}) {
  const widget = useWidget()
  const wallet = useStores(['registry', 'network'], ({ stores }) => {
    const found = stores.registry.get().announced.filter(({ id }) => id === connectorId)
    const of = (wanted: typeof namespace) => found.find((one) => one.namespace === wanted)
    return namespace ? of(namespace) : (of(stores.network.get().activeNamespace) ?? found[0])
  })
  // Read once: a connection made by this view does not count.
  const [isLinked] = useState(
    () =>
      wallet !== undefined &&
      widget.stores.settings.get().remoteFeatures.multiWallet &&
      accountsOf(widget.stores.connection.get(), wallet) !== undefined,
  )
  if (wallet) return isLinked ? <LinkedWallet wallet={wallet} /> : <InPageAttempt wallet={wallet} />
  const listing = getListing(widget, connectorId)
  return (
    <NotDetected name={listing?.name ?? connectorId} image={listing?.image_url} listing={listing} />
  )
}

/** A wallet that is already connected: the visitor selects another account in the wallet. */
function LinkedWallet({ wallet }: { readonly wallet: AnnouncedWallet }) {
  const { config, stores } = useWidget()
  const { run } = useAction(openProfileWallets)
  const accounts = useStore(stores.connection, (state) => accountsOf(state, wallet))
  const first = useRef(accounts)
  const { id, name, icon } = wallet
  useEffect(() => {
    if (accounts !== first.current) run()
  }, [accounts, run])
  return (
    <Attempt
      state="waiting"
      name={name}
      image={config.connectorImages[id] ?? icon}
      title={connectingText.linked.title(name)}
      text={connectingText.linked.text(name)}
    />
  )
}

/** The connected addresses of a wallet as one string; undefined if it is not connected. */
function accountsOf(
  state: ConnectionState,
  { id, namespace }: AnnouncedWallet,
): string | undefined {
  const one = getConnectionState(state, namespace)
  const up = one.status === 'connected' ? [one, ...(one.others ?? [])] : []
  return up
    .find(({ connectorId }) => connectorId === id)
    ?.accounts.map(({ address }) => address)
    .join()
}
