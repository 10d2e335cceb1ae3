import { ChevronDownIcon } from '@latchkey/parts/icons'
import { useId, useState } from 'react'
import { slippage as text } from '../../../../core/text/swap.js'
import { useAction } from '../../../../ui/hooks/useAction.js'
import { isSafeSlippage, setSlippage, slippageBounds } from '../../actions/setSlippage.js'
import type { SwapQuote } from '../../store.js'
import { formatPercent } from '../format.js'
import { QuoteLines } from './QuoteLines.js'

export type QuoteMoreProps = { readonly quote: SwapQuote; readonly slippage: number }

/** The expanded details of the form. */
export function QuoteMore({ params: { quote, slippage } }: { readonly params: QuoteMoreProps }) {
  return (
    <>
      <QuoteLines quote={quote} />
      <SlippageSetting slippage={slippage} />
    </>
  )
}

/** In percent. The specification's default is in the middle. */
const choices = [0.5, 1, 3]

/** Outside of this range a hint explains the consequences. */
const usual = { min: 0.3, max: 3 }

/** How far the price may move before the swap is cancelled. */
function SlippageSetting({ slippage }: { readonly slippage: number }) {
  const [isOpen, setOpen] = useState(false)
  const bodyId = useId()
  const { run: set } = useAction(setSlippage)
  const shown = formatPercent(slippage)
  return (
    <div className="detail swap-slippage">
      <button
        type="button"
        className="swap-slippage-button"
        aria-expanded={isOpen}
        aria-controls={bodyId}
        data-testid="swap-slippage"
        onClick={() => setOpen(!isOpen)}
      >
        <span className="detail-name">{text.legend}</span>
        <span className="detail-value">
          {shown}
          <span className="visually-hidden">{text.change}</span>
          <ChevronDownIcon size={16} />
        </span>
      </button>
      {isOpen && (
        <fieldset id={bodyId} className="swap-choices">
          <legend className="visually-hidden">{text.legend}</legend>
          {choices.map((percent) => (
            <button
              key={percent}
              type="button"
              className="swap-choice"
              aria-pressed={percent === slippage}
              data-testid={`swap-slippage-${percent}`}
              onClick={() => set({ percent })}
            >
              {formatPercent(percent)}
            </button>
          ))}
          <CustomSlippage slippage={slippage} onChange={(percent) => set({ percent })} />
        </fieldset>
      )}
      <SlippageHint slippage={slippage} />
    </div>
  )
}

type CustomSlippageProps = {
  readonly slippage: number
  readonly onChange: (percent: number) => void
}

/** Applied while typing, as soon as it is within the bounds. */
function CustomSlippage({ slippage, onChange }: CustomSlippageProps) {
  const [typed, setTyped] = useState(choices.includes(slippage) ? '' : String(slippage))
  const hintId = useId()
  const isBad = typed !== '' && !isSafeSlippage(toPercent(typed))
  return (
    <>
      <span className="swap-choice swap-custom" data-bad={isBad || undefined}>
        <input
          type="text"
          className="swap-custom-input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={4}
          placeholder={text.custom}
          aria-label={text.customLabel}
          aria-invalid={isBad || undefined}
          aria-describedby={isBad ? hintId : undefined}
          value={typed}
          data-testid="swap-slippage-custom"
          onChange={({ currentTarget }) => {
            const next = currentTarget.value.replace(',', '.')
            if (!/^\d*\.?\d{0,2}$/.test(next)) return
            setTyped(next)
            const percent = toPercent(next)
            if (isSafeSlippage(percent)) onChange(percent)
          }}
        />
        {typed !== '' && <span aria-hidden="true">%</span>}
      </span>
      {isBad && (
        <p id={hintId} className="swap-hint form-bad" role="status">
          {text.bounds(formatPercent(slippageBounds.min), formatPercent(slippageBounds.max))}
        </p>
      )}
    </>
  )
}

/** Two decimals at most; an empty text is 0. */
function toPercent(text: string): number {
  const [whole = '', fraction = ''] = text.split('.')
  return Number.parseInt(whole + fraction.padEnd(2, '0'), 10) / 100
}

function SlippageHint({ slippage }: { readonly slippage: number }) {
  const hint = slippage > usual.max ? text.high : slippage < usual.min ? text.low : undefined
  return hint === undefined ? null : <p className="swap-hint">{hint}</p>
}
