import { type AccountId, type NetworkId, parseAccountId } from '@latchkey/wire/caip'
import { type Address, getAddress, isAddress } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { evmNativeAddress } from '../tokens/Token.js'

/** A token on an EVM chain; the native coin has no address. */
export type TokenOnChain = { readonly chain: NetworkId; readonly address: Address | undefined }

export function parseToken(id: AccountId, field: string): TokenOnChain {
  const { chain, address } = parseEvmAccount(id, field)
  return { chain, address: address.toLowerCase() === evmNativeAddress ? undefined : address }
}

/** An account or contract on an EVM chain. Throws an ApiError for `field`. */
export function parseEvmAccount(
  id: AccountId,
  field: string,
): { readonly chain: NetworkId; readonly address: Address } {
  const parsed = parseAccountId(id)
  if (parsed?.namespace !== 'eip155' || !isAddress(parsed.address, { strict: false })) {
    throw new ApiError(400, field, 'Not an address on an EVM chain.')
  }
  return { chain: parsed.networkId, address: getAddress(parsed.address) }
}
