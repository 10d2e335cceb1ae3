import { Button } from '@latchkey/parts/Button'
import { useEffect } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import type { ViewParams } from '../../../core/modal/views.js'
import { switchNetwork } from '../../../core/network/actions/switchNetwork.js'
import type { Network } from '../../../core/network/network.js'
import { getNetworkById } from '../../../core/network/store.js'
import { isWidgetError } from '../../../core/runtime/errors/WidgetError.js'
import * as networksText from '../../../core/text/networks.js'
import { useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { Attempt, type AttemptStatus } from '../Attempt.js'

export function SwitchNetworkView({
  params: { networkId },
}: {
  readonly params: ViewParams['SwitchNetwork']
}) {
  const network = useNetwork(networkId)
  return network ? <SwitchAttempt network={network} /> : null
}

/** Requests the switch on mount; unmounting cancels it. */
function SwitchAttempt({ network }: { readonly network: Network }) {
  const { run, status, error } = useAction(switchNetwork, { quiet: true })
  const { id, name } = network
  useEffect(() => {
    run({ networkId: id })
  }, [run, id])

  const isEmbedded = useStores(
    ['connection', 'network'],
    (widget) => getConnection(widget, network.namespace)?.wallet.type === 'AUTH',
  )
  const words = status === 'failed' ? failedSwitch(error, name) : waiting(name, isEmbedded)
  return (
    <Attempt {...words} name={name} image={network.imageUrl} shape="round">
      {status === 'failed' && (
        <Button
          testId="w3m-connecting-widget-secondary-button"
          onClick={() => run({ networkId: id })}
        >
          <span data-testid="w3m-switch-network-button">{networksText.switchNetwork.tryAgain}</span>
        </Button>
      )}
    </Attempt>
  )
}

function waiting(name: string, isEmbedded: boolean): AttemptStatus {
  const { switchingTitle, waitingTitle, waitingText } = networksText.switchNetwork
  if (isEmbedded) return { state: 'waiting', title: switchingTitle(name), text: '' }
  return { state: 'waiting', title: waitingTitle, text: waitingText(name) }
}

function failedSwitch(error: unknown, name: string): AttemptStatus {
  const text = networksText.switchNetwork
  if (isWidgetError(error, 'connection/user-rejected')) {
    return { state: 'declined', title: text.declinedTitle, text: text.declinedText }
  }
  const notSupported = isWidgetError(error, 'network/chain-not-supported')
  return {
    state: 'error',
    title: text.failedTitle,
    text: notSupported ? text.notSupportedText(name) : text.failedText,
  }
}

/** A network by its id. */
export function useNetwork(networkId: Network['id']): Network | undefined {
  return useStore(useWidget().stores.network, (state) => getNetworkById(state, networkId))
}
