import type { Token } from '../tokens/Token.js'

/** A price source. */
export type PriceDriver = {
  /** Dollars per token, by token address; only reliable prices. */
  read(tokens: readonly Token[]): Promise<ReadonlyMap<string, number>>
}

/** Prices outside this range are errors. */
export function isPlausible(price: unknown): price is number {
  return typeof price === 'number' && price > 0 && price < 1e12
}
