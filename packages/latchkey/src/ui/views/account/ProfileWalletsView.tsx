import type { Namespace } from '@latchkey/wire/caip'
import { useState } from 'react'
import { disconnectWallet } from '../../../core/actions/disconnectWallet.js'
import { switchAccount } from '../../../core/actions/switchAccount.js'
import { explorerLink } from '../../../core/explorerLink.js'
import type { Account } from '../../../core/family.js'
import { shortenAddress } from '../../../core/format/address.js'
import { loginName } from '../../../core/format/loginName.js'
import { shortenName } from '../../../core/format/name.js'
import * as limits from '../../../core/limits.js'
import { type Connected, connectedIn } from '../../../core/selectors.js'
import type { LoginUser } from '../../../core/stores/login.js'
import { activeNetwork } from '../../../core/stores/network.js'
import * as accountText from '../../../core/text/account.js'
import * as loginText from '../../../core/text/login.js'
import * as profileText from '../../../core/text/profile.js'
import { useActions, useWidget } from '../../hooks/context.js'
import { useAction } from '../../hooks/useAction.js'
import { useIdentity } from '../../hooks/useIdentity.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { CopyIcon, DisconnectIcon, ExternalIcon, WalletIcon } from '../../icons/index.js'
import { MoreIcon } from '../../icons/login.js'
import { Avatar } from '../../parts/avatar/Avatar.js'
import { Badge } from '../../parts/badge/Badge.js'
import { Button } from '../../parts/button/Button.js'
import { ChooseNameRow } from '../../parts/choose-name/ChooseNameRow.js'
import { Empty } from '../../parts/empty/Empty.js'
import { IconButton } from '../../parts/icon-button/IconButton.js'
import { IconLink } from '../../parts/icon-button/IconLink.js'
import { ListRow } from '../../parts/list-row/ListRow.js'
import { LoginMark } from '../../parts/login-mark/LoginMark.js'
import { Stack } from '../../parts/stack/Stack.js'
import { Tabs } from '../../parts/tabs/Tabs.js'
import { WalletImage } from '../../parts/wallet-image/WalletImage.js'
import { RowList } from '../RowList.js'

/** Test ids of the families' tabs (public surface §3.2). */
const tabNames: { readonly [namespace in Namespace]: string } = {
  eip155: 'evm',
  solana: 'solana',
  bip122: 'bitcoin',
  polkadot: 'polkadot',
  cosmos: 'cosmos',
}

const families = Object.keys(tabNames) as Namespace[]

/** The connected wallets, a chain family at a time. */
export function ProfileWalletsView() {
  const connected = useStores(['connection', 'network'], (widget) =>
    families.filter((namespace) => connectedIn(widget, namespace)),
  )
  const active = useStore(useWidget().stores.network, (state) => state.activeNamespace)
  const [chosen, setChosen] = useState(active)
  const [first] = connected
  if (first === undefined) return <NoWallet />
  const shown = connected.includes(chosen) ? chosen : first
  if (connected.length === 1) return <FamilyWallet namespace={shown} />
  const { familyNames, tabs } = profileText.profile
  return (
    <Tabs
      label={tabs}
      tabs={connected.map((id) => ({
        id,
        label: familyNames[id],
        testId: `tab-${tabNames[id]}`,
      }))}
      value={shown}
      onChange={setChosen}
    >
      <FamilyWallet key={shown} namespace={shown} />
    </Tabs>
  )
}

function FamilyWallet({ namespace }: { readonly namespace: Namespace }) {
  const connection = useStores(['connection', 'network'], (widget) =>
    connectedIn(widget, namespace),
  )
  if (!connection) return null
  const others = connection.accounts.filter(({ address }) => address !== connection.active.address)
  return (
    <Stack gap={20}>
      <Stack gap={8}>
        <ActiveWallet connection={connection} />
        <ChooseNameRow account={connection.active} />
      </Stack>
      {others.length > 0 && (
        <Stack gap={8}>
          <h2 className="wallet-others">{profileText.profile.others}</h2>
          <RowList label={profileText.profile.others}>
            {others.map((account) => (
              <li key={account.address}>
                <OtherAccount account={account} />
              </li>
            ))}
          </RowList>
        </Stack>
      )}
    </Stack>
  )
}

