import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect } from 'react'
import type { ViewParams } from '../../../core/modal/views.js'
import { selectNetwork } from '../../../core/network/actions/switchNetwork.js'
import { getActiveNetwork, getNetworks } from '../../../core/network/store.js'
import { hasSwaps } from '../../../core/network/swapNetworks.js'
import * as networksText from '../../../core/text/networks.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore } from '../../hooks/useStore.js'
import { DisconnectIcon } from '../../icons/lazyIcons.js'
import { Divider } from '../../parts/Divider.js'
import { RowList, Stack } from '../../parts/Stack.js'
import { NetworkRow } from './NetworksView.js'

type UnsupportedChainViewProps = { readonly params: ViewParams['UnsupportedChain'] }

/** The app or a feature does not support the wallet's network: switch the network or disconnect. */
export function UnsupportedChainView({ params }: UnsupportedChainViewProps) {
  const { stores } = useWidget()
  const { navigate } = useActions()
  const choose = useAction(selectNetwork)
  const disconnect = useAction('disconnect')
  const { activeNamespace } = useStore(stores.network, (state) => state)
  const isForSwap = params?.feature === 'swap'
  const features = useStore(stores.settings, ({ remoteFeatures }) => remoteFeatures)
  const networks = useStore(stores.network, (state) =>
    getNetworks(state, state.activeNamespace).filter(
      (one) => !isForSwap || hasSwaps(one, features),
    ),
  )
  const canSwap = useStore(stores.network, (state) => {
    const network = getActiveNetwork(state)
    return isForSwap && network !== undefined && hasSwaps(network, features)
  })
  useEffect(() => {
    if (canSwap) navigate({ view: 'Swap', params: {}, how: 'replace' })
  }, [canSwap, navigate])

  const text = networksText.unsupportedChain
  const variant = isForSwap ? text.swap : text
  return (
    <Stack gap={16}>
      <Notice tone="warn" title={variant.title}>
        {isForSwap && networks.length === 0 ? text.swap.unavailable : variant.text}
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
