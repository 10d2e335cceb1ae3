import { Button } from '@latchkey/parts/Button'
import { icon } from '@latchkey/parts/icons'
import { ListRow, RowIcon } from '@latchkey/parts/ListRow'
import { type Namespace, namespaces } from '@latchkey/wire/caip'
import { useMemo, useState } from 'react'
import { disconnectWallet } from '../../../core/connection/actions/disconnectWallet.js'
import { switchAccount } from '../../../core/connection/actions/switchConnection.js'
import type { Account } from '../../../core/connection/family.js'
import {
  getPublicRecentConnections,
  type PublicConnection,
} from '../../../core/connection/publicConnections.js'
import { getConnection, type WalletConnection } from '../../../core/connection/store.js'
import { storedRevisionOf } from '../../../core/connection/storedConnections.js'
import * as accountText from '../../../core/text/account.js'
import * as chainsText from '../../../core/text/chains.js'
import * as profileText from '../../../core/text/profile.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { WalletIcon } from '../../../ui/icons/lazyIcons.js'
import { Avatar } from '../../../ui/parts/Avatar.js'
import { ChooseNameRow } from '../../../ui/parts/ChooseNameRow.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { SessionsRow } from '../../../ui/parts/SessionsRow.js'
import { Stack } from '../../../ui/parts/Stack.js'
import { Tabs } from '../../../ui/parts/Tabs.js'
import { addWallet } from '../actions/manageWallets.js'
import { ActiveWallet } from './ActiveWallet.js'
import { ConnectedWallets, RecentWallets } from './WalletLists.js'
import { useAccountLabel, WalletGroup } from './WalletRow.js'

const AddIcon = /* @__PURE__ */ icon('M10 4.25v11.5M4.25 10h11.5')

/** Test ids of the tabs (public surface §3.2); the others have the name of their namespace. */
const tabNames: { readonly [namespace in Namespace]?: string } = {
  eip155: 'evm',
  bip122: 'bitcoin',
}

/** The visitor's wallets, one chain family per tab. */
export function ProfileWalletsView() {
  const { isMultiWallet, servedNames, active } = useStores(
    ['network', 'settings'],
    ({ stores }) => {
      const { networks, activeNamespace } = stores.network.get()
      const { multiWallet } = stores.settings.get().remoteFeatures
      const isOffered = (namespace: Namespace) =>
        networks.some((network) => network.namespace === namespace)
      const served = namespaces.filter(isOffered).join()
      return { isMultiWallet: multiWallet, servedNames: served, active: activeNamespace }
    },
  )
  const connected = useStores(['connection', 'network'], (widget) =>
    namespaces.filter((namespace) => getConnection(widget, namespace)),
  )
  const [chosen, setChosen] = useState(active)
  const tabs = isMultiWallet
    ? namespaces.filter((one) => servedNames.split(',').includes(one))
    : connected
  const selected = tabs.includes(chosen) ? chosen : tabs[0]
  if (selected === undefined) return <NoWallet />
  const family = <Family key={selected} namespace={selected} isMultiWallet={isMultiWallet} />
  if (tabs.length === 1) return family
  return (
    <Tabs
      label={profileText.profile.tabs}
      tabs={tabs.map((id) => ({
        id,
        label: chainsText.chainName(id),
        testId: `tab-${tabNames[id] ?? id}`,
      }))}
      value={selected}
      onChange={setChosen}
    >
      {family}
    </Tabs>
  )
}

type FamilyProps = { readonly namespace: Namespace; readonly isMultiWallet: boolean }

function Family({ namespace, isMultiWallet }: FamilyProps) {
  const connection = useStores(['connection', 'network'], (widget) =>
    getConnection(widget, namespace),
  )
  const recent = useRecent(namespace, isMultiWallet)
  const others = connection?.others ?? []
  return (
    <Stack gap={20}>
      {connection ? (
        <Stack gap={8}>
          {isMultiWallet && <Head namespace={namespace} others={others} />}
          <ActiveWallet connection={connection} />
          <ChooseNameRow account={connection.active} />
          <SessionsRow account={connection.active} />
        </Stack>
      ) : (
        <NoWallet namespace={namespace} />
      )}
      {connection && <OtherAccounts {...connection} />}
      {others.length > 0 && <ConnectedWallets namespace={namespace} wallets={others} />}
      {recent.length > 0 && <RecentWallets namespace={namespace} wallets={recent} />}
      {isMultiWallet && connection && <AddRow namespace={namespace} />}
    </Stack>
  )
}

