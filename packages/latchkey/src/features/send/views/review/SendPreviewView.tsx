import { useEffect, useRef, useState } from 'react'
import {
  getOwnAddresses,
  getPastRecipients,
} from '../../../../core/account/recipients/knownAddresses.js'
import { isSameAddress } from '../../../../core/account/recipients/lookAlike.js'
import { getConnection } from '../../../../core/connection/store.js'
import { isWidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import * as reviewText from '../../../../core/text/sendReview.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { useStore, useStores } from '../../../../ui/hooks/useStore.js'
import { WarningIcon } from '../../../../ui/icons/index.js'
import { Avatar } from '../../../../ui/parts/avatar/Avatar.js'
import { Badge } from '../../../../ui/parts/badge/Badge.js'
import { Button } from '../../../../ui/parts/button/Button.js'
import { FullAddress } from '../../../../ui/parts/full-address/FullAddress.js'
import { Spinner } from '../../../../ui/parts/spinner/Spinner.js'
import { Stack } from '../../../../ui/parts/stack/Stack.js'
import { Picture } from '../../../../ui/parts/wallet-image/Picture.js'
import { estimateSend } from '../../actions/createReview.lazy.js'
import { sendToken } from '../../actions/sendToken.js'
import { formatExactAmount, formatWorth } from '../../amount.js'
import { type TransferIntent, sendStateOf } from '../../store.js'
import { fundsOf } from '../../transferIntent.js'
import { amountClass } from './amountClass.js'
import { LookAlikeStep } from './LookAlikeStep.js'
import { ReviewDetails } from './ReviewDetails.js'
import { ReviewNotices } from './ReviewNotices.js'

export function SendPreviewView() {
  const current = useStore(sendStateOf(useWidget()), (state) => state.intent)
  const shown = useRef(current)
  // Once it is sent the draft is forgotten, while this view is still on its way out.
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
  const { run: ask } = estimate
  useEffect(() => {
    ask()
  }, [ask])

  const { token, units, phase } = intent
  const worth = formatWorth(units, token)
  const amount = `${formatExactAmount(units, token.decimals)} ${token.symbol}`
  const { deposit = 0n, withheld = 0n } = intent.estimate ?? {}
  const isLong = deposit > 0n || withheld > 0n
  const funds = fundsOf(intent)
  const isStopped =
    phase === 'failed' ||
    estimate.status === 'failed' ||
    (funds !== 'enough' && funds !== 'unknown') ||
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
        <p className={amountClass(amount)} data-testid="send-review-amount">
          <bdi>
            {formatExactAmount(units, token.decimals)}{' '}
            <span className="balance-symbol">{token.symbol}</span>
          </bdi>
        </p>
        {worth !== undefined && <p className="review-worth">{worth}</p>}
      </section>
      <RecipientCard intent={intent} />
      <ReviewDetails intent={intent} isAsking={estimate.status === 'running'} />
      <ReviewNotices
        intent={intent}
        isStopped={isStopped}
        estimateError={estimate.status === 'failed' ? estimate.error : undefined}
        onEstimate={() => estimate.run()}
        onSendAgain={() => send.run({ ignoredEntryIds: intent.inFlight })}
      />
      {isRunning(phase) ? (
        <Progress phase={phase} />
      ) : (
        phase === 'review' && (
          <p className="careful">
            <WarningIcon size={16} />
            {reviewText.review.careful}
          </p>
        )
      )}
      <div className={isStopped || isRunning(phase) ? 'review-actions' : undefined}>
        <Stack direction="row" gap={8}>
          {isRunning(phase) ? (
            <Button
              variant="secondary"
              testId="send-hide"
              onPress={() => navigate({ view: 'Account', params: undefined, how: 'reset' })}
            >
              {reviewText.review.hide}
            </Button>
          ) : (
            <Button variant="secondary" testId="send-cancel" onPress={() => goBack()}>
              {reviewText.review.cancel}
            </Button>
          )}
          <Button
            testId="send-confirm"
            busy={isRunning(phase)}
            disabled={isStopped || funds === 'unknown'}
            onPress={() => send.run()}
          >
            {reviewText.review.confirm}
          </Button>
        </Stack>
      </div>
    </div>
  )
}

/** Sends; a failure that the review itself shows needs no toast. */
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
  // Decided once: a send to them that has just begun does not make them an old acquaintance.
  const [isFirst] = useState(
    () => !getPastRecipients(widget, network.namespace).some((one) => isSameAddress(one, recipient)),
  )
  const isOwn = getOwnAddresses(widget, network.namespace).some((one) =>
    isSameAddress(one, recipient),
  )
  const isStranger = isFirst && !isOwn
  const { to, firstTime, firstTimeLabel, knownRecipient, ownRecipient } = reviewText.review
  return (
    <section className="send-card review-recipient" aria-label={to}>
      <div className="send-line">
        <h2 className="send-label">{to}</h2>
        <span title={isStranger ? firstTimeLabel : undefined} data-testid="send-acquaintance">
          <Badge tone={isStranger ? 'warn' : 'neutral'}>
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

/** What is being waited for. The draft stays in sight, to be compared with what the wallet shows. */
function Progress({ phase }: { readonly phase: RunningPhase }) {
  const wallet = useStores(['connection', 'network'], (widget) => getConnection(widget)?.wallet.name)
  const { approve, approveText, checking, waiting, waitingText } = reviewText.review
  const words = {
    checking: { title: checking, text: undefined },
    asking: { title: approve(wallet ?? ''), text: approveText },
    waiting: { title: waiting, text: waitingText },
  }[phase]
  const box = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase has more or fewer words
  useEffect(() => {
    box.current?.scrollIntoView({ block: 'nearest' })
  }, [phase])
  return (
    <div ref={box} className="progress" role="status" data-testid={`send-${phase}`}>
      <Spinner />
      <span className="progress-words">
        <span className="progress-title">{words.title}</span>
        {words.text && <span className="progress-text">{words.text}</span>}
      </span>
    </div>
  )
}
