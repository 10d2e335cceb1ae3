import type { ViewParams } from '../../../core/modal/views.js'
import { findInstalledWallet } from '../../../core/wallets/findInstalledWallet.js'
import { useStores } from '../../hooks/useStore.js'
import { ChainChoice } from './ChainChoice.js'
import { NotDetected } from './NotDetected.js'

/** A wallet that several chain families found: which of them to connect. */
export function ConnectingMultiChainView({
  params,
}: {
  readonly params: ViewParams['ConnectingMultiChain']
}) {
  const wallets = useStores(['registry', 'modal', 'network'], (widget) =>
    findInstalledWallet(widget, params),
  )
  return wallets ? <ChainChoice wallets={wallets} /> : <NotDetected name={params.connectorId} />
}
