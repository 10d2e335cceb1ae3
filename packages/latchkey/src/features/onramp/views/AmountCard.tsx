import { ChevronDownIcon, ErrorIcon } from '@latchkey/parts/icons'
import { useId } from 'react'
import * as onrampText from '../../../core/text/onramp.js'
import { useActions, useWidget } from '../../../ui/hooks/context.js'
import { useStore } from '../../../ui/hooks/useStore.js'
import { TokenImage } from '../../../ui/parts/TokenImage.js'
import { changeAmount, chooseMethod } from '../actions/editDraft.js'
import { describeLimits } from '../describeLimits.js'
import type { Draft } from '../draft.js'
import { currencySign, formatMoney } from '../money.js'
import { onrampStateOf } from '../store.js'
import { BankIcon, CardIcon } from './icons.js'

const text = onrampText.form

/** Public surface §3.1. */
export const presets = ['100', '250', '500', '1000']

type DraftProps = { readonly draft: Draft }

/** The amount in the chosen currency, with presets and the limits of the payment method. */
export function AmountCard({ draft }: DraftProps) {
  const widget = useWidget()
  const hintId = useId()
  const { amount } = useStore(onrampStateOf(widget), (state) => state)
  const { currency } = draft
  const limits = describeLimits(draft, amount)
  const sign = currencySign(currency.id)
  return (
    <div className="buy-card" data-bad={limits.isBad || undefined}>
      <p className="buy-label">{text.pay}</p>
      <div className="buy-line">
        <label className="buy-amount" data-long={amount.length + sign.length > 7 || undefined}>
          <span aria-hidden="true">{sign}</span>
          <input
            type="text"
            className="buy-input"
            inputMode="decimal"
            autoComplete="off"
            enterKeyHint="done"
            placeholder="0"
            aria-label={text.amountIn(currency.id)}
            aria-describedby={hintId}
            aria-invalid={limits.isBad || undefined}
            value={amount}
            data-testid="onramp-amount"
            onChange={({ currentTarget }) => changeAmount(widget, { text: currentTarget.value })}
          />
        </label>
        <CurrencyButton draft={draft} />
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flex container everywhere */}
      <div className="buy-presets" role="group" aria-label={text.presets}>
        {presets.map((preset) => (
          <button
            key={preset}
            type="button"
            className="buy-preset"
            aria-pressed={amount === preset}
            data-testid={`onramp-preset-${preset}`}
            onClick={() => changeAmount(widget, { text: preset })}
          >
            {formatMoney(BigInt(preset) * 100n, currency.id)}
          </button>
        ))}
      </div>
      <p className="buy-hint" id={hintId} role="status" data-testid="onramp-limits">
        {limits.isBad && <ErrorIcon size={16} />}
        {limits.text}
      </p>
    </div>
  )
}

function CurrencyButton({ draft: { currency, currencies } }: DraftProps) {
  const { navigate } = useActions()
  const content = (
    <>
      <TokenImage symbol={currency.id} src={currency.image} size={20} />
      <span className="buy-pill-text">{currency.id}</span>
    </>
  )
  if (currencies.length < 2) return <span className="buy-pill buy-pill-static">{content}</span>
  return (
    <button
      type="button"
      className="buy-pill"
      aria-label={text.changeCurrency(currency.id)}
      data-testid="onramp-currency-button"
      onClick={() => navigate({ view: 'OnRampFiatSelect' })}
    >
      {content}
      <ChevronDownIcon size={16} />
    </button>
  )
}

/** The token to receive, and about how much of it. */
export function AssetCard({
  draft: { asset },
  quantity,
}: DraftProps & { readonly quantity: string | undefined }) {
  const { navigate } = useActions()
  return (
    <button
      type="button"
      className="buy-card buy-asset"
      data-testid="onramp-token-button"
      onClick={() => navigate({ view: 'OnRampTokenSelect' })}
    >
      <TokenImage symbol={asset.symbol} src={asset.image} />
      <span className="buy-asset-text">
        <span className="buy-label">{text.receive}</span>
        <span className="buy-asset-name" dir="auto">
          {quantity ? `≈ ${quantity} ${asset.symbol}` : asset.symbol}
        </span>
        <span className="buy-label" dir="auto">
          {text.onNetwork(asset.network.name)}
        </span>
        <span className="visually-hidden">{text.changeAsset}</span>
      </span>
      <ChevronDownIcon size={16} />
    </button>
  )
}

const methodIcons = { card: CardIcon, ach_bank_account: BankIcon }

/** Nothing to choose if the currency has only one payment method. */
export function MethodChoice({ draft: { currency, method } }: DraftProps) {
  const widget = useWidget()
  if (currency.limits.length < 2) return null
  return (
    <fieldset className="buy-methods">
      <legend className="visually-hidden">{text.method}</legend>
      {currency.limits.map(({ method: one }) => {
        const Icon = methodIcons[one]
        return (
          <label key={one} className="buy-method">
            <input
              type="radio"
              className="visually-hidden"
              name="method"
              checked={one === method}
              data-testid={`onramp-method-${one}`}
              onChange={() => chooseMethod(widget, { method: one })}
            />
            <Icon size={18} />
            {onrampText.methods[one]}
          </label>
        )
      })}
    </fieldset>
  )
}
