import type { ReactNode } from 'react'
import { isNative } from '../../../../core/account/portfolio/holding.js'
import { review } from '../../../../core/text/sendReview.js'
import { useWidget } from '../../../../ui/hooks/context.js'
import { NetworkImage } from '../../../../ui/parts/network-image/NetworkImage.js'
import { Skeleton } from '../../../../ui/parts/skeleton/Skeleton.js'
import { exactAmount, formatWorth } from '../../amount.js'
import { coinOf, knownHoldings } from '../../sendContext.js'
import type { Intent } from '../../store.js'

type ReviewDetailsProps = { readonly intent: Intent; readonly isAsking: boolean }

/** Where, and what it costs altogether. */
export function ReviewDetails({ intent, isAsking }: ReviewDetailsProps) {
  const widget = useWidget()
  const { network, account, token, units, estimate } = intent
  const coin = coinOf(knownHoldings(widget, { network, account }))
  const { symbol, decimals } = network.nativeCurrency
  const { deposit = 0n, withheld = 0n } = estimate ?? {}
  const fee = estimate?.fee === undefined ? undefined : readableFee(estimate.fee - deposit)
  const price = (isNative(token) ? token : coin)?.price
  return (
    <section className="details" aria-label={review.details}>
      <Detail name={review.network}>
        <NetworkImage name={network.name} src={network.imageUrl} size={20} />
        {network.name}
      </Detail>
      <Detail name={review.fee}>
        {fee !== undefined ? (
          <Money
            text={review.feeUpTo(`${exactAmount(fee, decimals)} ${symbol}`)}
            worth={formatWorth(fee, { decimals, price })}
            testId="send-fee"
          />
        ) : isAsking ? (
          <span className="details-wait">
            <Skeleton kind="text" />
          </span>
        ) : (
          review.unknown
        )}
      </Detail>
      {deposit > 0n && (
        <Detail name={review.deposit}>
          <Money text={`${exactAmount(deposit, decimals)} ${symbol}`} testId="send-deposit" />
        </Detail>
      )}
      {withheld > 0n && (
        <Detail name={review.arrives}>
          <Money
            text={`${exactAmount(units - withheld, token.decimals)} ${token.symbol}`}
            worth={review.withheld(`${exactAmount(withheld, token.decimals)} ${token.symbol}`)}
            testId="send-arrives"
          />
        </Detail>
      )}
      <Detail name={review.total} isTotal>
        {fee === undefined ? (
          `${exactAmount(units, token.decimals)} ${token.symbol}`
        ) : isNative(token) ? (
          <Money
            text={`${exactAmount(units + fee, decimals)} ${symbol}`}
            worth={formatWorth(units + fee, { decimals, price })}
            testId="send-total"
          />
        ) : (
          <Money
            text={`${exactAmount(units, token.decimals)} ${token.symbol}`}
            worth={review.plus(`${exactAmount(fee + deposit, decimals)} ${symbol}`)}
            testId="send-total"
          />
        )}
      </Detail>
    </section>
  )
}

/** Digits of a fee that anybody compares. */
const feeDigits = 4

/** Rounded up: nobody pays more than is shown. */
function readableFee(fee: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, fee.toString().length - feeDigits))
  return ((fee + step - 1n) / step) * step
}

function Detail({
  name,
  isTotal = false,
  children,
}: {
  readonly name: string
  readonly isTotal?: boolean
  readonly children: ReactNode
}) {
  return (
    <div className={isTotal ? 'detail detail-total' : 'detail'}>
      <span className="detail-name">{name}</span>
      <span className="detail-value">{children}</span>
    </div>
  )
}

function Money({
  text,
  worth,
  testId,
}: {
  readonly text: string
  readonly worth?: string | undefined
  readonly testId: string
}) {
  return (
    <span className="money" data-testid={testId}>
      <bdi>{text}</bdi>
      {worth !== undefined && <span className="money-worth">{worth}</span>}
    </span>
  )
}
