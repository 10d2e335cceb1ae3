import { getActiveNetwork } from '../../../../core/network/store.js'
import { details, sourceNames } from '../../../../core/text/swap.js'
import { useWidget } from '../../../../ui/hooks/context.js'
import { useStore } from '../../../../ui/hooks/useStore.js'
import { Detail, Money } from '../../../../ui/parts/details/Details.js'
import type { SwapQuote } from '../../store.js'
import { impactLevelOf } from '../../swapRules.js'
import { feeShare, formatImpact, formatPercent, formatTokens, formatWorth } from '../format.js'

type QuoteLinesProps = {
  readonly quote: SwapQuote
  /** Below the least amount; the form has a setting for it instead. */
  readonly showsSlippage?: boolean
}

/** Price impact, the least amount received, fees and route of a quote. */
export function QuoteLines({ quote, showsSlippage = false }: QuoteLinesProps) {
  const coin = useStore(
    useWidget().stores.network,
    (state) => getActiveNetwork(state)?.nativeCurrency,
  )
  const { sourceToken, toToken, priceImpact, minimumUnits, slippage, networkFee, exchangeFee } =
    quote
  const level = priceImpact === undefined ? 'low' : impactLevelOf(priceImpact)
  return (
    <>
      <Detail name={details.impact}>
        <span className={`swap-impact swap-impact-${level}`} data-testid="swap-impact">
          {priceImpact === undefined ? details.unknown : formatImpact(priceImpact)}
        </span>
      </Detail>
      <Detail name={details.minimum}>
        <Money
          text={formatTokens(minimumUnits, toToken)}
          worth={showsSlippage ? details.slippageOf(formatPercent(slippage)) : undefined}
          testId="swap-minimum"
        />
      </Detail>
      {coin && (
        <Detail name={details.networkFee}>
          <Money
            text={details.about(formatTokens(networkFee.units, coin))}
            worth={networkFee.worth === undefined ? undefined : formatWorth(networkFee.worth)}
            testId="swap-network-fee"
          />
        </Detail>
      )}
      {exchangeFee !== undefined && (
        <Detail name={details.fee}>
          <Money
            text={formatTokens(exchangeFee, sourceToken)}
            worth={feeShare(quote)}
            testId="swap-fee"
          />
        </Detail>
      )}
      <Route quote={quote} />
    </>
  )
}

function Route({ quote: { route, source } }: { readonly quote: SwapQuote }) {
  if (route.length === 0 && source === undefined) return null
  return (
    <Detail name={details.route}>
      <span className="money" data-testid="swap-route">
        {route.length > 0 && <bdi>{route.join(' → ')}</bdi>}
        {source !== undefined && (
          <bdi className="money-worth">{details.via(sourceNames[source] ?? source)}</bdi>
        )}
      </span>
    </Detail>
  )
}
