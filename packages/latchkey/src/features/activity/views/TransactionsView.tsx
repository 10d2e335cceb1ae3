import * as activityText from '../../../core/text/activity.js'
import { Empty } from '../../../ui/parts/empty/Empty.js'
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
