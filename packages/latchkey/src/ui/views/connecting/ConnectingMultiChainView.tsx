import { Button } from '@latchkey/parts/Button'
import { ListRow } from '@latchkey/parts/ListRow'
import { useState } from 'react'
import {
  type ConnectNamespacesReturnType,
  connectNamespaces,
} from '../../../core/connection/actions/connect.js'
import type { AnnouncedWallet } from '../../../core/connection/family.js'
import type { ViewParams } from '../../../core/modal/views.js'
import { getNetworks } from '../../../core/network/store.js'
import * as chainsText from '../../../core/text/chains.js'
import * as connectingText from '../../../core/text/connecting.js'
import { findInstalledWallet } from '../../../core/wallets/findInstalledWallet.js'
import type { InstalledWallet } from '../../../core/wallets/installedWallets.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { Badge } from '../../parts/Badge.js'
import { NetworkImage, WalletImage } from '../../parts/Picture.js'
import { RowList, Stack } from '../../parts/Stack.js'
import { toFailedStatus } from '../Attempt.js'
import { NotDetected } from './NotDetected.js'

const text = connectingText.multiChain

/** The chain families of a wallet: connects one, or all in sequence. */
export function ChainChoice({ wallets }: { readonly wallets: InstalledWallet }) {
  const { config, families, stores } = useWidget()
  const { closeModal, navigate } = useActions()
  const all = useAction(connectNamespaces, { quiet: true })
  const [failures, setFailures] = useState<ConnectNamespacesReturnType>({})
  const connections = useStore(stores.connection, (state) => state)
  const [{ id, name, icon }] = wallets

  const isRunning = all.status === 'running'
  /** In the site's order. */
  const inOrder = [...families.keys()].flatMap(
    (family) => wallets.find(({ namespace }) => namespace === family) ?? [],
  )
  const isConnected = (wallet: AnnouncedWallet) => {
    const current = connections[wallet.namespace]
    return current?.status === 'connected' && current.connectorId === wallet.id
  }
  const missing = inOrder.filter((wallet) => !isConnected(wallet))
  const connected = inOrder.length - missing.length
  const hasFailed = missing.some(({ namespace }) => failures[namespace] !== undefined)

  function connectMissing() {
    setFailures({})
    all.run({ wallets: missing }).then((failed) => failed && setFailures(failed))
  }

  function words(): { readonly title: string; readonly text: string } {
    if (isRunning) {
      return { title: connectingText.connecting.waitingTitle(name), text: text.allWaitingText }
    }
    if (!hasFailed) return { title: text.title(name), text: text.text }
    const title = text.resultTitle(connected, inOrder.length)
    return { title, text: connected > 0 ? text.resultText : text.nothingText }
  }

  const { title, text: sentence } = words()
  return (
    <div className="attempt">
      <WalletImage name={name} src={config.connectorImages[id] ?? icon} size={72} />
      <div className="attempt-words" role="status">
        <p className="attempt-title">{title}</p>
        <p className="attempt-text">{sentence}</p>
      </div>
      <RowList label={text.list}>
        {inOrder.map((wallet) => (
          <li key={wallet.namespace}>
            <ChainRow
              wallet={wallet}
              isConnected={isConnected(wallet)}
              isWaiting={isRunning && connections[wallet.namespace]?.status === 'connecting'}
              disabled={isRunning}
              failure={failures[wallet.namespace]}
              onChoose={() =>
                navigate({
                  view: 'ConnectingExternal',
                  params: { connectorId: wallet.id, namespace: wallet.namespace },
                })
              }
            />
          </li>
        ))}
      </RowList>
      {(hasFailed || missing.length > 1) && (
        <Stack gap={8}>
          {hasFailed && connected > 0 && (
            <Button testId="multi-chain-done" onClick={closeModal}>
              {text.done}
            </Button>
          )}
          <Button
            variant={hasFailed && connected === 0 ? 'primary' : 'secondary'}
            busy={isRunning}
            testId="wui-list-chain-all"
            onClick={connectMissing}
          >
            {hasFailed ? text.again : text.all}
          </Button>
        </Stack>
      )}
    </div>
  )
}

function ChainRow(props: {
  readonly wallet: AnnouncedWallet
  readonly isConnected: boolean
  readonly isWaiting: boolean
  readonly disabled: boolean
  readonly failure: unknown
  readonly onChoose: () => void
}) {
  const { wallet, isConnected, isWaiting, disabled, failure, onChoose } = props
  const { namespace } = wallet
  const networks = useStore(useWidget().stores.network, (state) => getNetworks(state, namespace))
  const name = chainsText.chainName(namespace)
  const names = networks.map((network) => network.name).join(', ')
  const failed = failure === undefined ? undefined : toFailedStatus(failure, wallet.name).title
  return (
    <ListRow
      image={<NetworkImage name={name} src={networks.find((one) => one.imageUrl)?.imageUrl} />}
      title={name}
      subtitle={failed ?? (names === name ? undefined : names)}
      trailing={isConnected && <Badge tone="good">{text.connected}</Badge>}
      busy={isWaiting}
      disabled={disabled}
      chevron={!isConnected}
      testId={`wui-list-chain-${namespace}`}
      onClick={onChoose}
    />
  )
}

/** Selects the chain family of a wallet that supports several. */
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
