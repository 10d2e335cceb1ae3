import type { ReactNode } from 'react'
import { coinAddresses, hasBalances } from '../../../core/account/portfolio/holding.js'
import { type AccountTab, accountPageOf, accountTabs } from '../../../core/account/store.js'
import type { Connected } from '../../../core/connection/selectors.js'
import { connectedIn } from '../../../core/connection/selectors.js'
import type { Network } from '../../../core/network/network.js'
import { activeNetwork } from '../../../core/network/store.js'
import * as accountText from '../../../core/text/account.js'
import { useWidget } from '../../hooks/context.js'
import { useStore, useStores } from '../../hooks/useStore.js'
import { PullToRefresh } from '../../parts/pull-to-refresh/PullToRefresh.js'
import { Stack } from '../../parts/stack/Stack.js'
import { AccountHead } from './AccountHead.js'
import { AccountTabs } from './AccountTabs.js'
import { FeatureButtons } from './FeatureButtons.js'
import { TestTokens, TokensTab } from './TokensTab.js'
import { useHoldings } from './useHoldings.js'
import { Worth } from './Worth.js'

/** One page for every account, whichever way its wallet was reached. */
export function AccountView() {
  const connection = useStores(['connection', 'network'], (widget) => connectedIn(widget))
  const { config, stores } = useWidget()
  const network = useStore(stores.network, (state) => activeNetwork(state))
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
          <AccountTabs
            tabs={tabs}
            chosen={chosen}
            tokens={<TokensTab connection={connection} holdings={holdings} />}
          />
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

/** Public surface §4.5, §8.5: tabs are for families with balances; what a tab needs has to be there. */
function useAccountTabs(network: Network | undefined): {
  readonly tabs: readonly AccountTab[]
  readonly chosen: AccountTab | undefined
} {
  const widget = useWidget()
  const { tab } = useStore(accountPageOf(widget), (state) => state)
  const hasActivity = useStore(
    widget.stores.settings,
    ({ remoteFeatures }) => remoteFeatures.activity,
  )
  if (!network || coinAddresses[network.namespace] === undefined) {
    return { tabs: [], chosen: undefined }
  }
  const hasNfts = network.namespace === 'eip155' && widget.ports.provider !== undefined
  const isThere = { tokens: true, nfts: hasNfts, activity: hasActivity }
  const tabs = accountTabs.filter((one) => isThere[one])
  return { tabs, chosen: tabs.includes(tab) ? tab : 'tokens' }
}
