import { ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { useId } from 'react'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { formatExactAmount, formatWorth } from '../../../core/account/transfer/formatTransfer.js'
import { formatBalance } from '../../../core/format/format.js'
import * as sendText from '../../../core/text/send.js'
import { useActions } from '../../../ui/hooks/context.js'
import { useOpenBuy } from '../../../ui/hooks/useAccountActions.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { SwapIcon } from '../../../ui/icons/lazyIcons.js'
import { AmountInput, amountSize, TokenButton } from '../../../ui/parts/amount-field/AmountInput.js'
import { changeAmount, fillMax, swapUnits } from '../actions/editDraft.js'
import { safeParseAmount } from '../amount.js'
import type { SendState } from '../store.js'

type AmountFieldProps = {
  readonly form: SendState
  /** With its latest balance. */
  readonly token: Holding | undefined
  /** Why the amount cannot be sent. */
  readonly problem: string | undefined
}

export function AmountField({ form, token, problem }: AmountFieldProps) {
  const problemId = useId()
  const { navigate } = useActions()
  const openBuy = useOpenBuy()
  const change = useAction(changeAmount)
  const { sendTokenAmount, fiatAmount } = form
  const isFiat = fiatAmount !== undefined
  const text = fiatAmount ?? sendTokenAmount
  const unit = isFiat ? sendText.form.dollars : token?.symbol
  return (
    <div className="form-card" data-bad={problem !== undefined || undefined}>
      <div className="form-line amount-line">
        {isFiat && (
          <span className={`amount-sign ${amountSize(text)}`} aria-hidden="true">
            $
          </span>
        )}
        <AmountInput
          label={unit ? sendText.form.amountIn(unit) : sendText.form.amount}
          value={text}
          testId="send-amount"
          disabled={!token}
          problemId={problem ? problemId : undefined}
          onChange={(typed) => change.run({ text: typed })}
        />
        <TokenButton
          token={token}
          changeText={sendText.form.changeToken}
          selectText={sendText.form.selectToken}
          testId="send-token-button"
          onClick={() => navigate({ view: 'WalletSendSelectToken', params: undefined })}
        />
      </div>
      <div className="form-line form-facts">
        <Worth form={form} token={token} />
        {token && <Available token={token} />}
      </div>
      {problem && (
        <p className="form-problem" id={problemId} role="status">
          <ErrorIcon size={16} />
          {problem}
          {token && openBuy && (
            <button
              type="button"
              className="link"
              data-testid="send-buy"
              onClick={() => openBuy({ token: `${token.networkId}:${token.symbol}` })}
            >
              {sendText.form.buy}
            </button>
          )}
        </p>
      )}
    </div>
  )
}

/** The amount in the other unit; a click switches the field to it. */
function Worth({ form, token }: Pick<AmountFieldProps, 'form' | 'token'>) {
  const swap = useAction(swapUnits)
  if (!token) return <span />
  const { sendTokenAmount, fiatAmount } = form
  const typed = fiatAmount ?? sendTokenAmount
  const amount = safeParseAmount(sendTokenAmount, token.decimals)
  if (typed !== '' && !amount) {
    return <span className="form-bad">{sendText.form.incorrect}</span>
  }
  if (token.price === undefined) return <span />
  const isFiat = fiatAmount !== undefined
  const units = amount?.units ?? 0n
  const label = isFiat ? sendText.form.typeToken(token.symbol) : sendText.form.typeDollars
  return (
    <button
      type="button"
      className="amount-worth"
      title={label}
      data-testid="send-swap-units"
      onClick={() => swap.run()}
    >
      <bdi className="amount-worth-text" data-testid="send-worth">
        {isFiat
          ? `${formatExactAmount(units, token.decimals)} ${token.symbol}`
          : formatWorth(units, token)}
      </bdi>
      <SwapIcon size={14} />
      <span className="visually-hidden">{label}</span>
    </button>
  )
}

function Available({ token }: { readonly token: Holding }) {
  const max = useAction(fillMax)
  const isRunning = max.status === 'running'
  return (
    <span className="available">
      <bdi className="available-text" data-testid="send-balance">
        {sendText.form.balance(formatBalance(token.units, token.decimals))}
      </bdi>
      <button
        type="button"
        className="link"
        title={sendText.form.maxLabel}
        aria-busy={isRunning || undefined}
        aria-disabled={isRunning || undefined}
        data-testid="send-max"
        onClick={isRunning ? undefined : () => max.run()}
      >
        {isRunning && <Spinner size={14} />}
        {sendText.form.max}
      </button>
    </span>
  )
}
