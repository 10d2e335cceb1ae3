import { ChevronDownIcon, ErrorIcon } from '@latchkey/parts/icons'
import { Spinner } from '@latchkey/parts/Spinner'
import { useId } from 'react'
import type { Holding } from '../../../core/account/portfolio/holding.js'
import { formatBalance } from '../../../core/format/format.js'
import * as sendText from '../../../core/text/send.js'
import { useActions } from '../../../ui/hooks/context.js'
import { useAction } from '../../../ui/hooks/useAction.js'
import { SwapIcon } from '../../../ui/icons/lazyIcons.js'
import { TokenImage } from '../../../ui/parts/TokenImage.js'
import { changeAmount, fillMax, swapUnits } from '../actions/changeAmount.js'
import { formatExactAmount, formatWorth, safeParseAmount } from '../amount.js'
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
  const change = useAction(changeAmount)
  const { sendTokenAmount, fiatAmount } = form
  const isFiat = fiatAmount !== undefined
  const text = fiatAmount ?? sendTokenAmount
  const unit = isFiat ? sendText.form.dollars : token?.symbol
  return (
    <div className="send-card" data-bad={problem !== undefined || undefined}>
      <div className="send-line amount-line">
        {isFiat && (
          <span className={`amount-sign ${sizeOf(text)}`} aria-hidden="true">
            $
          </span>
        )}
        <input
          type="text"
          className={`amount-input ${sizeOf(text)}`}
          aria-label={unit ? sendText.form.amountIn(unit) : sendText.form.amount}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={problem ? problemId : undefined}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          enterKeyHint="done"
          disabled={!token}
          value={text}
          data-testid="send-amount"
          onChange={({ currentTarget }) => change.run({ text: currentTarget.value })}
        />
        <TokenButton token={token} />
      </div>
      <div className="send-line send-facts">
        <Worth form={form} token={token} />
        {token && <Available token={token} />}
      </div>
      {problem && (
        <p className="send-problem" id={problemId} role="status">
          <ErrorIcon size={16} />
          {problem}
        </p>
      )}
    </div>
  )
}

/** Long amounts get a smaller font, so that they stay fully visible. */
function sizeOf(text: string): string {
  return text.length > 18
    ? 'amount-tiny'
    : text.length > 12
      ? 'amount-small'
      : text.length > 7
        ? 'amount-medium'
        : 'amount-large'
}

function TokenButton({ token }: { readonly token: Holding | undefined }) {
  const { navigate } = useActions()
  return (
    <button
      type="button"
      className={token ? 'token-button' : 'token-button token-button-empty'}
      aria-label={token && sendText.form.changeToken(token.symbol)}
      data-testid="send-token-button"
      onClick={() => navigate({ view: 'WalletSendSelectToken', params: undefined })}
    >
      {token && <TokenImage symbol={token.symbol} src={token.icon} size={28} />}
      <span className="token-symbol" dir="auto">
        {token?.symbol ?? sendText.form.selectToken}
      </span>
      <ChevronDownIcon size={16} />
    </button>
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
    return <span className="send-bad">{sendText.form.incorrect}</span>
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
