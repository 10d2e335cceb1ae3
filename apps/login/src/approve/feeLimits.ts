import type { Coin } from './formatValues.js'

/** In thousandths of a coin. Other coins are worth less, so their limits are higher. */
const thousandths: Readonly<Record<string, { readonly usual: bigint; readonly most: bigint }>> = {
  SOL: { usual: 10n, most: 500n },
  ETH: { usual: 50n, most: 1_000n },
  BNB: { usual: 50n, most: 1_000n },
}
const otherCoins = { usual: 2_000n, most: 50_000n }

/** Whether the total fee of a request needs a second step, or is higher than any request needs. */
export function judgeFee(fee: bigint, { symbol, decimals }: Coin): 'usual' | 'high' | 'refused' {
  const { usual, most } = (Object.hasOwn(thousandths, symbol) && thousandths[symbol]) || otherCoins
  const inUnits = (amount: bigint) => (amount * 10n ** BigInt(decimals)) / 1_000n
  if (fee > inUnits(most)) return 'refused'
  return fee > inUnits(usual) ? 'high' : 'usual'
}
