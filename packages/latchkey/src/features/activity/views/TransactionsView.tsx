import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import { createMomentFormat, formatMonth } from '../../../core/format/time.js'
import type { ViewParams } from '../../../core/modal/views.js'
import type { Network } from '../../../core/network/network.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as activityText from '../../../core/text/activity.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { Empty } from '../../../ui/parts/Empty.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { type RowFocus, VirtualList } from '../../../ui/parts/virtual-list/VirtualList.js'
import { showHidden } from '../actions/loadActivity.js'
import type { ActivityItem } from '../activityItem.js'
import { ActivityRow, ClockIcon } from './ActivityRow.js'
import { type Activity, useActivity } from './useActivity.js'

const text = activityText.activity

type TransactionsViewProps = { readonly params: ViewParams['Transactions'] }

export function TransactionsView({ params: symbol }: TransactionsViewProps) {
  return (
    <ActivityList
      symbol={symbol}
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

/** Public surface §4.12. */
const skeletonRows = 7

const moreSkeletonRows = 2

const testIds = { group: 'month-indexes', title: 'group-title' }

const keyOf = ({ id }: ActivityItem) => id

type ActivityListProps = {
  readonly empty: ReactNode
  /** Only transactions of the token with this symbol. */
  readonly symbol?: string | undefined
}

/** The active account's transactions on the active network. */
function ActivityList({ empty, symbol }: ActivityListProps) {
  const shown = useStores(['connection', 'network'], (widget) => ({
    address: getConnection(widget)?.active.address,
    network: getActiveNetwork(widget.stores.network.get()),
  }))
  const { address, network } = shown
  if (!address || !network) return <div className="activity">{empty}</div>
  return (
    <AccountActivity
      key={`${network.id}:${address}`}
      address={address}
      network={network}
      empty={empty}
      symbol={symbol}
    />
  )
}

type AccountActivityProps = ActivityListProps & {
  readonly address: string
  readonly network: Network
}

function AccountActivity({ address, network, empty, symbol }: AccountActivityProps) {
  const activity = useActivity(address, network, symbol)
  const { months, isLoading, isFailed, hasMore, isPaused, isIndexed } = activity
  const now = useNow()
  const moment = useMemo(() => createMomentFormat(), [])
  const groups = useMemo(
    () => months.map(({ key, time, items }) => ({ key, items, title: formatMonth(time, now) })),
    [months, now],
  )
  const renderRow = useCallback(
    (item: ActivityItem, focus: RowFocus) => (
      <ActivityRow item={item} network={network} now={now} moment={moment} focus={focus} />
    ),
    [network, now, moment],
  )
  const isEmpty = groups.length === 0
  return (
    <div className="activity">
      <HiddenControl activity={activity} />
      {!isIndexed && !isEmpty && <p className="activity-aside">{text.onlyHere}</p>}
      {!isEmpty && (
        <VirtualList
          label={text.listLabel}
          groups={groups}
          keyOf={keyOf}
          isOpenEnded={hasMore}
          onNearEnd={activity.onNearEnd}
          testIds={testIds}
        >
          {renderRow}
        </VirtualList>
      )}
      {isLoading && <Skeleton kind="row" count={isEmpty ? skeletonRows : moreSkeletonRows} />}
      {isFailed && (
        <Notice
          tone="warn"
          title={text.failedTitle}
          testId="activity-failed"
          action={
            <Button variant="secondary" size="small" onClick={activity.retry}>
              {text.retry}
            </Button>
          }
        >
          {!isEmpty && text.failedText}
        </Notice>
      )}
      {hasMore && isPaused && !isLoading && !isFailed && (
        <Button variant="secondary" onClick={activity.loadMore}>
          {text.loadMore}
        </Button>
      )}
      {isEmpty && !isLoading && !isFailed && !hasMore && empty}
    </div>
  )
}

/** Security bar S-27: suspicious transfers are hidden by default. */
function HiddenControl({ activity }: { readonly activity: Activity }) {
  const { suspicious, showsHidden } = activity
  const { run: show } = useAction(showHidden)
  if (suspicious === 0) return null
  return (
    <div className="activity-hidden">
      <button
        type="button"
        className="link"
        aria-pressed={showsHidden}
        data-testid="activity-show-hidden"
        onClick={() => show({ isShown: !showsHidden })}
      >
        {showsHidden ? text.hideAgain : text.showHidden(suspicious)}
      </button>
    </div>
  )
}

/** How often ages are updated, in milliseconds. */
const tick = 20_000

function useNow(): number {
  const { clock } = useWidget().ports
  const [now, setNow] = useState(() => clock.now())
  useEffect(() => {
    const over = new AbortController()
    const wait = () => {
      clock.sleep(tick, over.signal).then(
        () => {
          setNow(clock.now())
          wait()
        },
        () => undefined, // unmounted
      )
    }
    wait()
    return () => over.abort()
  }, [clock])
  return now
}
