import type { NetworkId } from '@latchkey/wire/caip'
import { parseQuantity } from '@latchkey/wire/rpc/eip155'
import { erc20Abi, type Hex } from 'viem'
import { ApiError } from '../../errors/ApiError.js'
import { NodeRpcError, type Nodes } from '../../nodes/Nodes.js'
import { readContracts } from '../../nodes/readContracts.js'
import type { ReceivedTokens } from '../history/createReceived.js'
import type { Tokens } from '../tokens/createTokens.js'
import { nativeToken } from '../tokens/Token.js'
import type { TokenAmount } from './createBalances.js'

/** The native coin, configured tokens, received tokens and requested tokens. */
export async function readEvmBalances(
  parts: { readonly nodes: Nodes; readonly tokens: Tokens; readonly received: ReceivedTokens },
  chain: NetworkId,
  account: Hex,
  named: readonly string[],
): Promise<readonly TokenAmount[]> {
  const { nodes, tokens, received } = parts
  const [native, receivedAssets] = await Promise.all([
    readNative(nodes, chain, account),
    // Without logs, the configured tokens can still be read.
    received.scan(chain, account).catch(() => ({ tokens: new Set<string>() })),
  ])
  const listed = tokens.listed(chain).map(({ address }) => address)
  const coin = [nativeToken, nodes.settings(chain).nativeContract?.toLowerCase()]
  const addresses = [...new Set([...listed, ...receivedAssets.tokens, ...named])].filter(
    (address) => !coin.includes(address),
  )
  const amounts = await readContracts(
    nodes,
    chain,
    addresses.map((address) => ({
      address,
      abi: erc20Abi,
      functionName: 'balanceOf',
      args: [account],
    })),
  )
  const held = addresses.flatMap((address, index) => {
    const units = amounts[index]
    const isShown = named.includes(address) || (typeof units === 'bigint' && units > 0n)
    return typeof units === 'bigint' && isShown ? [{ address, units }] : []
  })
  const found = await tokens.find(
    chain,
    held.map(({ address }) => address),
  )
  return [
    { token: tokens.native(chain), units: native },
    ...held.flatMap(({ address, units }) => {
      const token = found.get(address)
      return token ? [{ token, units }] : []
    }),
  ]
}

async function readNative(nodes: Nodes, chain: NetworkId, account: Hex): Promise<bigint> {
  const units = await nodes
    .call(chain, 'eth_getBalance', [account, 'latest'])
    .then(parseQuantity)
    .catch((error: unknown) => {
      if (error instanceof NodeRpcError) return undefined
      throw error
    })
  if (units === undefined)
    throw new ApiError(503, 'chainId', 'The balance cannot be read at the moment.')
  return units
}
