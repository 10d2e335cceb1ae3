import { Button } from '@latchkey/parts/Button'
import { icon, WarningIcon } from '@latchkey/parts/icons'
import { useEffect, useRef } from 'react'
import type { Holding } from '../../../../core/account/portfolio/holding.js'
import { getConnection } from '../../../../core/connection/store.js'
import { isWidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import { details, preview } from '../../../../core/text/swap.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../../ui/hooks/useStore.js'
import { Detail, Progress, ReviewAmount } from '../../../../ui/parts/details/Details.js'
import { TokenImage } from '../../../../ui/parts/TokenImage.js'
import { confirmSwap } from '../../actions/confirmSwap.js'
import { watchSwap } from '../../actions/watchSwap.js'
import { type SwapReview, swapStateOf } from '../../store.js'
import { formatExact, formatRate, formatTokens, formatWorth } from '../format.js'
import { useLeaveSwap } from '../useLeaveSwap.js'
import { PreviewNotices } from './PreviewNotices.js'
import { QuoteLines } from './QuoteLines.js'

const ArrowDownIcon = /* @__PURE__ */ icon('M10 4v11.5M5 11l5 4.5 5-4.5')

export function SwapPreviewView() {
  useLeaveSwap()
  const current = useStore(swapStateOf(useWidget()), (state) => state.review)
  const shown = useRef(current)
  // The review is cleared after the swap, while this view still animates out.
  if (current) shown.current = current
  return shown.current ? <Preview review={shown.current} /> : null
}

function Preview({ review }: { readonly review: SwapReview }) {
  const { goBack, navigate } = useActions()
  const confirm = useConfirm()
  const { run: watch } = useAction(watchSwap, { quiet: true })
  useEffect(() => {
    void watch()
  }, [watch])

  const { quote, phase } = review
  const running = isRunning(phase) ? phase : undefined
  const isBlocked = isStopped(review)
  return (
    <div className="swap">
      <div className="swap-fields">
        <Side
          label={preview.send}
          token={quote.sourceToken}
          units={quote.sourceUnits}
          worth={quote.sourceWorth}
          testId="swap-preview-send"
        />
        <span className="form-arrow">
          <ArrowDownIcon />
        </span>
        <Side
          label={preview.receive}
          token={quote.toToken}
          units={quote.toUnits}
          worth={quote.toWorth}
          testId="swap-preview-receive"
        />
      </div>
      <section className="details" aria-label={details.title}>
        <Detail name={details.rateLabel}>
          <bdi className="swap-number">{formatRate(quote)}</bdi>
        </Detail>
        <QuoteLines quote={quote} showsSlippage />
      </section>
      <PreviewNotices
        review={review}
        onSwapAgain={() => confirm.run({ ignoredEntryIds: review.inFlight })}
      />
      {running ? <SwapProgress review={review} phase={running} /> : <Hint review={review} />}
      <div className="swap-actions">
        {running ? (
          <Button
            variant="secondary"
            testId="swap-hide"
            onClick={() => navigate({ view: 'Account', params: undefined, how: 'reset' })}
          >
            {preview.hide}
          </Button>
        ) : (
          <Button variant="secondary" testId="swap-cancel" onClick={() => goBack()}>
            {preview.cancel}
          </Button>
        )}
        <Button
          testId="swap-confirm"
          busy={running !== undefined}
          disabled={isBlocked}
          onClick={() => confirm.run()}
        >
          {actionLabel(review)}
        </Button>
      </div>
    </div>
  )
}

/** Errors that the preview shows itself get no toast. */
function useConfirm() {
  const { presentError } = useActions()
  const confirm = useAction(confirmSwap, { quiet: true })
  const { error } = confirm
  useEffect(() => {
    const isShown = shownErrors.some((code) => isWidgetError(error, code))
    if (error !== undefined && !isShown) presentError(error)
  }, [error, presentError])
  return confirm
}

const shownErrors = ['swap/in-flight', 'swap/price-changed', 'swap/price-impact'] as const

type RunningPhase = Exclude<SwapReview['phase'], 'review' | 'failed'>

function isRunning(phase: SwapReview['phase']): phase is RunningPhase {
  return phase !== 'review' && phase !== 'failed'
}

/** The visitor has to decide about something else first. */
function isStopped(review: SwapReview): boolean {
  return (
    review.phase === 'failed' ||
    review.previousQuote !== undefined ||
    review.inFlight.length > 0 ||
    (review.impact === 'stop' && !review.isImpactAccepted)
  )
}

function actionLabel({ phase, needsApproval, isBatch }: SwapReview): string {
  if (phase === 'approving') return preview.approving
  return needsApproval && !isBatch ? preview.approve : preview.swap
}

type SideProps = {
  readonly label: string
  readonly token: Holding
  readonly units: bigint
  readonly worth: bigint | undefined
  readonly testId: string
}

/** The exact amount, as the wallet will show it. */
function Side({ label, token, units, worth, testId }: SideProps) {
  return (
    <section className="form-card swap-side" aria-label={label}>
      <div className="form-line">
        <h2 className="form-label">{label}</h2>
        {worth !== undefined && <span className="swap-side-worth">{formatWorth(worth)}</span>}
      </div>
      <div className="swap-side-amount">
        <TokenImage symbol={token.symbol} src={token.icon} size={40} />
        <ReviewAmount
          amount={formatExact(units, token.decimals)}
          symbol={token.symbol}
          testId={testId}
        />
      </div>
    </section>
  )
}

function Hint({ review }: { readonly review: SwapReview }) {
  const { needsApproval, isBatch, phase, quote } = review
  if (phase === 'failed') return null
  const isFirstStep = needsApproval === true && !isBatch
  return (
    <p className="careful">
      {!isFirstStep && <WarningIcon size={16} />}
      {isFirstStep ? preview.approveFirst(quote.sourceToken.symbol) : preview.careful}
    </p>
  )
}

function SwapProgress({
  review: { quote, isBatch },
  phase,
}: {
  readonly review: SwapReview
  readonly phase: RunningPhase
}) {
  const wallet =
    useStores(['connection', 'network'], (widget) => getConnection(widget)?.wallet.name) ??
    preview.wallet
  const texts = {
    checking: { title: preview.checking },
    approving: {
      title: preview.approveTitle(quote.sourceToken.symbol, wallet),
      text: preview.approveText(formatTokens(quote.sourceUnits, quote.sourceToken)),
    },
    swapping: {
      title: preview.swapTitle(wallet),
      text: isBatch ? preview.batchText : preview.swapText,
    },
    waiting: { title: preview.waiting, text: preview.waitingText },
  }[phase]
  return <Progress {...texts} testId={`swap-${phase}`} />
}
