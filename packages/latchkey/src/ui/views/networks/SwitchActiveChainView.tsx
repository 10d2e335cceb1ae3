import { Button } from '@latchkey/parts/Button'
import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import { type ReactNode, useEffect } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import { switchLoginNetwork } from '../../../core/login/actions/connectLogin.js'
import { loginConnectorId, loginNamespaces } from '../../../core/login/login.js'
import type { ViewParams } from '../../../core/modal/views.js'
import { connectNamespace, switchActiveChain } from '../../../core/network/actions/switchNetwork.js'
import * as chainsText from '../../../core/text/chains.js'
import * as networksText from '../../../core/text/networks.js'
import { findWalletInNamespace } from '../../../core/wallets/findInstalledWallet.js'
import { useAction } from '../../hooks/useAction.js'
import { useStores } from '../../hooks/useStore.js'
import { NetworkImage } from '../../parts/Picture.js'
import { Stack } from '../../parts/Stack.js'
import { Attempt } from '../Attempt.js'
import { useNetwork } from './SwitchNetworkView.js'

/** Switches the chain family, with the connected wallet if it supports it, otherwise with another. */
export function SwitchActiveChainView({ params }: SwitchActiveChainProps) {
  const isLogin = useStores(
    ['connection', 'network'],
    (widget) =>
      getConnection(widget)?.connectorId === loginConnectorId &&
      (loginNamespaces as readonly Namespace[]).includes(params.namespace),
  )
  const choice = <ChainSwitch params={params} />
  return isLogin ? <LoginSwitch networkId={params.networkId} fallback={choice} /> : choice
}

type SwitchActiveChainProps = { readonly params: ViewParams['SwitchActiveChain'] }

function ChainSwitch({ params: { namespace, networkId } }: SwitchActiveChainProps) {
  const switchChain = useAction(switchActiveChain)
  const connect = useAction(connectNamespace)
  const { name, same } = useStores(['connection', 'network', 'registry'], (widget) => {
    const current = getConnection(widget)
    return {
      name: current?.wallet.type === 'AUTH' ? undefined : current?.wallet.name,
      same:
        current &&
        findWalletInNamespace(widget, {
          connectorId: current.connectorId,
          namespace: current.active.namespace,
          target: namespace,
        }),
    }
  })
  const network = useNetwork(networkId)
  const text = networksText.switchActiveChain
  const chain = chainsText.chainName(namespace)
  const wallet = name ?? text.currentWallet
  return (
    <Stack gap={20}>
      <div className="attempt">
        <NetworkImage name={network?.name ?? chain} src={network?.imageUrl} size={72} />
        <div className="attempt-words">
          <p className="attempt-title" data-testid={`w3m-switch-active-chain-to-${chain}`}>
            {text.title(chain)}
          </p>
          <p className="attempt-text">
            {same ? text.sameText(wallet, chain) : text.text(wallet, chain)}
          </p>
        </div>
      </div>
      <Stack gap={8}>
        {same && (
          <Button
            testId="w3m-switch-active-chain-same"
            onClick={() => connect.run({ connectorId: same.id, networkId })}
          >
            {text.sameAction(wallet)}
          </Button>
        )}
        <Button
          variant={same ? 'secondary' : 'primary'}
          testId="w3m-switch-active-chain-button"
          busy={switchChain.status === 'running'}
          onClick={() => switchChain.run({ networkId })}
        >
          {same ? text.otherAction : text.action}
        </Button>
      </Stack>
    </Stack>
  )
}

type LoginSwitchProps = {
  readonly networkId: NetworkId
  /** Shown after a failure. */
  readonly fallback: ReactNode
}

/** Switches the chain family of the embedded wallet without a prompt. */
function LoginSwitch({ networkId, fallback }: LoginSwitchProps) {
  const network = useNetwork(networkId)
  const { run, status } = useAction(switchLoginNetwork)
  useEffect(() => {
    run({ networkId })
  }, [run, networkId])
  if (!network || status === 'failed') return fallback
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
