import { CheckIcon, ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { useEffect, useSyncExternalStore } from 'react'
import { getPurchases } from '../../../core/account/purchases/purchases.js'
import { formatDay, formatMonth } from '../../../core/format/time.js'
import { getExplorerUrl } from '../../../core/network/networkUrls.js'
import { getNetworkById } from '../../../core/network/store.js'
import * as onrampText from '../../../core/text/onramp.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { Empty, Failure } from '../../../ui/parts/Empty.js'
import { LinkRow } from '../../../ui/parts/Link.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { RowList, Stack } from '../../../ui/parts/Stack.js'
import { TokenImage } from '../../../ui/parts/TokenImage.js'
import { loadPurchases } from '../actions/loadPurchases.js'
import { findBuyContext } from '../buyContext.js'
import { formatQuantity } from '../money.js'
import { listPurchases, type PurchaseItem } from '../purchaseItem.js'
import { onrampStateOf } from '../store.js'
import { CardIcon } from './icons.js'

const text = onrampText.purchases

/** Public surface §4.10: purchases in progress are read again after this, in milliseconds. */
const polling = 3_000

/** The account's purchases by month. */
export function OnRampActivityView() {
  const widget = useWidget()
  const { navigate } = useActions()
  const address = useStores(
    ['connection', 'network'],
    (one) => findBuyContext(one)?.account?.address ?? '',
  )
  const purchases = getPurchases(widget)
  const read = () => purchases.get().list
  const known = useSyncExternalStore(purchases.subscribe, read, read)
  const history = useStore(onrampStateOf(widget), (state) => state.history)
  const { run, status } = useAction(loadPurchases, { quiet: true })
  const found = history?.address === address ? history.items : undefined
  const months = listPurchases(known, found ?? [], address)
  const isPending = months.some(({ items }) => items.some((item) => item.status === 'pending'))
  const { clock } = widget.ports

  useEffect(() => {
    if (address) void run()
  }, [run, address])

  useEffect(() => {
    if (!isPending) return
    const over = new AbortController()
    const wait = () => {
      clock.sleep(polling, over.signal).then(
        () => run().then(wait),
        () => undefined, // left, or arrived
      )
    }
    wait()
    return () => over.abort()
  }, [isPending, clock, run])

  if (months.length === 0) {
    if (status === 'failed') {
      return <Failure title={text.failedTitle} text={text.failedText} onRetry={() => run()} />
    }
    if (!found) return <Skeleton kind="row" count={3} />
    return (
      <Empty
        icon={CardIcon}
        title={text.emptyTitle}
        testId="onramp-no-purchases"
        action={{
          label: text.buy,
          onClick: () => navigate({ view: 'OnRampProviders', params: {} }),
        }}
      >
        {text.emptyText}
      </Empty>
    )
  }
  return (
    <Stack gap={16}>
      {months.map(({ key, time, items }) => (
        <section key={key} className="buy-month" data-testid="month-indexes">
          <h2 className="buy-label" data-testid="group-title">
            {formatMonth(time, clock.now())}
          </h2>
          <RowList>
            {items.map((item) => (
              <li key={item.id}>
                <PurchaseRow item={item} />
              </li>
            ))}
          </RowList>
        </section>
      ))}
    </Stack>
  )
}

function PurchaseRow({ item }: { readonly item: PurchaseItem }) {
  const { symbol, quantity, image, status, networkId, hash, time } = item
  const network = useStores(['network'], ({ stores }) =>
    getNetworkById(stores.network.get(), networkId),
  )
  return (
    <LinkRow
      image={<TokenImage symbol={symbol} src={image} />}
      title={status === 'pending' ? text.buying : text.bought}
      subtitle={<bdi>{text.quantity(formatQuantity(quantity), symbol)}</bdi>}
      trailing={<PurchaseStatus status={status} time={time} />}
      href={network && getExplorerUrl(network, 'transaction', hash)}
      testId={`onramp-purchase-${status}`}
    />
  )
}

function PurchaseStatus({ status, time }: Pick<PurchaseItem, 'status' | 'time'>) {
  if (status === 'pending') {
    return (
      <span className="buy-status">
        <Spinner size={14} /> {text.pending}
      </span>
    )
  }
  const Icon = status === 'failed' ? ErrorIcon : CheckIcon
  return (
    <span className="buy-status">
      <span className={`buy-status-${status}`}>
        <Icon size={16} /> {text[status]}
      </span>
      {formatDay(time)}
    </span>
  )
}
