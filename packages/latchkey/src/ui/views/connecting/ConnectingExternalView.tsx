import type { ViewParams } from '../../../core/views.js'
import { listingById } from '../../../core/walletList.js'
import { useWidget } from '../../hooks/context.js'
import { useStore } from '../../hooks/useStore.js'
import { InPageAttempt } from './InPageAttempt.js'
import { NotDetected } from './NotDetected.js'

export function ConnectingExternalView({
  params: { connectorId },
}: {
  readonly params: ViewParams['ConnectingExternal']
}) {
  const widget = useWidget()
  const wallet = useStore(widget.stores.registry, ({ announced }) =>
    announced.find(({ id }) => id === connectorId),
  )
  if (wallet) return <InPageAttempt wallet={wallet} />
  const listing = listingById(widget, connectorId)
  return (
    <NotDetected name={listing?.name ?? connectorId} image={listing?.image_url} listing={listing} />
  )
}
