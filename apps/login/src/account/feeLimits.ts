/** A chain's coin. */
export type Coin = { readonly symbol: string; readonly decimals: number }

/** In thousandths of a coin. Other coins are worth less, so their limits are higher. */
const thousandths: Readonly<Record<string, { readonly usual: bigint; readonly max: bigint }>> = {
  SOL: { usual: 10n, max: 500n },
  ETH: { usual: 50n, max: 1_000n },
  BNB: { usual: 50n, max: 1_000n },
}
const otherCoins = { usual: 2_000n, max: 50_000n }

/** Fees above this need a second step. */
export function highFee(coin: Coin): bigint {
  return feeLimits(coin).usual
}

/** Whether the total fee of a request needs a second step, or is higher than any request needs. */
export function getFeeLevel(fee: bigint, coin: Coin): 'usual' | 'high' | 'too-high' {
  const { usual, max } = feeLimits(coin)
  if (fee > max) return 'too-high'
  return fee > usual ? 'high' : 'usual'
}

function feeLimits({ symbol, decimals }: Coin): { readonly usual: bigint; readonly max: bigint } {
  const { usual, max } = (Object.hasOwn(thousandths, symbol) && thousandths[symbol]) || otherCoins
  const inUnits = (amount: bigint) => (amount * 10n ** BigInt(decimals)) / 1_000n
  return { usual: inUnits(usual), max: inUnits(max) }
}
