import { Button } from '@latchkey/parts/Button'
import { ChevronDownIcon, icon } from '@latchkey/parts/icons'
import { Notice } from '@latchkey/parts/Notice'
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { getConnection } from '../../../core/connection/store.js'
import type { ViewParams } from '../../../core/modal/views.js'
import { getActiveNetwork } from '../../../core/network/store.js'
import { hasSwaps } from '../../../core/network/swapNetworks.js'
import * as swapText from '../../../core/text/swap.js'
import { details } from '../../../core/text/swap.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../ui/hooks/useStore.js'
import { SwapIcon, WalletIcon } from '../../../ui/icons/lazyIcons.js'
import { Empty, Failure } from '../../../ui/parts/Empty.js'
import { Lazy } from '../../../ui/parts/Lazy.js'
import { Skeleton } from '../../../ui/parts/Skeleton.js'
import { flipTokens } from '../actions/editSwap.js'
import { openSwap } from '../actions/openSwap.js'
import { reviewSwap } from '../actions/reviewSwap.js'
import { type SwapQuote, type SwapState, swapStateOf } from '../store.js'
import { formatRate, formatWorth } from './format.js'
import { ImpactNotice } from './ImpactNotice.js'
import { loadNextViews, loadQuoteMore } from './lazyViews.js'
import { TokenField } from './TokenField.js'
import { useLeaveSwap } from './useLeaveSwap.js'

type SwapViewProps = { readonly params: ViewParams['Swap'] }

export function SwapView({ params }: SwapViewProps) {
  useLeaveSwap()
  const { navigate } = useActions()
  const { address, network } = useStores(['connection', 'network'], (widget) => ({
    address: getConnection(widget)?.active.address,
    network: getActiveNetwork(widget.stores.network.get()),
  }))
  // `open` has waited for the provider's configuration.
  const { remoteFeatures } = useWidget().stores.settings.get()
  const isElsewhere = address && network && !hasSwaps(network, remoteFeatures)
  useEffect(() => {
    if (!isElsewhere) return
    navigate({ view: 'UnsupportedChain', params: { feature: 'swap' }, how: 'replace' })
  }, [isElsewhere, navigate])

  if (isElsewhere) return null
  if (address && network) return <SwapForm key={`${network.id}:${address}`} params={params} />
  const { notConnectedTitle, notConnectedText } = swapText.form
  return (
    <Empty icon={WalletIcon} title={notConnectedTitle}>
      {notConnectedText}
    </Empty>
  )
}

function SwapForm({ params }: SwapViewProps) {
  const form = useStore(swapStateOf(useWidget()), (state) => state)
  const { run: open } = useAction(openSwap, { quiet: true })
  // Before the first paint: what is known already needs no skeleton.
  useLayoutEffect(() => {
    void open({ params })
  }, [open, params])
  useEffect(() => {
    loadNextViews().catch(() => undefined) // retried when the view opens
  }, [])

  const quote = useLastQuote(form)
  if (form.status === 'failed') {
    return <Failure text={swapText.form.startFailedText} onRetry={() => open({ params })} />
  }
  if (form.status === 'loading' && !form.sourceToken) return <SwapSkeleton />
  return (
    <div className="swap">
      <div className="swap-fields">
        <TokenField target="sourceToken" form={form} quote={quote} />
        <FlipButton />
        <TokenField target="toToken" form={form} quote={quote} />
      </div>
      {quote && <QuoteDetails quote={quote} slippage={form.slippage} />}
      <FormNotices form={form} onRetry={() => open({ params })} />
      <ReviewButton form={form} />
    </div>
  )
}

/** The last quote of these tokens stays while a new one is awaited, so that nothing jumps. */
function useLastQuote(form: SwapState): SwapQuote | undefined {
  const { quote, sourceToken, toToken, isQuoting } = form
  const last = useRef<SwapQuote>(undefined)
  const known = last.current
  const isSamePair =
    known?.sourceToken.address === sourceToken?.address &&
    known?.toToken.address === toToken?.address
  last.current = quote ?? (isQuoting && isSamePair ? known : undefined)
  return last.current
}

