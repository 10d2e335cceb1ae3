import { Button } from '@latchkey/parts/Button'
import { useEffect } from 'react'
import { getPurchases, type Order } from '../../../core/account/purchases/purchases.js'
import { getNetworkById } from '../../../core/network/store.js'
import { getErrorText } from '../../../core/runtime/errors/interface.js'
import * as onrampText from '../../../core/text/onramp.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { ConnectingRing, type RingState } from '../../../ui/parts/ConnectingRing.js'
import { FullAddress } from '../../../ui/parts/FullAddress.js'
import { Stack } from '../../../ui/parts/Stack.js'
import { leavePurchase, retryPurchase } from '../actions/startPurchase.js'
import { formatMoney, formatQuantity, safeParseMoney } from '../money.js'
import { type BuyFlow, onrampStateOf } from '../store.js'

const text = onrampText.progress

/** A purchase in the provider's window. */
export function BuyInProgressView() {
  const widget = useWidget()
  const { goBack } = useActions()
  const flow = useStore(onrampStateOf(widget), (state) => state.flow)
  useEffect(() => {
    if (!flow) goBack()
  }, [flow, goBack])
  useEffect(() => () => leavePurchase(widget), [widget])
  if (!flow) return null
  const { order, phase, error } = flow
  const { ring, title, line } = describe(phase, order.label)
  return (
    <div className="attempt" data-testid={`onramp-${phase}`}>
      <ConnectingRing name={order.label} state={ring} />
      <div className="attempt-words" role="status">
        <p className={`attempt-title attempt-title-${ring}`}>{title}</p>
        <p className="attempt-text">{error ? getErrorText(error) : line}</p>
      </div>
      <OrderFacts order={order} />
      <Stack gap={8}>
        <FlowButtons flow={flow} />
      </Stack>
    </div>
  )
}

type Description = { readonly ring: RingState; readonly title: string; readonly line: string }

function describe(phase: BuyFlow['phase'], label: string): Description {
  const title = label ? text.title(label) : text.fallbackTitle
  switch (phase) {
    case 'opening':
      return { ring: 'waiting', title, line: text.opening(label) }
    case 'waiting':
      return { ring: 'waiting', title, line: text.waiting(label) }
    case 'blocked':
      return { ring: 'waiting', title: text.blockedTitle, line: text.blocked(label) }
    case 'closed':
      return { ring: 'declined', title: text.closedTitle, line: text.closed }
    default:
      return { ring: 'error', title: text.failedTitle, line: '' }
  }
}

function OrderFacts({ order }: { readonly order: Order }) {
  const { networkId, address, amount, currency, quantity, symbol } = order
  const network = useStores(['network'], ({ stores }) =>
    getNetworkById(stores.network.get(), networkId),
  )
  return (
    <dl className="buy-order">
      <div>
        <dt>{text.amount}</dt>
        <dd>{formatMoney(safeParseMoney(amount) ?? 0n, currency)}</dd>
      </div>
      <div>
        <dt>{text.receive}</dt>
        <dd>
          <bdi>{text.about(formatQuantity(quantity), symbol)}</bdi>
          {network && <span className="buy-label">{onrampText.form.onNetwork(network.name)}</span>}
        </dd>
      </div>
      <div>
        <dt>{text.to}</dt>
        <dd>
          <FullAddress address={address} />
        </dd>
      </div>
    </dl>
  )
}

/** Windows are opened inside the click: browsers block them later. */
function FlowButtons({ flow }: { readonly flow: BuyFlow }) {
  const widget = useWidget()
  const { copyText, notify, goBack } = useActions()
  const { phase, purchaseId, order } = flow
  if (phase === 'opening') return null
  const url = purchaseId === undefined ? undefined : getPurchases(widget).find(purchaseId)?.url
  const copy = () => {
    if (url !== undefined) return copyText({ text: url, done: text.copied })
    goBack()
    return notify({ variant: 'error', message: text.noLink })
  }
  return (
    <>
      <Button
        variant={phase === 'waiting' ? 'secondary' : 'primary'}
        testId="onramp-try-again"
        onClick={() => retryPurchase(widget)}
      >
        {phase === 'blocked' ? text.open(order.label) : text.tryAgain}
      </Button>
      <Button variant="quiet" testId="onramp-copy-link" onClick={copy}>
        {text.copyLink}
      </Button>
    </>
  )
}
