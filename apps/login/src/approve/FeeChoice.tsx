import type { Hex } from '@latchkey/wire/rpc/eip155'
import { useId } from 'react'
import type { TokenFee } from '../account/action.js'
import type { Coin } from '../account/feeLimits.js'
import { formatTokenAmount } from './formatValues.js'
import { labels, tokenFee, values } from './text.js'

export type FeeChoiceProps = {
  readonly tokens: readonly TokenFee[]
  readonly coin: Coin
  /** The most it costs in the coin. */
  readonly fee: bigint | undefined
  /** Undefined for the coin. */
  readonly chosen: Hex | undefined
  readonly onChoose: (token: Hex | undefined) => void
}

/** What the network fee is paid in: the coin, or a token. */
export function FeeChoice({ tokens, coin, fee, chosen, onChoose }: FeeChoiceProps) {
  const name = useId()
  const amountOf = ({ max, isEnough, ...token }: TokenFee) =>
    isEnough ? values.upTo(formatTokenAmount(max, token)) : values.notEnough
  const choices = [
    {
      token: undefined,
      symbol: coin.symbol,
      amount: fee === undefined ? values.unknownFee : values.upTo(formatTokenAmount(fee, coin)),
      isEnough: true,
    },
    ...tokens.map((one) => ({ ...one, amount: amountOf(one) })),
  ]
  return (
    <fieldset className="fee-choice" data-testid="approve-fee-choice">
      <legend>{labels.payFeeIn}</legend>
      {choices.map(({ token, symbol, amount, isEnough }) => (
        <label key={token ?? ''} className="fee-option" data-testid={`approve-fee-${symbol}`}>
          <input
            type="radio"
            name={name}
            checked={chosen === token}
            disabled={!isEnough}
            onChange={(event) => event.nativeEvent.isTrusted && onChoose(token)}
          />
          <span>{symbol}</span>
          <bdi className="fee-amount">{amount}</bdi>
        </label>
      ))}
      {chosen !== undefined && <p className="quiet">{tokenFee.included}</p>}
    </fieldset>
  )
}
