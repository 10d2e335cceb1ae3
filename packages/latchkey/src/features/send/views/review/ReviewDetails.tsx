import { isNative } from '../../../../core/account/portfolio/holding.js'
import { fundsOf } from '../../../../core/account/transfer/estimateTransfer.js'
import { formatExactAmount, formatWorth } from '../../../../core/account/transfer/formatTransfer.js'
import { review } from '../../../../core/text/sendReview.js'
import { useWidget } from '../../../../ui/hooks/context.js'
import { Detail, Money } from '../../../../ui/parts/details/Details.js'
import { NetworkImage } from '../../../../ui/parts/Picture.js'
import { Skeleton } from '../../../../ui/parts/Skeleton.js'
import { findCoin, getKnownHoldings } from '../../sendContext.js'
import type { TransferIntent } from '../../transferIntent.js'

type ReviewDetailsProps = { readonly intent: TransferIntent; readonly isEstimating: boolean }

/** Network, fee and total. */
export function ReviewDetails({ intent, isEstimating }: ReviewDetailsProps) {
  const widget = useWidget()
  const { network, account, token, units, estimate } = intent
  const coin = findCoin(getKnownHoldings(widget, { network, account }))
  const { symbol, decimals } = network.nativeCurrency
  const { deposit = 0n, withheld = 0n } = estimate ?? {}
  const isInToken = fundsOf(intent) === 'fee-in-token'
  const inCoin = isInToken ? undefined : estimate?.fee
  const fee = inCoin === undefined ? undefined : roundFee(inCoin - deposit)
  const price = (isNative(token) ? token : coin)?.price
  const amount = `${formatExactAmount(units, token.decimals)} ${token.symbol}`
  return (
    <section className="details" aria-label={review.details}>
      <Detail name={review.network}>
        <NetworkImage name={network.name} src={network.imageUrl} size={20} />
        {network.name}
      </Detail>
      <Detail name={review.fee}>
        {fee !== undefined ? (
          <Money
            text={review.feeUpTo(`${formatExactAmount(fee, decimals)} ${symbol}`)}
            worth={formatWorth(fee, { decimals, price })}
            testId="send-fee"
          />
        ) : isEstimating ? (
          <span className="details-wait">
            <Skeleton kind="text" />
          </span>
        ) : isInToken ? (
          review.feeInToken
        ) : (
          review.unknown
        )}
      </Detail>
      {deposit > 0n && (
        <Detail name={review.deposit}>
          <Money text={`${formatExactAmount(deposit, decimals)} ${symbol}`} testId="send-deposit" />
        </Detail>
      )}
      {withheld > 0n && (
        <Detail name={review.arrives}>
          <Money
            text={`${formatExactAmount(units - withheld, token.decimals)} ${token.symbol}`}
            worth={review.withheld(
              `${formatExactAmount(withheld, token.decimals)} ${token.symbol}`,
            )}
            testId="send-arrives"
          />
        </Detail>
      )}
      <Detail name={review.total} isTotal>
        {fee === undefined ? (
          isInToken ? (
            review.plusFee(amount)
          ) : (
            amount
          )
        ) : isNative(token) ? (
          <Money
            text={`${formatExactAmount(units + fee, decimals)} ${symbol}`}
            worth={formatWorth(units + fee, { decimals, price })}
            testId="send-total"
          />
        ) : (
          <Money
            text={amount}
            worth={review.plus(`${formatExactAmount(fee + deposit, decimals)} ${symbol}`)}
            testId="send-total"
          />
        )}
      </Detail>
    </section>
  )
}

/** Significant digits of a fee. */
const feeDigits = 4

/** Rounds up: the fee is never more than is shown. */
function roundFee(fee: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, fee.toString().length - feeDigits))
  return ((fee + step - 1n) / step) * step
}
