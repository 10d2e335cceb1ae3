import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import type { TokenFeeSettings } from '../config/paymasterSettings.js'
import type { Nodes } from '../nodes/Nodes.js'
import { rejected } from './rejections.js'

/** Units of a token for 10^18 units of the coin, with the operator's markup. Throws a BundlerError. */
export type TokenRate = (chain: NetworkId, token: Hex) => Promise<bigint>

/** Dollars by address in lower case; `native` for the coin. Unknown and unreliable ones are missing. */
export type ReadDollars = (
  chain: NetworkId,
  token: Hex,
) => Promise<ReadonlyMap<string, { readonly dollars: number; readonly isStale: boolean }>>

const defaultMarkupPercent = 10
const maxRate = 2n ** 96n

export function createTokenRates(
  nodes: Nodes,
  readDollars: ReadDollars,
  { markup = defaultMarkupPercent }: Pick<TokenFeeSettings, 'markup'>,
): TokenRate {
  return async (chain, token) => {
    const known = nodes
      .settings(chain)
      .tokens.find(({ address }) => address.toLowerCase() === token)
    const prices = await readDollars(chain, token).catch(() => new Map())
    const [coin, price] = [prices.get('native'), prices.get(token)]
    if (!known || !coin || !price || coin.isStale || price.isStale) throw unpriced()
    const ratio = (coin.dollars * (100 + markup)) / (price.dollars * 100)
    const exact = ratio * 10 ** known.decimals
    const rate = Number.isFinite(exact) ? BigInt(Math.ceil(exact)) : 0n
    if (rate <= 0n || rate >= maxRate) throw unpriced()
    return rate
  }
}

function unpriced() {
  return rejected('price', 'The price of the token is not known now.')
}
