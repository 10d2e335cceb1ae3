import { toAccountId } from '@latchkey/wire/caip'
import { getFungiblePrice } from '@latchkey/wire/http/price'
import { isSameAddress } from '@latchkey/wire/lookAlike'
import type { Network } from '../../network/network.js'
import { ProviderError } from '../../runtime/errors/provider.js'
import type { Widget } from '../../widget.js'
import { coinAddresses, type Holding } from './holding.js'

/** The id of a token in calls of the provider; the native coin has a placeholder. */
export function toTokenId(network: Network, { address }: Pick<Holding, 'address'>) {
  return toAccountId(network.id, address ?? coinAddresses[network.namespace] ?? '')
}

export type PriceKey = {
  readonly network: Network
  readonly token: Pick<Holding, 'address' | 'symbol'>
}

/** Public surface §8.7: one token per call. Matched by address, or by symbol where that is missing. */
export async function fetchPrice(
  { ports }: Widget,
  { network, token }: PriceKey,
  signal: AbortSignal,
): Promise<number | undefined> {
  if (!ports.provider) throw new ProviderError('unreachable')
  const id = toTokenId(network, token)
  const { fungibles } = await ports.provider.call(
    getFungiblePrice,
    { currency: 'usd', addresses: [id] },
    { signal },
  )
  const match =
    fungibles.find(({ address }) => isSameAddress(address, id)) ??
    fungibles.find(({ symbol }) => symbol.toLowerCase() === token.symbol.toLowerCase())
  return match && match.price > 0 ? match.price : undefined
}
