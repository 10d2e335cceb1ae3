import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import { ApiError } from '../../errors/ApiError.js'
import type { Nodes } from '../../nodes/Nodes.js'
import { isSolanaAddress } from '../../sources/tokens/createTokens.js'

/** An account's address, in lower case on EVM chains. Throws an ApiError for another chain's address. */
export function parseAccount(chain: NetworkId, address: string): string {
  const account =
    namespaceOf(chain) === 'eip155'
      ? parseAddress(address)
      : isSolanaAddress(address)
        ? address
        : undefined
  if (account === undefined) throw new ApiError(400, 'address', `Not an address of ${chain}.`)
  return account
}

/** The requested chain, or all served chains of the address's namespace. */
export function getChains(
  nodes: Nodes,
  address: string,
  chain: NetworkId | undefined,
): readonly NetworkId[] {
  if (chain !== undefined) return [nodes.settings(chain).id]
  const namespace = parseAddress(address)
    ? 'eip155'
    : isSolanaAddress(address)
      ? 'solana'
      : undefined
  if (!namespace) throw new ApiError(400, 'address', 'Not an EVM or Solana address.')
  return nodes.chains.map(({ id }) => id).filter((id) => namespaceOf(id) === namespace)
}
