import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { notices, warnings } from '../../../../core/text/swap.js'
import { useActions } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { Stack } from '../../../../ui/parts/Stack.js'
import { acceptImpact, acceptPrice } from '../../actions/reviewSwap.js'
import type { SwapReview } from '../../store.js'
import { formatTokens } from '../format.js'
import { ImpactNotice } from '../ImpactNotice.js'

type PreviewNoticesProps = { readonly review: SwapReview; readonly onSwapAgain: () => void }

/** What the visitor has to know or decide before the swap, the most important only. */
export function PreviewNotices({ review, onSwapAgain }: PreviewNoticesProps) {
  const { goBack, navigate } = useActions()
  const { run: accept } = useAction(acceptPrice)
  const { quote, previousQuote, phase, inFlight } = review
  if (phase === 'failed') {
    const { title, text, back } = notices.failed
    return (
      <Notice
        tone="bad"
        urgent
        title={title}
        testId="swap-failed"
        action={
          <Button variant="secondary" size="small" onClick={() => goBack()}>
            {back}
          </Button>
        }
      >
        {text}
      </Notice>
    )
  }
  if (inFlight.length > 0) {
    const { title, text, activity, again } = notices.inFlight
    return (
      <Notice
        tone="warn"
        urgent
        title={title}
        testId="swap-in-flight"
        action={
          <Stack gap={8} direction="row" wrap>
            <Button
              size="small"
              onClick={() => navigate({ view: 'Transactions', params: undefined })}
            >
              {activity}
            </Button>
            <Button size="small" variant="secondary" testId="swap-again" onClick={onSwapAgain}>
              {again}
            </Button>
          </Stack>
        }
      >
        {text}
      </Notice>
    )
  }
  if (previousQuote) {
    const { title, text, accept: label } = notices.price
    const [before, now] = [previousQuote, quote].map((one) =>
      formatTokens(one.toUnits, one.toToken),
    )
    return (
      <Notice
        tone="warn"
        urgent
        title={title}
        testId="swap-price-changed"
        action={
          <Button size="small" testId="swap-accept-price" onClick={() => accept()}>
            {label}
          </Button>
        }
      >
        {text(before ?? '', now ?? '')}
      </Notice>
    )
  }
  return <ImpactDecision review={review} />
}

/** The second confirmation that a very bad price needs. */
function ImpactDecision({
  review: { quote, impact, isImpactAccepted },
}: {
  readonly review: SwapReview
}) {
  const { run: accept } = useAction(acceptImpact)
  if (impact !== 'stop') return <ImpactNotice quote={quote} />
  return (
    <Stack gap={8}>
      <ImpactNotice quote={quote} />
      {isImpactAccepted ? (
        <p className="careful" role="status">
          {warnings.stop.confirmed}
        </p>
      ) : (
        <Button variant="danger" testId="swap-accept-impact" onClick={() => accept()}>
          {warnings.stop.confirm}
        </Button>
      )}
    </Stack>
  )
}
