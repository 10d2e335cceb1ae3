import { useState } from 'react'
import type { ViewParams } from '../../../core/modal/views.js'
import { listingById } from '../../../core/wallets/walletListings.js'
import { useWidget } from '../../hooks/context.js'
import { useStores } from '../../hooks/useStore.js'
import { accountsOf } from './accountsOf.js'
import { InPageAttempt } from './InPageAttempt.js'
import { LinkedWallet } from './LinkedWallet.js'
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
  // Asked once: what this view itself connects is not linked before.
  const [isLinked] = useState(
    () =>
      wallet !== undefined &&
      widget.stores.settings.get().remoteFeatures.multiWallet &&
      accountsOf(widget.stores.connection.get(), wallet) !== undefined,
  )
  if (wallet) return isLinked ? <LinkedWallet wallet={wallet} /> : <InPageAttempt wallet={wallet} />
  const listing = listingById(widget, connectorId)
  return (
    <NotDetected name={listing?.name ?? connectorId} image={listing?.image_url} listing={listing} />
  )
}
