import type { ReactNode } from 'react'
import { chooseAccountTab } from '../../../core/account/actions/chooseAccountTab.js'
import type { AccountTab } from '../../../core/account/store.js'
import * as accountText from '../../../core/text/account.js'
import { useWidget } from '../../hooks/context.js'
import { Fetched } from '../../parts/fetched/Fetched.js'
import { from } from '../../parts/fetched/from.js'
import { Tabs } from '../../parts/tabs/Tabs.js'

const loadNfts = from(
  () => import('../../../features/nfts/views/index.js'),
  ({ NftsTab }) => NftsTab,
)
const loadActivity = from(
  () => import('../../../features/activity/views/index.js'),
  ({ ActivityTab }) => ActivityTab,
)

type AccountTabsProps = {
  /** Those this account has, in order. */
  readonly tabs: readonly AccountTab[]
  readonly chosen: AccountTab
  readonly tokens: ReactNode
}

export function AccountTabs({ tabs, chosen, tokens }: AccountTabsProps) {
  const widget = useWidget()
  return (
    <Tabs
      label={accountText.tabs.label}
      tabs={tabs.map((id) => ({ id, label: accountText.tabs[id] }))}
      value={chosen}
      onChange={(tab) => chooseAccountTab(widget, { tab })}
    >
      {chosen === 'tokens' && tokens}
      {chosen === 'nfts' && <Fetched key="nfts" load={loadNfts} />}
      {chosen === 'activity' && <Fetched key="activity" load={loadActivity} />}
    </Tabs>
  )
}
