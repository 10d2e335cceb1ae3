import { useEffect, useRef } from 'react'
import { ownAddresses } from '../../../../core/account/recipients/knownAddresses.js'
import { isSameAddress } from '../../../../core/account/recipients/lookAlike.js'
import { formatBalance } from '../../../../core/format/balance.js'
import { isWidgetError, type WidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import { inFlight, review, warnings } from '../../../../core/text/sendReview.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { Button } from '../../../../ui/parts/button/Button.js'
import { FullAddress } from '../../../../ui/parts/full-address/FullAddress.js'
import { Notice } from '../../../../ui/parts/notice/Notice.js'
import { Stack } from '../../../../ui/parts/stack/Stack.js'
import { exactAmount } from '../../amount.js'
import type { Intent } from '../../store.js'
import { fundsOf } from '../../transferDraft.js'
import { NameNotice } from '../NameNotice.js'

type ReviewNoticesProps = {
  readonly intent: Intent
  /** Something keeps it from being sent. */
  readonly isStopped: boolean
  readonly estimateError: unknown
  readonly onEstimate: () => void
  readonly onSendAgain: () => void
}

/** Whatever the visitor should know before, or has to do first. */
export function ReviewNotices(props: ReviewNoticesProps) {
  const { intent } = props
  const widget = useWidget()
  const { token, receiver, network, roundedFrom, receiverWarning, receiverName } = intent
  const isOwn = ownAddresses(widget, network.namespace).some((one) => isSameAddress(one, receiver))
  const isTokenContract = token.address !== undefined && isSameAddress(token.address, receiver)
  const obstacle = useObstacleInView(props.isStopped)
  return (
    <>
      {roundedFrom !== undefined && (
        <Notice tone="info" title={warnings.rounded.title} testId="send-rounded">
          {warnings.rounded.text(roundedFrom, token.symbol, token.decimals)}
        </Notice>
      )}
      {receiverWarning && receiverName !== undefined && (
        <NameNotice warning={receiverWarning} name={receiverName} />
      )}
      {isOwn && (
        <Notice tone="warn" title={warnings.own.title} testId="send-own">
          {warnings.own.text}
        </Notice>
      )}
      {isTokenContract && (
        <Notice tone="bad" title={warnings.tokenContract.title} testId="send-contract">
          {warnings.tokenContract.text}
        </Notice>
      )}
      <div ref={obstacle} className="obstacle">
        <Obstacle {...props} />
      </div>
    </>
  )
}

/** What came up since may stand below what is in view. */
function useObstacleInView(isStopped: boolean) {
  const obstacle = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isStopped) obstacle.current?.scrollIntoView({ block: 'nearest' })
  }, [isStopped])
  return obstacle
}

/** The one thing that keeps it from being sent. */
function Obstacle({ intent, estimateError, onEstimate, onSendAgain }: ReviewNoticesProps) {
  const { navigate, goBack } = useActions()
  const { token, network, phase, movedTo, receiverName, estimate } = intent
  if (phase === 'failed') {
    return (
      <Notice
        tone="bad"
        urgent
        title={warnings.failed.title}
        testId="send-failed"
        action={
          <Button variant="secondary" size="small" onPress={() => goBack()}>
            {warnings.back}
          </Button>
        }
      >
        {warnings.failed.text}
      </Notice>
    )
  }
  if (movedTo !== undefined) {
    return (
      <Notice
        tone="bad"
        urgent
        title={warnings.moved.title}
        testId="send-moved"
        action={<FullAddress address={movedTo} />}
      >
        {warnings.moved.text(receiverName ?? '')}
      </Notice>
    )
  }
  if (intent.inFlight.length > 0) {
    return (
      <Notice
        tone="warn"
        urgent
        title={inFlight.title}
        testId="send-in-flight"
        action={
          <Stack gap={8} direction="row" wrap>
            <Button
              size="small"
              onPress={() => navigate({ view: 'Transactions', params: undefined })}
            >
              {inFlight.activity}
            </Button>
            <Button size="small" variant="secondary" testId="send-again" onPress={onSendAgain}>
              {inFlight.again}
            </Button>
          </Stack>
        }
      >
        {inFlight.text}
      </Notice>
    )
  }
  if (estimateError !== undefined) {
    const refusal = refusalIn(estimateError)
    return (
      <Notice
        tone="bad"
        urgent
        title={refusal ? warnings.refused.title : warnings.feeUnknown.title}
        testId="send-fee-unknown"
        action={
          <Button variant="secondary" size="small" onPress={refusal ? () => goBack() : onEstimate}>
            {refusal ? warnings.back : review.again}
          </Button>
        }
      >
        {refusal?.message ?? warnings.feeUnknown.text}
      </Notice>
    )
  }
  const funds = fundsOf(intent)
  if (funds === 'short-of-token' && estimate) {
    const amount = `${formatBalance(estimate.balance, token.decimals)} ${token.symbol}`
    return (
      <Notice tone="bad" urgent title={warnings.shortOfToken.title} testId="send-short">
        {warnings.shortOfToken.text(amount)}
      </Notice>
    )
  }
  if (funds === 'short-of-reserve' && estimate) {
    const { symbol, decimals } = network.nativeCurrency
    return (
      <Notice tone="bad" urgent title={warnings.shortOfReserve.title} testId="send-short">
        {warnings.shortOfReserve.text(`${exactAmount(estimate.reserve, decimals)} ${symbol}`)}
      </Notice>
    )
  }
  if (funds === 'short-of-fee') {
    return (
      <Notice tone="bad" urgent title={warnings.shortOfFee.title} testId="send-short">
        {warnings.shortOfFee.text(network.nativeCurrency.symbol)}
      </Notice>
    )
  }
  return null
}

/** What the chain itself has against the transfer, where that is why there is no fee. */
function refusalIn(error: unknown): WidgetError | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return isWidgetError(cause) && cause.code.startsWith('transfer/') ? cause : undefined
}