function FlipButton() {
  const flip = useAction(flipTokens)
  return (
    <button
      type="button"
      className="swap-flip"
      aria-label={swapText.form.flip}
      title={swapText.form.flip}
      data-testid="swap-flip"
      onClick={() => flip.run()}
    >
      <SwapIcon />
    </button>
  )
}

type FormNoticesProps = { readonly form: SwapState; readonly onRetry: () => void }

function FormNotices({ form, onRetry }: FormNoticesProps) {
  const { quote, isFetchFailed } = form
  const { offlineTitle, offlineText, retry } = swapText.form
  if (isFetchFailed) {
    return (
      <Notice
        tone="warn"
        title={offlineTitle}
        testId="swap-offline"
        action={
          <Button variant="secondary" size="small" onClick={onRetry}>
            {retry}
          </Button>
        }
      >
        {offlineText}
      </Notice>
    )
  }
  return quote ? <ImpactNotice quote={quote} /> : null
}

function ReviewButton({ form }: { readonly form: SwapState }) {
  const review = useAction(reviewSwap)
  const label = labelOf(form)
  const canReview = label === swapText.action.review
  const isWaiting = canReview && !form.quote
  return (
    <Button
      testId="swap-action-button"
      disabled={!canReview || isWaiting}
      busy={isWaiting || review.status === 'running'}
      onClick={() => review.run()}
    >
      {label}
    </Button>
  )
}

/** Public surface §4.9, the first that applies. */
function labelOf(form: SwapState): string {
  const { sourceToken, toToken, sourceUnits, inputError, isFetchFailed } = form
  const { fetchFailed, noToken, noAmount, review } = swapText.action
  if (isFetchFailed) return fetchFailed
  if (!sourceToken || !toToken) return noToken
  if (inputError) return inputError.message
  return sourceUnits === undefined ? noAmount : review
}

/** Takes the place of the form, so that nothing moves when it appears. */
function SwapSkeleton() {
  return (
    <div className="swap" data-testid="swap-loading">
      <div className="swap-fields">
        <div className="form-card swap-placeholder">
          <Skeleton kind="text" count={2} />
        </div>
        <div className="form-card swap-placeholder">
          <Skeleton kind="text" count={2} />
        </div>
      </div>
      <Skeleton kind="row" />
    </div>
  )
}

const GasIcon = /* @__PURE__ */ icon(
  'M4.5 16.5v-11A1.5 1.5 0 016 4h4a1.5 1.5 0 011.5 1.5v11M3.5 16.5h9M7 8h2M11.5 10.5h1a1.5 1.5 0 011.5 1.5v1.5a1.25 1.25 0 002.5 0V8L14 5.5',
)

type QuoteDetailsProps = { readonly quote: SwapQuote; readonly slippage: number }

/** The rate and the network fee on one line; the rest on request. */
function QuoteDetails({ quote, slippage }: QuoteDetailsProps) {
  const [isOpen, setOpen] = useState(false)
  const bodyId = useId()
  const { networkFee } = quote
  return (
    <section className="swap-details" aria-label={details.title}>
      <button
        type="button"
        className="swap-summary"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        data-testid="swap-details"
        onClick={() => setOpen(!isOpen)}
      >
        <bdi className="swap-rate" data-testid="swap-rate">
          {formatRate(quote)}
        </bdi>
        {networkFee.worth !== undefined && !isOpen && (
          <span className="swap-gas" title={details.networkFee}>
            <span className="visually-hidden">{details.networkFee} </span>
            <GasIcon size={16} />
            {formatWorth(networkFee.worth)}
          </span>
        )}
        <span className="visually-hidden">{isOpen ? details.hide : details.show}</span>
        <ChevronDownIcon size={16} />
      </button>
      {isOpen && (
        <div id={bodyId} className="swap-more">
          <Lazy load={loadQuoteMore} params={{ quote, slippage }} rows={4} />
        </div>
      )}
    </section>
  )
}