function ActiveWallet({ connection }: { readonly connection: Connected }) {
  const { copyText, navigate } = useActions()
  const disconnect = useAction(disconnectWallet)
  const { active, wallet } = connection
  const user = useStore(useWidget().stores.login, (state) => state.user)
  const isEmbedded = wallet.type === 'AUTH'
  const { shown, network } = useShownAccount(active)
  const explorer = explorerLink(network, 'address', active.address)
  const { addressCopied, copyAddress, explorer: explorerLabel } = accountText.account
  return (
    <div className="wallet-item" data-testid="wui-active-profile-wallet-item">
      <div className="wallet-item-line">
        {isEmbedded ? (
          <LoginMark provider={user?.authProvider} />
        ) : (
          <WalletImage name={wallet.name} src={wallet.icon} />
        )}
        <span className="row-text">
          <bdi className="row-title" title={active.address}>
            {shown}
          </bdi>
          <span className="row-subtitle" dir="auto">
            {isEmbedded ? describe(user, active.namespace) : withPurpose(wallet.name, active)}
          </span>
        </span>
        <Badge tone="good">{profileText.profile.active}</Badge>
      </div>
      <div className="wallet-item-line wallet-item-actions">
        <IconButton
          icon={CopyIcon}
          label={copyAddress}
          onPress={() => copyText({ text: active.address, done: addressCopied })}
        />
        {explorer && <IconLink icon={ExternalIcon} label={explorerLabel} href={explorer} />}
        {isEmbedded && (
          <IconButton
            icon={MoreIcon}
            label={loginText.settings.open}
            testId="wui-active-profile-wallet-item-more-button"
            onPress={() => navigate({ view: 'AccountSettings', params: undefined })}
          />
        )}
        <Button
          variant="secondary"
          size="small"
          icon={DisconnectIcon}
          busy={disconnect.status === 'running'}
          testId="wui-active-profile-wallet-item-disconnect-button"
          onPress={() => disconnect.run({ namespace: active.namespace })}
        >
          {profileText.profile.disconnect}
        </Button>
      </div>
    </div>
  )
}

/** Which kind of account this is, where there are two, and the login. */
function describe(user: LoginUser | undefined, namespace: Namespace): string {
  const { typeLabels } = loginText.settings
  const type = user && namespace === 'eip155' && typeLabels[user.accountType]
  return [type, loginName(user)].filter(Boolean).join(' · ') || loginText.settings.embedded
}

function withPurpose(wallet: string, { type }: Account): string {
  return [wallet, accountText.purposes[type]].filter(Boolean).join(' · ')
}

function OtherAccount({ account }: { readonly account: Account }) {
  const switching = useAction(switchAccount)
  const { shown, avatar } = useShownAccount(account)
  return (
    <ListRow
      image={<Avatar address={account.address} src={avatar} />}
      title={<bdi title={account.address}>{shown}</bdi>}
      subtitle={accountText.purposes[account.type]}
      trailing={<span className="wallet-switch">{profileText.profile.switch}</span>}
      testId="wui-inactive-profile-wallet-item-button"
      onPress={() => switching.run({ account })}
    />
  )
}

/** What an account is shown as: its name, or the two ends of its address. */
function useShownAccount({ address, namespace }: Account) {
  const { stores } = useWidget()
  const network = useStore(stores.network, (state) => activeNetwork(state, namespace))
  const { name, avatar } = useIdentity(address, network)
  const shown =
    name === undefined ? shortenAddress(address) : shortenName(name, limits.chipNameLength)
  return { shown, avatar, network }
}

function NoWallet() {
  const { navigate } = useActions()
  const namespace = useStore(useWidget().stores.network, (state) => {
    const families = new Set(state.networks.map((network) => network.namespace))
    return families.size === 1 ? state.activeNamespace : undefined
  })
  const { add, emptyText, emptyTitle } = profileText.profile
  return (
    <Stack gap={8}>
      <Empty icon={WalletIcon} title={emptyTitle} testId="empty-state">
        {emptyText}
      </Empty>
      <Button
        testId="empty-state-button"
        onPress={() => navigate({ view: 'Connect', params: undefined, how: 'reset' })}
      >
        {add(namespace)}
      </Button>
    </Stack>
  )
}
