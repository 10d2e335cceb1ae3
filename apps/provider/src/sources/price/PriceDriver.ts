import type { Token } from '../tokens/Token.js'

/** A price source. */
export type PriceDriver = {
  /** By token address; only reliable prices. Throws if the source does not respond. */
  read(tokens: readonly Token[]): Promise<ReadonlyMap<string, SourcePrice>>
}

export type SourcePrice = {
  /** Dollars per token. */
  readonly dollars: number
  /** When the source learned it, in milliseconds; undefined if it is current. */
  readonly time?: number | undefined
}

/** Prices outside this range are errors. */
export function isPlausible(price: unknown): price is number {
  return typeof price === 'number' && price > 0 && price < 1e12
}

/** Dollars that a token's pools must have: the price of smaller ones is easy to manipulate. */
export const minPoolDollars = 10_000
