import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect, useSyncExternalStore } from 'react'
import { getPurchases } from '../../../core/account/purchases/purchases.js'
import type { ViewParams } from '../../../core/modal/views.js'
import * as limits from '../../../core/runtime/limits.js'
import * as onrampText from '../../../core/text/onramp.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useDebouncedValue } from '../../../ui/hooks/useTime.js'
import { WalletIcon } from '../../../ui/icons/lazyIcons.js'
import { Empty, Failure } from '../../../ui/parts/Empty.js'
import { FullAddress } from '../../../ui/parts/FullAddress.js'
import { Link } from '../../../ui/parts/Link.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { RowList } from '../../../ui/parts/Stack.js'
import { openBuy } from '../actions/editDraft.js'
import { resumePurchase, startPurchase } from '../actions/startPurchase.js'
import type { Draft } from '../draft.js'
import { formatQuantity } from '../money.js'
import { getQuotes, type Offer, type QuoteKey, toOffers, toOrder, toQuoteKey } from '../offers.js'
import type { OnrampOptions } from '../options.js'
import { AmountCard, AssetCard, MethodChoice } from './AmountCard.js'
import { CardIcon } from './icons.js'
import { loadNextViews } from './lazyViews.js'
import { OfferRow } from './OfferRow.js'
import { useDraft } from './useDraft.js'

const text = onrampText.form

type ProvidersViewProps = { readonly params: ViewParams['OnRampProviders'] }

/** Amount, token and the offers of the providers. */
export function ProvidersView({ params }: ProvidersViewProps) {
  const widget = useWidget()
  const { navigate } = useActions()
  const state = useDraft()
  useEffect(() => openBuy(widget, { params }), [widget, params])
  useEffect(() => {
    loadNextViews().catch(() => undefined) // retried when the view opens
  }, [])
  switch (state.status) {
    case 'ready':
      return <BuyForm draft={state.draft} options={state.options} />
    case 'loading':
      return <Skeleton kind="row" count={5} />
    case 'failed':
      return <Failure title={text.failed} text={text.failedText} onRetry={state.retry} />
    case 'not-connected':
      return (
        <Empty icon={WalletIcon} title={text.notConnectedTitle}>
          {text.notConnectedText}
        </Empty>
      )
    default:
      return (
        <Empty
          icon={CardIcon}
          title={text.noneTitle}
          testId="onramp-nothing"
          action={{ label: text.chooseNetwork, onClick: () => navigate({ view: 'Networks' }) }}
        >
          {text.noneText}
        </Empty>
      )
  }
}

type BuyFormProps = { readonly draft: Draft; readonly options: OnrampOptions }

function BuyForm({ draft, options }: BuyFormProps) {
  const widget = useWidget()
  const { navigate } = useActions()
  const { quotes, isFailed, retry } = useQuotes(draft)
  const offers = toOffers(options, draft, quotes)
  const address = draft.context.account?.address ?? ''
  const best = offers.find(({ quote, problem }) => quote && !problem)?.quote
  const hasPurchases = usePurchaseList().length > 0
  const start = (offer: Offer) => {
    const order = toOrder(draft, offer)
    if (order) startPurchase(widget, { order })
  }
  return (
    <div className="buy">
      <OpenPurchase address={address} />
      <div className="buy-cards">
        <AmountCard draft={draft} />
        <AssetCard draft={draft} quantity={best && formatQuantity(best.purchaseAmount.amount)} />
      </div>
      <MethodChoice draft={draft} />
      {isFailed ? (
        <Notice
          tone="warn"
          title={text.quotesFailed}
          testId="onramp-quotes-failed"
          action={
            <Button variant="secondary" size="small" onClick={retry}>
              {text.retry}
            </Button>
          }
        >
          {text.quotesFailedText}
        </Notice>
      ) : (
        <RowList label={text.providers}>
          {offers.map((offer) => (
            <li key={offer.provider.id}>
              <OfferRow offer={offer} draft={draft} onClick={() => start(offer)} />
            </li>
          ))}
        </RowList>
      )}
      <div className="buy-foot">
        <p className="buy-to">
          {text.to} <FullAddress address={address} />
        </p>
        {hasPurchases && (
          <Link testId="onramp-activity-link" onClick={() => navigate({ view: 'OnRampActivity' })}>
            {text.purchases}
          </Link>
        )}
      </div>
    </div>
  )
}

/** The quotes for a draft once typing has paused; undefined while they load. */
function useQuotes(draft: Draft) {
  const widget = useWidget()
  const amount = useDebouncedValue(draft.amount, limits.typingPause)
  const key = amount === draft.amount ? toQuoteKey(draft) : undefined
  const resource = getQuotes(widget)
  const state = useSyncExternalStore(
    resource.subscribe,
    () => key && resource.get(key),
    () => undefined,
  )
  const keyText = key && [key.asset.key, key.currency.id, key.method, key.amount].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is compared by its text
  useEffect(() => (key ? refreshWhileShown(key) : undefined), [keyText])
  return {
    quotes: state && 'value' in state ? state.value : undefined,
    isFailed: state?.status === 'failed' && state.value === undefined,
    retry: () => key && void resource.load(key),
  }

  function refreshWhileShown(shown: QuoteKey) {
    const over = new AbortController()
    const load = () => {
      void resource.load(shown)
      widget.ports.clock.sleep(limits.onrampQuoteLifetime, over.signal).then(load, () => undefined)
    }
    load()
    return () => over.abort()
  }
}

function usePurchaseList() {
  const purchases = getPurchases(useWidget())
  const read = () => purchases.get().list
  return useSyncExternalStore(purchases.subscribe, read, read)
}

/** A purchase that was started but not paid, for example before a reload. */
function OpenPurchase({ address }: { readonly address: string }) {
  const widget = useWidget()
  const all = usePurchaseList()
  const purchase = all.find((one) => one.status === 'open' && one.address === address)
  if (!purchase) return null
  const { title, text: describe, continue: label } = onrampText.open
  const { quantity, symbol } = purchase
  return (
    <Notice
      tone="info"
      title={title(purchase.label)}
      testId="onramp-open-purchase"
      action={
        <Button
          variant="secondary"
          size="small"
          testId="onramp-continue"
          onClick={() => resumePurchase(widget, { purchase })}
        >
          {label}
        </Button>
      }
    >
      {describe(`${formatQuantity(quantity)} ${symbol}`)}
    </Notice>
  )
}
