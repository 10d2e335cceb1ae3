import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import { useEffect, useRef } from 'react'
import { getOwnAddresses } from '../../../../core/account/recipients/knownAddresses.js'
import { fundsOf } from '../../../../core/account/transfer/estimateTransfer.js'
import { formatExactAmount } from '../../../../core/account/transfer/formatTransfer.js'
import { formatBalance } from '../../../../core/format/format.js'
import { getErrorText } from '../../../../core/runtime/errors/interface.js'
import { isWidgetError, type WidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import { inFlight, review, warnings } from '../../../../core/text/sendReview.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { FullAddress } from '../../../../ui/parts/FullAddress.js'
import { Stack } from '../../../../ui/parts/Stack.js'
import type { TransferIntent } from '../../transferIntent.js'
import { NameNotice } from '../NameNotice.js'

type ReviewNoticesProps = {
  readonly intent: TransferIntent
  /** The transfer cannot be sent as it is. */
  readonly isBlocked: boolean
  readonly estimateError: unknown
  readonly onEstimate: () => void
  readonly onSendAgain: () => void
}

/** Warnings, and what the visitor has to do before sending. */
export function ReviewNotices(props: ReviewNoticesProps) {
  const { intent } = props
  const widget = useWidget()
  const { token, recipient, network, roundedFrom, recipientWarning, recipientName } = intent
  const isOwn = getOwnAddresses(widget, network.namespace).some((one) =>
    isSameAddress(one, recipient),
  )
  const isTokenContract = token.address !== undefined && isSameAddress(token.address, recipient)
  const obstacle = useObstacleInView(props.isBlocked)
  return (
    <>
      {roundedFrom !== undefined && (
        <Notice tone="info" title={warnings.rounded.title} testId="send-rounded">
          {warnings.rounded.text(roundedFrom, token.symbol, token.decimals)}
        </Notice>
      )}
      {recipientWarning && recipientName !== undefined && (
        <NameNotice warning={recipientWarning} name={recipientName} />
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

/** Scrolls to an obstacle that appears below the visible part. */
function useObstacleInView(isBlocked: boolean) {
  const obstacle = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isBlocked) obstacle.current?.scrollIntoView({ block: 'nearest' })
  }, [isBlocked])
  return obstacle
}

/** Why the transfer cannot be sent, or what to do with it. */
function Obstacle({ intent, estimateError, onEstimate, onSendAgain }: ReviewNoticesProps) {
  const { navigate, goBack } = useActions()
  const { token, network, phase, nameChangedTo, recipientName, estimate } = intent
  if (phase === 'failed') {
    return (
      <Notice
        tone="bad"
        urgent
        title={warnings.failed.title}
        testId="send-failed"
        action={
          <Button variant="secondary" size="small" onClick={() => goBack()}>
            {warnings.back}
          </Button>
        }
      >
        {warnings.failed.text}
      </Notice>
    )
  }
  if (nameChangedTo !== undefined) {
    return (
      <Notice
        tone="bad"
        urgent
        title={warnings.nameChanged.title}
        testId="send-moved"
        action={<FullAddress address={nameChangedTo} />}
      >
        {warnings.nameChanged.text(recipientName ?? '')}
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
              onClick={() => navigate({ view: 'Transactions', params: undefined })}
            >
              {inFlight.activity}
            </Button>
            <Button size="small" variant="secondary" testId="send-again" onClick={onSendAgain}>
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
    const transferError = findTransferError(estimateError)
    return (
      <Notice
        tone="bad"
        urgent
        title={transferError ? warnings.rejected.title : warnings.feeUnknown.title}
        testId="send-fee-unknown"
        action={
          <Button
            variant="secondary"
            size="small"
            onClick={transferError ? () => goBack() : onEstimate}
          >
            {transferError ? warnings.back : review.again}
          </Button>
        }
      >
        {transferError ? getErrorText(transferError) : warnings.feeUnknown.text}
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
        {warnings.shortOfReserve.text(`${formatExactAmount(estimate.reserve, decimals)} ${symbol}`)}
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
  if (funds === 'fee-in-token') {
    return (
      <Notice tone="info" title={warnings.feeInToken.title} testId="send-fee-in-token">
        {warnings.feeInToken.text(network.nativeCurrency.symbol)}
      </Notice>
    )
  }
  return null
}

/** The chain's own error, if that is why there is no fee. */
function findTransferError(error: unknown): WidgetError | undefined {
  const cause = error instanceof Error ? error.cause : undefined
  return isWidgetError(cause) && cause.code.startsWith('transfer/') ? cause : undefined
}
