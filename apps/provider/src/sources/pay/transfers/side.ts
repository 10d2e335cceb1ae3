import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { getAddress, type Hex } from 'viem'
import { ApiError } from '../../../errors/ApiError.js'
import type { Nodes } from '../../../nodes/Nodes.js'
import type { Tokens } from '../../tokens/createTokens.js'
import { nativeToken, type Token, tokenIcon } from '../../tokens/Token.js'

/** A token of the order on its chain, with the caller's spelling of its address. */
export type Side = { readonly chain: NetworkId; readonly token: Token; readonly asset: string }

/** Finds the token. Throws an ApiError for a field of the order. */
export async function readSide(
  { nodes, tokens }: { readonly nodes: Nodes; readonly tokens: Tokens },
  [reference, currency]: readonly [reference: string, currency: string],
  name: 'origin' | 'destination',
): Promise<Side> {
  const chain = nodes.chains.find(({ id }) => referenceOf(id) === reference)?.id
  if (!chain) throw new ApiError(400, `${name}ChainId`, 'This network is not served here.')
  const field = `${name}Currency`
  const address = tokens.normalise(chain, currency)
  if (address === undefined) throw new ApiError(400, field, 'Not the address of a token.')
  const token =
    address === nativeToken
      ? tokens.native(chain)
      : (await tokens.find(chain, [address])).get(address)
  if (!token) throw new ApiError(400, field, 'There is no such token.')
  return { chain, token, asset: address === nativeToken ? nativeToken : currency }
}

export const contractOf = ({ token }: Side) =>
  token.address === nativeToken ? undefined : getAddress(token.address)

/** Absent for the native coin. */
export function addressOf<name extends 'originToken' | 'destinationToken'>(
  name: name,
  { token }: Side,
): { readonly [key in name]?: Hex } {
  return (token.address === nativeToken ? {} : { [name]: token.address }) as {
    [key in name]?: Hex
  }
}

export function describeSide({ chain, token, asset }: Side, publicUrl: string) {
  const { name, symbol, decimals } = token
  const metadata = { name, symbol, decimals, logoURI: tokenIcon(publicUrl, symbol) }
  return { network: chain, asset, metadata }
}
