import type { Icon } from '@latchkey/parts/icons'
import type { ReactNode } from 'react'
import {
  type AccountTab,
  accountTabs,
  chooseAccountTab,
  getAccountPage,
} from '../../../core/account/actions/chooseAccountTab.js'
import { coinAddresses, hasBalances } from '../../../core/account/portfolio/holding.js'
import type { WalletFeature } from '../../../core/config/features.js'
import { type Connected, getConnection } from '../../../core/connection/store.js'
import type { Network } from '../../../core/network/network.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as accountText from '../../../core/text/account.js'
import { useActions, useWidget } from '../../hooks/context.js'
import {
  useOpenBuy,
  useOpenDeposit,
  useOpenSend,
  useOpenSwap,
} from '../../hooks/useAccountActions.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { CardIcon, ReceiveIcon, SendIcon, SwapIcon } from '../../icons/lazyIcons.js'
import { ActionButtons } from '../../parts/ActionButtons.js'
import { Lazy, lazyComponent } from '../../parts/Lazy.js'
import { PullToRefresh } from '../../parts/PullToRefresh.js'
import { Stack } from '../../parts/Stack.js'
import { Tabs } from '../../parts/Tabs.js'
import { AccountHead } from './AccountHead.js'
import { TestTokens, TokensTab } from './TokensTab.js'
import { useHoldings } from './useHoldings.js'
import { Worth } from './Worth.js'

const loadNfts = lazyComponent(
  () => import('../../../features/nfts/views/index.js'),
  ({ NftsTab }) => NftsTab,
)
const loadActivity = lazyComponent(
  () => import('../../../features/activity/views/index.js'),
  ({ ActivityTab }) => ActivityTab,
)

type AccountTabsProps = {
  /** The tabs of this account, in order. */
  readonly tabs: readonly AccountTab[]
  readonly chosen: AccountTab
  readonly tokens: ReactNode
}

function AccountTabs({ tabs, chosen, tokens }: AccountTabsProps) {
  const widget = useWidget()
  return (
    <Tabs
      label={accountText.tabs.label}
      tabs={tabs.map((id) => ({
        id,
        label: <span data-testid={`w3m-account-default-${id}-button`}>{accountText.tabs[id]}</span>,
      }))}
      value={chosen}
      onChange={(tab) => chooseAccountTab(widget, { tab })}
    >
      {chosen === 'tokens' && tokens}
      {chosen === 'nfts' && <Lazy key="nfts" load={loadNfts} />}
      {chosen === 'activity' && <Lazy key="activity" load={loadActivity} />}
    </Tabs>
  )
}

/** The account view, the same for every kind of wallet. */
export function AccountView() {
  const connection = useStores(['connection', 'network'], (widget) => getConnection(widget))
  const { config, stores } = useWidget()
  const network = useStore(stores.network, (state) => getActiveNetwork(state))
  if (!connection) return null
  const { address } = connection.active
  // Specification §5: balances only on supported chains, and not on test networks.
  const counts = network !== undefined && hasBalances(network) && !config.basic
  return counts ? (
    <CountedAccount key={`${network.id} ${address}`} connection={connection} network={network} />
  ) : (
    <UncountedAccount connection={connection} network={network} />
  )
}

type AccountProps = { readonly connection: Connected; readonly network: Network | undefined }

function CountedAccount({ connection, network }: AccountProps & { readonly network: Network }) {
  const { tabs, chosen } = useAccountTabs(network)
  const holdings = useHoldings(connection.active.address, network, {
    isListShown: chosen === 'tokens',
  })
  return (
    <PullToRefresh busy={holdings.isRefreshing} onRefresh={holdings.refresh}>
      <AccountPage connection={connection}>
        <div className="account">
          <AccountHead connection={connection} network={network} />
          <Worth holdings={holdings} />
        </div>
        <FeatureButtons connection={connection} />
        {chosen && (
          <AccountTabs tabs={tabs} chosen={chosen} tokens={<TokensTab holdings={holdings} />} />
        )}
      </AccountPage>
    </PullToRefresh>
  )
}

function UncountedAccount({ connection, network }: AccountProps) {
  const { tabs, chosen } = useAccountTabs(network)
  const { on } = accountText.worth
  return (
    <AccountPage connection={connection}>
      <div className="account">
        <AccountHead connection={connection} network={network} />
        <p className="worth-line">
          {accountText.purposes[connection.active.type]}{' '}
          {network ? on(network.name) : accountText.account.unknownNetwork}
        </p>
      </div>
      <FeatureButtons connection={connection} />
      {chosen && <AccountTabs tabs={tabs} chosen={chosen} tokens={<TestTokens />} />}
    </AccountPage>
  )
}

function AccountPage({
  connection,
  children,
}: {
  readonly connection: Connected
  readonly children: ReactNode
}) {
  const isEmbedded = connection.wallet.type === 'AUTH'
  return (
    <Stack gap={20} testId={isEmbedded ? 'w3m-account-wallet-features-widget' : undefined}>
      {children}
    </Stack>
  )
}

/** Public surface §4.5, §8.5: only families with balances have tabs, and each tab needs its data source. */
function useAccountTabs(network: Network | undefined): {
  readonly tabs: readonly AccountTab[]
  readonly chosen: AccountTab | undefined
} {
  const widget = useWidget()
  const { tab } = useStore(getAccountPage(widget), (state) => state)
  const hasActivity = useStore(
    widget.stores.settings,
    ({ remoteFeatures }) => remoteFeatures.activity,
  )
  if (!network || coinAddresses[network.namespace] === undefined) {
    return { tabs: [], chosen: undefined }
  }
  const hasNfts =
    ['eip155', 'solana'].includes(network.namespace) && widget.ports.provider !== undefined
  const isThere = { tokens: true, nfts: hasNfts, activity: hasActivity }
  const tabs = accountTabs.filter((one) => isThere[one])
  return { tabs, chosen: tabs.includes(tab) ? tab : 'tokens' }
}

const icons: { readonly [feature in WalletFeature]: Icon } = {
  onramp: CardIcon,
  swaps: SwapIcon,
  receive: ReceiveIcon,
  send: SendIcon,
}

/** The feature buttons in the site's order; nothing if all are off. */
function FeatureButtons({ connection }: { readonly connection: Connected }) {
  const { stores } = useWidget()
  const { navigate } = useActions()
  const openSend = useOpenSend(connection)
  const openSwap = useOpenSwap(connection)
  const openBuy = useOpenBuy()
  // Where funds can come from an exchange too, the visitor chooses.
  const hasDeposits = useOpenDeposit() !== undefined
  const features = useStore(stores.settings, (state) => state.features)
  const open: { readonly [feature in WalletFeature]?: (() => void) | undefined } = {
    onramp: hasDeposits ? () => navigate({ view: 'FundWallet' }) : openBuy && (() => openBuy()),
    swaps: openSwap && (() => openSwap()),
    receive: features.receive
      ? () => navigate({ view: 'WalletReceive', params: undefined })
      : undefined,
    send: openSend && (() => openSend()),
  }
  const prefix = connection.wallet.type === 'AUTH' ? 'wallet-features' : 'w3m-account-default'
  const buttons = [...new Set(features.walletFeaturesOrder)].flatMap((feature) => {
    const onClick = open[feature]
    const name = feature === 'onramp' && hasDeposits ? 'fund-wallet' : feature
    const testId = `${prefix}-${name}-button`
    const label = accountText.features[name]
    return onClick ? [{ icon: icons[feature], label, testId, onClick }] : []
  })
  return <ActionButtons buttons={buttons} />
}
