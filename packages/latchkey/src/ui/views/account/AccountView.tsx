import { shortenAddress } from '../../../core/format/address.js'
import type { Connected } from '../../../core/selectors.js'
import { connectedIn } from '../../../core/selectors.js'
import { activeNetwork } from '../../../core/stores/network.js'
import * as accountText from '../../../core/text/account.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { CopyIcon, DisconnectIcon, ExternalIcon, GlobeIcon } from '../../icons/index.js'
import { Avatar } from '../../parts/avatar/Avatar.js'
import { Button } from '../../parts/button/Button.js'
import { ListRow } from '../../parts/list-row/ListRow.js'
import { RowIcon } from '../../parts/list-row/RowIcon.js'
import { NetworkImage } from '../../parts/network-image/NetworkImage.js'
import { Stack } from '../../parts/stack/Stack.js'
import { WalletImage } from '../../parts/wallet-image/WalletImage.js'
import { RowList } from '../RowList.js'
import { Balance } from './Balance.js'

export function AccountView() {
  const connection = useStores(['connection', 'network'], (widget) => connectedIn(widget))
  return connection ? <AccountPage connection={connection} /> : null
}

function AccountPage({ connection }: { readonly connection: Connected }) {
  const { stores, config } = useWidget()
  const disconnect = useAction('disconnect')
  const network = useStore(stores.network, (state) => activeNetwork(state))
  const { address, namespace } = connection.active
  const showsBalance = network !== undefined && !network.isTestnet && !config.basic
  return (
    <Stack gap={20}>
      <div className="account">
        <Avatar address={address} size={72} testId="single-account-avatar" />
        <div className="account-name">
          <CopyableAddress address={address} />
          <WalletChip wallet={connection.wallet} />
        </div>
        {showsBalance && <Balance address={address} network={network} />}
      </div>
      <AccountRows address={address} />
      <Button
        variant="secondary"
        icon={DisconnectIcon}
        busy={disconnect.status === 'running'}
        testId="disconnect-button"
        onPress={() => disconnect.run({ namespace })}
      >
        {accountText.account.disconnect}
      </Button>
    </Stack>
  )
}

function CopyableAddress({ address }: { readonly address: string }) {
  const { addressCopied, copyAddress } = accountText.account
  const { copyText } = useActions()
  return (
    <button
      type="button"
      className="address-button"
      aria-label={`${copyAddress} ${shortenAddress(address)}`}
      title={address}
      data-testid="account-settings-address"
      onClick={() => copyText({ text: address, done: addressCopied })}
    >
      <bdi>{shortenAddress(address)}</bdi>
      <CopyIcon size={16} />
    </button>
  )
}

function WalletChip({ wallet }: { readonly wallet: Connected['wallet'] }) {
  return (
    <span className="chip" data-testid="wui-wallet-switch">
      <WalletImage name={wallet.name} src={wallet.icon} size={28} />
      <span className="chip-text">{wallet.name}</span>
    </span>
  )
}

function AccountRows({ address }: { readonly address: string }) {
  const { stores, config } = useWidget()
  const { navigate } = useActions()
  const { network, canSwitch } = useStore(stores.network, (state) => {
    const active = activeNetwork(state)
    const hasChoice = state.networks.length > 1 || active === undefined
    return { network: active, canSwitch: config.networkSwitch && hasChoice }
  })
  const text = accountText.account
  const name = network?.name ?? text.unknownNetwork
  return (
    <RowList>
      <li>
        <ListRow
          image={<NetworkImage name={name} src={network?.imageUrl} />}
          title={name}
          subtitle={text.network}
          chevron={canSwitch}
          testId="account-switch-network-button"
          onPress={canSwitch ? () => navigate({ view: 'Networks', params: undefined }) : undefined}
        />
      </li>
      {network?.explorer && (
        <li>
          <ListRow
            image={<RowIcon icon={GlobeIcon} />}
            title={text.explorer}
            subtitle={network.explorer.name}
            trailing={<ExternalIcon />}
            href={explorerAddress(network.explorer.url, address)}
          />
        </li>
      )}
    </RowList>
  )
}

function explorerAddress(explorer: string, address: string): string {
  return `${explorer.replace(/\/+$/, '')}/address/${encodeURIComponent(address)}`
}
