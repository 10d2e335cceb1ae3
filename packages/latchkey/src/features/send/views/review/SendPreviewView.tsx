import { Button } from '@latchkey/parts/Button'
import { WarningIcon } from '@latchkey/parts/icons'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import { useEffect, useRef, useState } from 'react'
import {
  getOwnAddresses,
  getPastRecipients,
} from '../../../../core/account/recipients/knownAddresses.js'
import { fundsOf, isFunded } from '../../../../core/account/transfer/estimateTransfer.js'
import { formatExactAmount, formatWorth } from '../../../../core/account/transfer/formatTransfer.js'
import { getConnection } from '../../../../core/connection/store.js'
import { isWidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import * as reviewText from '../../../../core/text/sendReview.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../../ui/hooks/useStore.js'
import { Avatar } from '../../../../ui/parts/Avatar.js'
import { Badge } from '../../../../ui/parts/Badge.js'
import { Progress, ReviewAmount } from '../../../../ui/parts/details/Details.js'
import { FullAddress } from '../../../../ui/parts/FullAddress.js'
import { Picture } from '../../../../ui/parts/Picture.js'
import { Stack } from '../../../../ui/parts/Stack.js'
import { estimateSend } from '../../actions/createReview.lazy.js'
import { sendToken } from '../../actions/sendToken.js'
import { sendStateOf } from '../../store.js'
import type { TransferIntent } from '../../transferIntent.js'
import { LookAlikeStep } from './LookAlikeStep.js'
import { ReviewDetails } from './ReviewDetails.js'
import { ReviewNotices } from './ReviewNotices.js'

export function SendPreviewView() {
  const current = useStore(sendStateOf(useWidget()), (state) => state.intent)
  const shown = useRef(current)
  // The intent is cleared after sending, while this view still animates out.
  if (current) shown.current = current
  const intent = shown.current
  if (!intent) return null
  if (intent.lookAlike !== undefined) {
    return <LookAlikeStep intent={intent} known={intent.lookAlike} />
  }
  return <Review intent={intent} />
}

function Review({ intent }: { readonly intent: TransferIntent }) {
  const { goBack, navigate } = useActions()
  const send = useSend()
  const estimate = useAction(estimateSend, { quiet: true })
  const { run: runEstimate } = estimate
  useEffect(() => {
    runEstimate()
  }, [runEstimate])

  const { token, units, phase } = intent
  const worth = formatWorth(units, token)
  const { deposit = 0n, withheld = 0n } = intent.estimate ?? {}
  const isLong = deposit > 0n || withheld > 0n || fundsOf(intent) === 'fee-in-token'
  const isBlocked =
    phase === 'failed' ||
    estimate.status === 'failed' ||
    (intent.estimate !== undefined && !isFunded(intent)) ||
    intent.inFlight.length > 0 ||
    intent.nameChangedTo !== undefined
  return (
    <div className="review">
      <section
        className={isLong ? 'review-amount review-amount-tight' : 'review-amount'}
        aria-label={reviewText.review.send}
      >
        <Picture name={token.symbol} src={token.icon} size={48} shape="round" />
        <p className="review-lead">{reviewText.review.lead}</p>
        <ReviewAmount
          amount={formatExactAmount(units, token.decimals)}
          symbol={token.symbol}
          testId="send-review-amount"
        />
        {worth !== undefined && <p className="review-worth">{worth}</p>}
      </section>
      <RecipientCard intent={intent} />
      <ReviewDetails intent={intent} isEstimating={estimate.status === 'running'} />
      <ReviewNotices
        intent={intent}
        isBlocked={isBlocked}
        estimateError={estimate.status === 'failed' ? estimate.error : undefined}
        onEstimate={() => estimate.run()}
        onSendAgain={() => send.run({ ignoredEntryIds: intent.inFlight })}
      />
      {isRunning(phase) ? (
        <SendProgress phase={phase} />
      ) : (
        phase === 'review' && (
          <p className="careful">
            <WarningIcon size={16} />
            {reviewText.review.careful}
          </p>
        )
      )}
      <div className={isBlocked || isRunning(phase) ? 'review-actions' : undefined}>
        <Stack direction="row" gap={8}>
          {isRunning(phase) ? (
            <Button
              variant="secondary"
              testId="send-hide"
              onClick={() => navigate({ view: 'Account', params: undefined, how: 'reset' })}
            >
              {reviewText.review.hide}
            </Button>
          ) : (
            <Button variant="secondary" testId="send-cancel" onClick={() => goBack()}>
              {reviewText.review.cancel}
            </Button>
          )}
          <Button
            testId="send-confirm"
            busy={isRunning(phase)}
            disabled={isBlocked || !isFunded(intent)}
            onClick={() => send.run()}
          >
            {reviewText.review.confirm}
          </Button>
        </Stack>
      </div>
    </div>
  )
}

/** Errors that the review shows itself get no toast. */
function useSend() {
  const { presentError } = useActions()
  const send = useAction(sendToken, { quiet: true })
  const { error } = send
  useEffect(() => {
    const isShown =
      isWidgetError(error, 'send/in-flight') || isWidgetError(error, 'send/receiver-changed')
    if (error !== undefined && !isShown) presentError(error)
  }, [error, presentError])
  return send
}

type RunningPhase = Exclude<TransferIntent['phase'], 'review' | 'failed'>

function isRunning(phase: TransferIntent['phase']): phase is RunningPhase {
  return phase !== 'review' && phase !== 'failed'
}

function RecipientCard({ intent }: { readonly intent: TransferIntent }) {
  const widget = useWidget()
  const { recipient, recipientName, recipientImage, network } = intent
  // Computed once: sending to the recipient must not change the badge.
  const [isFirst] = useState(
    () =>
      !getPastRecipients(widget, network.namespace).some((one) => isSameAddress(one, recipient)),
  )
  const isOwn = getOwnAddresses(widget, network.namespace).some((one) =>
    isSameAddress(one, recipient),
  )
  const isNew = isFirst && !isOwn
  const { to, firstTime, firstTimeLabel, knownRecipient, ownRecipient } = reviewText.review
  return (
    <section className="form-card review-recipient" aria-label={to}>
      <div className="form-line">
        <h2 className="form-label">{to}</h2>
        <span title={isNew ? firstTimeLabel : undefined} data-testid="send-acquaintance">
          <Badge tone={isNew ? 'warn' : 'neutral'}>
            {isOwn ? ownRecipient : isFirst ? firstTime : knownRecipient}
          </Badge>
        </span>
      </div>
      <div className="review-who">
        <Avatar address={recipient} src={recipientImage} size={40} />
        <span className="recipient-found-text">
          {recipientName !== undefined && (
            <bdi className="recipient-name" data-testid="send-review-name">
              {recipientName}
            </bdi>
          )}
          <FullAddress address={recipient} testId="send-review-address" />
        </span>
      </div>
    </section>
  )
}

function SendProgress({ phase }: { readonly phase: RunningPhase }) {
  const wallet = useStores(
    ['connection', 'network'],
    (widget) => getConnection(widget)?.wallet.name,
  )
  const { approve, approveText, checking, waiting, waitingText } = reviewText.review
  const texts = {
    checking: { title: checking, text: undefined },
    asking: { title: approve(wallet ?? ''), text: approveText },
    waiting: { title: waiting, text: waitingText },
  }[phase]
  return <Progress {...texts} testId={`send-${phase}`} />
}