const none: readonly PublicConnection[] = []

function useRecent(namespace: Namespace, isMultiWallet: boolean): readonly PublicConnection[] {
  const widget = useWidget()
  const { stores } = widget
  const connection = useStore(stores.connection, (state) => state)
  const registry = useStore(stores.registry, (state) => state)
  const { revision } = useStore(storedRevisionOf(widget), (state) => state)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list depends on these stores
  return useMemo(
    () => (isMultiWallet ? getPublicRecentConnections(widget, namespace) : none),
    [widget, namespace, isMultiWallet, connection, registry, revision],
  )
}

function Head({
  namespace,
  others,
}: {
  readonly namespace: Namespace
  readonly others: readonly WalletConnection[]
}) {
  const disconnect = useAction(disconnectWallet)
  const { count: words, disconnectAll } = profileText.profile
  const count = 1 + others.reduce((sum, { accounts }) => sum + accounts.length, 0)
  return (
    <div className="wallets-head">
      <p className="wallets-count">
        {words(count)}
        <span className="wallets-figure" data-testid="balance-amount">
          {count}
        </span>
      </p>
      {count > 1 && (
        <Button
          variant="quiet"
          size="small"
          busy={disconnect.status === 'running'}
          testId="disconnect-all-button"
          onClick={() => void disconnect.run({ namespace })}
        >
          {disconnectAll}
        </Button>
      )}
    </div>
  )
}

function OtherAccounts({ accounts, active }: Pick<WalletConnection, 'accounts' | 'active'>) {
  const others = accounts.filter(({ address }) => address !== active.address)
  if (others.length === 0) return null
  return (
    <WalletGroup title={profileText.profile.others}>
      {others.map((account) => (
        <li key={account.address}>
          <OtherAccount account={account} />
        </li>
      ))}
    </WalletGroup>
  )
}

function OtherAccount({ account }: { readonly account: Account }) {
  const switching = useAction(switchAccount)
  const { displayName, avatar } = useAccountLabel(account.address, account.namespace)
  return (
    <ListRow
      image={<Avatar address={account.address} src={avatar} />}
      title={<bdi title={account.address}>{displayName}</bdi>}
      subtitle={accountText.purposes[account.type]}
      trailing={<span className="wallet-switch">{profileText.profile.switch}</span>}
      testId="wui-inactive-profile-wallet-item-button"
      onClick={() => void switching.run({ account })}
    />
  )
}

function AddRow({ namespace }: { readonly namespace: Namespace }) {
  const adding = useAction(addWallet)
  return (
    <ListRow
      image={<RowIcon icon={AddIcon} tone="accent" />}
      title={profileText.profile.add(chainsText.chainName(namespace))}
      testId="add-connection-button"
      onClick={() => void adding.run({ namespace })}
    />
  )
}

/** Without a namespace for any family. */
function NoWallet({ namespace }: { readonly namespace?: Namespace }) {
  const { navigate } = useActions()
  const adding = useAction(addWallet)
  const only = useStore(useWidget().stores.network, (state) => {
    const served = new Set(state.networks.map((network) => network.namespace))
    return served.size === 1 ? state.activeNamespace : undefined
  })
  const { add, emptyText, emptyTitle } = profileText.profile
  const chain = namespace ?? only
  return (
    <Stack gap={8} testId="empty-template">
      <Empty icon={WalletIcon} title={emptyTitle} testId="empty-state">
        {emptyText}
      </Empty>
      <Button
        testId="empty-state-button"
        onClick={() => {
          if (namespace) void adding.run({ namespace })
          else navigate({ view: 'Connect', params: undefined, how: 'reset' })
        }}
      >
        {add(chain && chainsText.chainName(chain))}
      </Button>
    </Stack>
  )
}
