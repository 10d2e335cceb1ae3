import type { Hex } from '@latchkey/wire/rpc/eip155'
import { useId } from 'react'
import type { TokenFee } from '../account/action.js'
import type { Coin } from '../account/feeLimits.js'
import { formatTokenAmount } from './formatValues.js'
import { labels, tokenFee, values } from './text.js'

export type FeeChoiceProps = {
  readonly tokens: readonly TokenFee[]
  readonly coin: Coin
  readonly isCoinShort: boolean
  /** The most it costs in the coin. */
  readonly fee: bigint | undefined
  /** Undefined for the coin. */
  readonly chosen: Hex | undefined
  readonly onChoose: (token: Hex | undefined) => void
}

/** What the network fee is paid in: the coin, or a token. */
export function FeeChoice(props: FeeChoiceProps) {
  const { tokens, coin, isCoinShort, fee, chosen, onChoose } = props
  const name = useId()
  const choices = [{ ...coin, token: undefined, max: fee, isEnough: !isCoinShort }, ...tokens]
  const amountOf = ({ max, isEnough, ...unit }: (typeof choices)[number]) => {
    if (!isEnough) return values.notEnough
    return max === undefined ? values.unknownFee : values.upTo(formatTokenAmount(max, unit))
  }
  return (
    <fieldset className="fee-choice" data-testid="approve-fee-choice">
      <legend>{labels.payFeeIn}</legend>
      {choices.map((choice) => (
        <label
          key={choice.token ?? ''}
          className="fee-option"
          data-testid={`approve-fee-${choice.symbol}`}
        >
          <input
            type="radio"
            name={name}
            checked={chosen === choice.token}
            // The coin could still come from a deposit at the entry point.
            disabled={choice.token !== undefined && !choice.isEnough}
            onChange={(event) => event.nativeEvent.isTrusted && onChoose(choice.token)}
          />
          <span>{choice.symbol}</span>
          <bdi className="fee-amount">{amountOf(choice)}</bdi>
        </label>
      ))}
      {chosen !== undefined && <p className="quiet">{tokenFee.included}</p>}
    </fieldset>
  )
}
