import * as activityText from '../../../core/text/activity.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { ActivityList } from './ActivityList.js'
import { ClockIcon } from './ActivityRow.js'

const text = activityText.activity

export function TransactionsView() {
  return (
    <ActivityList
      empty={
        <Empty icon={ClockIcon} title={text.emptyTitle} testId="empty-activity-state">
          {text.emptyText}
        </Empty>
      }
    />
  )
}

/** The same list as a tab of the account. */
export function ActivityTab() {
  const { stores } = useWidget()
  const { navigate } = useActions()
  const canReceive = useStore(stores.settings, ({ features }) => features.receive)
  const receive = {
    label: text.tabEmptyAction,
    onClick: () => navigate({ view: 'WalletReceive', params: undefined }),
  }
  return (
    <ActivityList
      empty={
        <Empty
          icon={ClockIcon}
          title={text.tabEmptyTitle}
          testId="empty-account-state"
          action={canReceive ? receive : undefined}
        >
          {text.tabEmptyText}
        </Empty>
      }
    />
  )
}
