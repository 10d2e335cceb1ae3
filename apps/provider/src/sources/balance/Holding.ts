import type { NetworkId } from '@latchkey/wire/caip'
import type { Token } from '../tokens/Token.js'

/** An account's balance of one token. */
export type Holding = {
  readonly chain: NetworkId
  readonly token: Token
  readonly units: bigint
  /** Dollars per token; undefined without a reliable price. */
  readonly price: number | undefined
}
