import type { NetworkId } from '@latchkey/wire/caip'
import type { Token } from '../tokens/Token.js'

/** What an account has of one token. */
export type Holding = {
  readonly chain: NetworkId
  readonly token: Token
  readonly units: bigint
  /** Dollars per token; undefined where no price can be believed. */
  readonly price: number | undefined
}
