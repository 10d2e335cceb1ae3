import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import { createMomentFormat, formatMonth } from '../../../core/format/time.js'
import type { Network } from '../../../core/network/network.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import * as activityText from '../../../core/text/activity.js'
import { useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStores } from '../../../ui/hooks/useStore.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { type RowFocus, VirtualList } from '../../../ui/parts/virtual-list/VirtualList.js'
import { showHidden } from '../actions/loadActivity.js'
import type { ActivityItem } from '../activityItem.js'
import { ActivityRow } from './ActivityRow.js'
import { type Activity, useActivity } from './useActivity.js'

const text = activityText.activity

/** Public surface §4.12. */
const skeletonRows = 7

const moreSkeletonRows = 2

const testIds = { group: 'month-indexes', title: 'group-title' }

const keyOf = ({ id }: ActivityItem) => id

/** The active account's transactions on the active network. */
export function ActivityList({ empty }: { readonly empty: ReactNode }) {
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
    />
  )
}

type AccountActivityProps = {
  readonly address: string
  readonly network: Network
  readonly empty: ReactNode
}

function AccountActivity({ address, network, empty }: AccountActivityProps) {
  const activity = useActivity(address, network)
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
