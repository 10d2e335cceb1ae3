import { useId } from 'react'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { formatBalance } from '../../../core/format/format.js'
import * as accountText from '../../../core/text/account.js'
import * as swapText from '../../../core/text/swap.js'
import { useActions } from '../../../ui/hooks/context.js'
import { useOpenBuy } from '../../../ui/hooks/useAccountActions.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { AmountInput, TokenButton } from '../../../ui/parts/amount-field/AmountInput.js'
import { Link } from '../../../ui/parts/Link.js'
import { changeSourceAmount, fillMaxAmount } from '../actions/editSwap.js'
import type { SwapQuote, SwapState } from '../store.js'
import { formatExpected, formatWorth, ownDecimals } from './format.js'

type TokenFieldProps = {
  readonly target: 'sourceToken' | 'toToken'
  readonly form: SwapState
  /** The current quote, or the last one while a new one is awaited. */
  readonly quote: SwapQuote | undefined
}

/** One side of the swap: the amount, its token, its value and the balance. */
export function TokenField({ target, form, quote }: TokenFieldProps) {
  const { navigate, recordEvent } = useActions()
  const labelId = useId()
  const isSource = target === 'sourceToken'
  const token = form[target]
  const worth = isSource ? form.sourceWorth : quote?.toWorth
  const isBad = isSource && form.inputError !== undefined
  const { changeToken, selectToken } = swapText.form
  return (
    <section className="form-card" aria-labelledby={labelId} data-bad={isBad || undefined}>
      <h2 className="form-label" id={labelId}>
        {swapText.form[target]}
      </h2>
      <div className="form-line amount-line">
        {isSource ? <SourceAmount form={form} /> : <ExpectedAmount form={form} quote={quote} />}
        <TokenButton
          token={token}
          changeText={changeToken}
          selectText={selectToken}
          testId={token ? `swap-input-token-${target}` : `swap-select-token-button-${target}`}
          onClick={() => {
            recordEvent({ event: 'CLICK_SELECT_TOKEN_TO_SWAP' })
            navigate({ view: 'SwapSelectToken', params: { target } })
          }}
        />
      </div>
      <div className="form-line form-facts">
        <span data-testid={`swap-worth-${target}`}>
          {worth !== undefined && worth > 0n && formatWorth(worth)}
        </span>
        {token && <Available token={token} canFill={isSource} />}
      </div>
    </section>
  )
}

function SourceAmount({ form }: { readonly form: SwapState }) {
  const change = useAction(changeSourceAmount)
  const problemId = useId()
  const { sourceToken, sourceTokenAmount, inputError } = form
  const { amount, amountIn } = swapText.form
  return (
    <>
      <AmountInput
        label={sourceToken ? amountIn(sourceToken.symbol) : amount}
        value={sourceTokenAmount}
        testId="swap-input-sourceToken"
        problemId={inputError && problemId}
        onChange={(text) => change.run({ text })}
      />
      <span id={problemId} className="visually-hidden" role="status">
        {inputError?.message}
      </span>
    </>
  )
}

function ExpectedAmount({ form, quote }: Omit<TokenFieldProps, 'target'>) {
  const { toToken, isQuoting } = form
  const { received, receivedIn, quoting } = swapText.form
  const isWaiting = isQuoting && !form.quote
  return (
    <>
      <AmountInput
        label={toToken ? receivedIn(toToken.symbol) : received}
        value={quote ? formatExpected(quote.toUnits, quote.toToken.decimals) : ''}
        busy={isWaiting}
        testId="swap-input-toToken"
      />
      <span className="visually-hidden" role="status">
        {isWaiting && quoting}
      </span>
    </>
  )
}

type AvailableProps = { readonly token: Holding; readonly canFill: boolean }

/** The balance; the source can be filled with it, or bought. */
function Available({ token, canFill }: AvailableProps) {
  const max = useAction(fillMaxAmount)
  const openBuy = useOpenBuy()
  const { balance, max: maxText, maxLabel } = swapText.form
  const { networkId, symbol, units, decimals } = token
  return (
    <span className="available">
      <bdi className="available-text">{balance(formatBalance(units, decimals, ownDecimals))}</bdi>
      {canFill && units > 0n && (
        <button
          type="button"
          className="link"
          title={maxLabel}
          data-testid="swap-max"
          onClick={() => max.run()}
        >
          {maxText}
        </button>
      )}
      {canFill && units === 0n && openBuy && (
        <Link testId="swap-buy" onClick={() => openBuy({ token: `${networkId}:${symbol}` })}>
          {accountText.features.onramp}
        </Link>
      )}
    </span>
  )
}
