import { formatAmount } from '@latchkey/wire/amount'
import { useEffect } from 'react'
import { getPortfolio } from '../../../../core/account/portfolio/portfolio.js'
import { formatExactAmount, formatWorth } from '../../../../core/account/transfer/formatTransfer.js'
import { getConnection } from '../../../../core/connection/store.js'
import type { Payment } from '../../../../core/pay/payment.js'
import * as payText from '../../../../core/text/pay.js'
import { useActions, useWidget } from '../../../../ui/hooks/context.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { useResource } from '../../../../ui/hooks/useResource.js'
import { useStore, useStores } from '../../../../ui/hooks/useStore.js'
import { TokenButton } from '../../../../ui/parts/amount-field/AmountInput.js'
import { Detail, Money } from '../../../../ui/parts/details/Details.js'
import { Skeleton } from '../../../../ui/parts/Skeleton.js'
import { loadOtherTokens, watchSource } from '../../actions/chooseSource.js'
import {
  findOtherTokens,
  findPaySource,
  type PaySource,
  paySourceStateOf,
} from '../../paySource.js'
import { useAssetImage } from '../usePayment.js'

/** The token that pays instead of the asked one; undefined if that one does. */
export function usePaySource(payment: Payment): PaySource | undefined {
  const widget = useWidget()
  useStore(paySourceStateOf(widget), ({ source }) => source)
  return useStores(['connection'], () => findPaySource(widget, payment))
}

/** Whether the account has other tokens that could pay. Loads them. */
export function useHasOtherTokens(payment: Payment): boolean {
  const widget = useWidget()
  const { network } = payment
  const address = useStores(
    ['connection'],
    () => getConnection(widget, network.namespace)?.active.address ?? '',
  )
  useResource(getPortfolio(widget), { address, network })
  const { run: load } = useAction(loadOtherTokens, { quiet: true })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other tokens
  useEffect(() => {
    load()
  }, [load, address])
  return findOtherTokens(widget, payment).length > 0
}

type PaySourceButtonProps = { readonly payment: Payment; readonly source: PaySource | undefined }

/** The token to pay with; opens the list of the others. */
export function PaySourceButton({ payment, source }: PaySourceButtonProps) {
  const { navigate } = useActions()
  const icon = useAssetImage(payment.token)
  return (
    <TokenButton
      token={source?.token ?? { ...payment.token, icon }}
      changeText={payText.source.change}
      selectText={payText.source.change}
      testId="pay-source"
      onClick={() => navigate({ view: 'PaySelectToken' })}
    />
  )
}

/** What is swapped for the payment. Quotes it while it is shown. */
export function SwapLines({ source }: { readonly source: PaySource }) {
  const { run: watch } = useAction(watchSource, { quiet: true })
  const { payment, token, quote, error } = source
  // biome-ignore lint/correctness/useExhaustiveDependencies: another token has another price
  useEffect(() => {
    watch()
  }, [watch, token.address])
  const { swap, feeAbout } = payText.source
  const coin = payment.network.nativeCurrency
  const wait = error === undefined && (
    <span className="details-wait">
      <Skeleton kind="text" />
    </span>
  )
  return (
    <>
      <Detail name={swap}>
        {quote ? (
          <Money
            text={`${formatExactAmount(quote.sourceUnits, token.decimals)} ${token.symbol}`}
            worth={formatWorth(quote.sourceUnits, quote.sourceToken)}
            testId="pay-swap-amount"
          />
        ) : (
          wait || payText.quote.unknown
        )}
      </Detail>
      {quote?.priceImpact !== undefined && (
        <Detail name={payText.source.impact}>
          <span data-testid="pay-swap-impact">{formatImpact(quote.priceImpact)}</span>
        </Detail>
      )}
      {quote && (
        <Detail name={payText.quote.fee}>
          <Money
            text={feeAbout(
              `${formatExactAmount(roundFee(quote.networkFee.units), coin.decimals)} ${coin.symbol}`,
            )}
            testId="pay-fee"
          />
        </Detail>
      )}
    </>
  )
}

/** Hundredths of a percent; a gain is no impact. */
function formatImpact(impact: bigint): string {
  return `${formatAmount(impact > 0n ? impact : 0n, 2)}%`
}

/** Significant digits of a fee. */
const feeDigits = 4

/** Rounds up: the fee is never more than is shown. */
export function roundFee(fee: bigint): bigint {
  const step = 10n ** BigInt(Math.max(0, fee.toString().length - feeDigits))
  return ((fee + step - 1n) / step) * step
}
