import { limits as text } from '../../core/text/onramp.js'
import { type Draft, findLimitProblem } from './draft.js'
import { formatMoney, safeParseMoney } from './money.js'

/** The limits of the payment method in words, or the one that the typed amount is beyond. */
export function describeLimits(
  { currency, limit }: Draft,
  typed: string,
): { readonly text: string; readonly isBad: boolean } {
  if (!limit) return { text: '', isBad: false }
  const problem = typed === '' ? undefined : findLimitProblem(safeParseMoney(typed) ?? 0n, limit)
  const [lowest, highest] = [
    formatMoney(limit.min, currency.id),
    formatMoney(limit.max, currency.id),
  ]
  if (problem === 'too-little') return { text: text.tooLittle(limit.method, lowest), isBad: true }
  if (problem === 'too-much') return { text: text.tooMuch(limit.method, highest), isBad: true }
  return { text: text.range(limit.method, lowest, highest), isBad: false }
}
