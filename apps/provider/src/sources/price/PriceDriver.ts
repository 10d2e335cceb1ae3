import type { Token } from '../tokens/Token.js'

/** Where prices come from. */
export interface PriceDriver {
  /** Dollars per token, by token address. What has no price worth believing is missing. */
  read(tokens: readonly Token[]): Promise<ReadonlyMap<string, number>>
}

/** Beyond these a figure is a mistake or a lie. */
export function isPlausible(price: unknown): price is number {
  return typeof price === 'number' && price > 0 && price < 1e12
}
