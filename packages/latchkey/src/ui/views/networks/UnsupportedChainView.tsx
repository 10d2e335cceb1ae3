import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { selectNetwork } from '../../../core/network/actions/switchNetwork.js'
import { getNetworks } from '../../../core/network/store.js'
import * as networksText from '../../../core/text/networks.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'
import { DisconnectIcon } from '../../icons/lazyIcons.js'
import { Divider } from '../../parts/Divider.js'
import { RowList, Stack } from '../../parts/Stack.js'
import { NetworkRow } from './NetworksView.js'

/** The wallet is on an unsupported network: switch the network or disconnect. */
export function UnsupportedChainView() {
  const { stores } = useWidget()
  const choose = useAction(selectNetwork)
  const disconnect = useAction('disconnect')
  const { activeNamespace } = useStore(stores.network, (state) => state)
  const networks = useStore(stores.network, (state) => getNetworks(state, state.activeNamespace))
  const text = networksText.unsupportedChain
  return (
    <Stack gap={16}>
      <Notice tone="warn" title={text.title}>
        {text.text}
      </Notice>
      <RowList label={networksText.networks.listLabel}>
        {networks.map((network) => (
          <li key={network.id}>
            <NetworkRow network={network} onChoose={({ id }) => choose.run({ networkId: id })} />
          </li>
        ))}
      </RowList>
      <Divider text={text.or} />
      <Button
        variant="secondary"
        icon={DisconnectIcon}
        busy={disconnect.status === 'running'}
        testId="disconnect-button"
        onClick={() => disconnect.run({ namespace: activeNamespace })}
      >
        {text.disconnect}
      </Button>
    </Stack>
  )
}
