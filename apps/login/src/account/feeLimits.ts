/** A chain's coin. */
export type Coin = { readonly symbol: string; readonly decimals: number }

/** In thousandths of a coin. Other coins are worth less, so their limits are higher. */
const thousandths: Readonly<Record<string, { readonly usual: bigint; readonly most: bigint }>> = {
  SOL: { usual: 10n, most: 500n },
  ETH: { usual: 50n, most: 1_000n },
  BNB: { usual: 50n, most: 1_000n },
}
const otherCoins = { usual: 2_000n, most: 50_000n }

/** Fees above this need a second step. */
export function highFee(coin: Coin): bigint {
  return feeLimits(coin).usual
}

/** Whether the total fee of a request needs a second step, or is higher than any request needs. */
export function judgeFee(fee: bigint, coin: Coin): 'usual' | 'high' | 'too-high' {
  const { usual, most } = feeLimits(coin)
  if (fee > most) return 'too-high'
  return fee > usual ? 'high' : 'usual'
}

function feeLimits({ symbol, decimals }: Coin): { readonly usual: bigint; readonly most: bigint } {
  const { usual, most } = (Object.hasOwn(thousandths, symbol) && thousandths[symbol]) || otherCoins
  const inUnits = (amount: bigint) => (amount * 10n ** BigInt(decimals)) / 1_000n
  return { usual: inUnits(usual), most: inUnits(most) }
}
