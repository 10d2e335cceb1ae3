import type { ViewParams } from '../../../core/views.js'
import { listingById } from '../../../core/walletList.js'
import { useWidget } from '../../hooks/context.js'
import { useStores } from '../../hooks/useStore.js'
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
  if (wallet) return <InPageAttempt wallet={wallet} />
  const listing = listingById(widget, connectorId)
  return (
    <NotDetected name={listing?.name ?? connectorId} image={listing?.image_url} listing={listing} />
  )
}
