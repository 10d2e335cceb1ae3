import { Button } from '@latchkey/parts/Button'
import { Notice } from '@latchkey/parts/Notice'
import { fundsOf } from '../../../../core/account/transfer/estimateTransfer.js'
import { formatExactAmount } from '../../../../core/account/transfer/formatTransfer.js'
import { formatBalance } from '../../../../core/format/format.js'
import type { Payment } from '../../../../core/pay/payment.js'
import type { PayState } from '../../../../core/pay/store.js'
import { getErrorText } from '../../../../core/runtime/errors/interface.js'
import { isWidgetError } from '../../../../core/runtime/errors/WidgetError.js'
import * as payText from '../../../../core/text/pay.js'
import { useActions } from '../../../../ui/hooks/context.js'
import { Stack } from '../../../../ui/parts/Stack.js'
import type { PaySource } from '../../paySource.js'

type PayObstacleProps = {
  readonly state: PayState & { readonly payment: Payment }
  readonly source: PaySource | undefined
  readonly hasOthers: boolean
  /** Why the costs are not known. */
  readonly error: unknown
  readonly onEstimate: () => void
  readonly onPayAgain: () => void
}

/** Why the payment cannot be made, and what to do. */
export function PayObstacle({
  state,
  source,
  hasOthers,
  error,
  onEstimate,
  onPayAgain,
}: PayObstacleProps) {
  const { goBack, navigate } = useActions()
  const { payment, estimate, inFlight } = state
  const { token, units, network } = payment
  const { symbol, decimals } = network.nativeCurrency
  const text = payText.obstacles
  const other = (
    <Button size="small" variant="secondary" testId="pay-other" onClick={() => goBack()}>
      {payText.quote.other}
    </Button>
  )
  if (inFlight.length > 0) {
    return (
      <Notice
        tone="warn"
        urgent
        title={text.inFlight.title}
        testId="pay-in-flight"
        action={
          <Button size="small" variant="secondary" testId="pay-again" onClick={onPayAgain}>
            {text.inFlight.again}
          </Button>
        }
      >
        {text.inFlight.text}
      </Notice>
    )
  }
  const choose = (
    <Button
      size="small"
      variant="secondary"
      testId="pay-other-token"
      onClick={() => navigate({ view: 'PaySelectToken' })}
    >
      {payText.source.other}
    </Button>
  )
  if (source) {
    const isBad = isWidgetError(source.error, 'swap/price-impact')
    if (source.error === undefined) {
      return <p className="careful">{payText.source.rest(token.symbol)}</p>
    }
    return (
      <Notice
        tone="bad"
        urgent
        title={isBad ? text.impact.title : text.swap.title}
        testId="pay-short"
        action={choose}
      >
        {isBad ? text.impact.text : getErrorText(source.error)}
      </Notice>
    )
  }
  if (error !== undefined) {
    const { title, text: body } = text.unavailable
    const reason = isWidgetError(error) && error.code !== 'send/fee-unknown' && getErrorText(error)
    return (
      <Notice
        tone="bad"
        urgent
        title={title}
        testId="pay-unavailable"
        action={
          <Button size="small" variant="secondary" onClick={onEstimate}>
            {payText.quote.tryAgain}
          </Button>
        }
      >
        {reason || body}
      </Notice>
    )
  }
  const ways = (
    <Stack gap={8} direction="row" wrap>
      {hasOthers && choose}
      {other}
    </Stack>
  )
  const funds = fundsOf({ token, units, estimate })
  if (funds === 'short-of-token' && estimate) {
    const { title, text: getText } = text.shortOfToken
    const balance = `${formatBalance(estimate.balance, token.decimals)} ${token.symbol}`
    return (
      <Notice tone="bad" urgent title={title} testId="pay-short" action={ways}>
        {getText(balance, token.symbol)}
      </Notice>
    )
  }
  if (funds === 'short-of-fee') {
    const { title, text: getText } = text.shortOfFee
    return (
      <Notice tone="bad" urgent title={title} testId="pay-short" action={other}>
        {getText(symbol)}
      </Notice>
    )
  }
  if (funds === 'short-of-reserve' && estimate) {
    const { title, text: getText } = text.shortOfReserve
    const reserve = `${formatExactAmount(estimate.reserve, decimals)} ${symbol}`
    return (
      <Notice tone="bad" urgent title={title} testId="pay-short" action={other}>
        {getText(reserve)}
      </Notice>
    )
  }
  if (estimate && estimate.withheld > 0n) {
    return (
      <Notice tone="bad" urgent title={text.withheld.title} testId="pay-withheld" action={other}>
        {text.withheld.text}
      </Notice>
    )
  }
  if (funds === 'fee-in-token') {
    return (
      <Notice tone="info" title={text.feeInToken.title} testId="pay-fee-in-token">
        {text.feeInToken.text(symbol)}
      </Notice>
    )
  }
  return null
}
