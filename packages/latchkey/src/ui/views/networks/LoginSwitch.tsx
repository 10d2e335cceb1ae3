import type { NetworkId } from '@latchkey/wire/caip'
import { type ReactNode, useEffect } from 'react'
import { switchLogin } from '../../../core/login/actions/switchLogin.js'
import * as networksText from '../../../core/text/networks.js'
import { useAction } from '../../hooks/useAction.js'
import { Attempt } from '../Attempt.js'
import { useNetwork } from './SwitchNetworkView.js'

type LoginSwitchProps = {
  readonly networkId: NetworkId
  /** What is offered when it does not work. */
  readonly otherwise: ReactNode
}

/** Takes the embedded wallet along to another chain family, without a question. */
export function LoginSwitch({ networkId, otherwise }: LoginSwitchProps) {
  const network = useNetwork(networkId)
  const { run, status } = useAction(switchLogin)
  useEffect(() => {
    run({ networkId })
  }, [run, networkId])
  if (!network || status === 'failed') return otherwise
  return (
    <Attempt
      state="waiting"
      title={networksText.switchNetwork.switchingTitle(network.name)}
      name={network.name}
      image={network.imageUrl}
      shape="round"
    />
  )
}
