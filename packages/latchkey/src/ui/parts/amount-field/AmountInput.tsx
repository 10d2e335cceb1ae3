import { ChevronDownIcon } from '@latchkey/parts/icons'
import { TokenImage } from '../TokenImage.js'

type AmountInputProps = {
  readonly label: string
  readonly value: string
  readonly testId: string
  /** Without it the amount can only be read. */
  readonly onChange?: ((text: string) => void) | undefined
  readonly disabled?: boolean | undefined
  readonly busy?: boolean | undefined
  /** The id of the text that says what is wrong with the amount. */
  readonly problemId?: string | undefined
}

export function AmountInput({
  label,
  value,
  testId,
  onChange,
  disabled,
  busy,
  problemId,
}: AmountInputProps) {
  return (
    <input
      type="text"
      className={`amount-input ${amountSize(value)}`}
      aria-label={label}
      aria-invalid={problemId !== undefined || undefined}
      aria-describedby={problemId}
      aria-busy={busy || undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      enterKeyHint="done"
      disabled={disabled}
      readOnly={onChange === undefined}
      value={value}
      data-testid={testId}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
    />
  )
}

/** Long amounts get a smaller font, so that they stay fully visible. */
export function amountSize({ length }: string): string {
  if (length > 18) return 'amount-tiny'
  if (length > 12) return 'amount-small'
  return length > 7 ? 'amount-medium' : 'amount-large'
}

type TokenButtonProps = {
  readonly token: { readonly symbol: string; readonly icon?: string | undefined } | undefined
  readonly changeText: string
  readonly selectText: string
  readonly testId: string
  readonly onClick: () => void
}

/** The token of an amount; opens the list of tokens. */
export function TokenButton({ token, changeText, selectText, testId, onClick }: TokenButtonProps) {
  return (
    <button
      type="button"
      className={token ? 'token-button' : 'token-button token-button-empty'}
      data-testid={testId}
      onClick={onClick}
    >
      {token && <TokenImage symbol={token.symbol} src={token.icon} size={28} />}
      <span className="token-symbol" dir="auto">
        {token?.symbol ?? selectText}
      </span>
      {token && <span className="visually-hidden">{changeText}</span>}
      <ChevronDownIcon size={16} />
    </button>
  )
}
