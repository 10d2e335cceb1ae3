import { connectionOf } from '../../../core/stores/connection.js'
import * as networksText from '../../../core/text/networks.js'
import type { ViewParams } from '../../../core/views.js'
import { useAction } from '../../hooks/useAction.js'
import { useStores } from '../../hooks/useStore.js'
import { Button } from '../../parts/button/Button.js'
import { NetworkImage } from '../../parts/network-image/NetworkImage.js'
import { Stack } from '../../parts/stack/Stack.js'
import { useNetwork } from './SwitchNetworkView.js'

/** The connected wallet cannot follow to another chain family; another one can. */
export function SwitchActiveChainView({
  params: { namespace, networkId },
}: {
  readonly params: ViewParams['SwitchActiveChain']
}) {
  const switchChain = useAction('switchActiveChain')
  const walletName = useStores(['connection', 'network'], ({ stores }) => {
    const current = connectionOf(stores.connection.get(), stores.network.get().activeNamespace)
    return current.status === 'connected' ? current.wallet.name : undefined
  })
  const network = useNetwork(networkId)
  const text = networksText.switchActiveChain
  const chain = networksText.chains[namespace]
  return (
    <Stack gap={20}>
      <div className="attempt">
        <NetworkImage name={network?.name ?? chain} src={network?.imageUrl} size={72} />
        <div className="attempt-words">
          <p className="attempt-title" data-testid={`w3m-switch-active-chain-to-${chain}`}>
            {text.title(chain)}
          </p>
          <p className="attempt-text">{text.text(walletName ?? text.currentWallet, chain)}</p>
        </div>
      </div>
      <Button
        testId="w3m-switch-active-chain-button"
        busy={switchChain.status === 'running'}
        onPress={() => switchChain.run({ networkId })}
      >
        {text.action}
      </Button>
    </Stack>
  )
}
