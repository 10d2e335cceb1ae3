import type { NetworkId } from '@latchkey/wire/caip'
import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { parseData } from '@latchkey/wire/rpc/eip155'
import { encodeFunctionData, type Hex, hexToBigInt } from 'viem'
import { entryPoint08Abi } from 'viem/account-abstraction'
import { ApiError } from '../errors/ApiError.js'
import type { Nodes } from '../nodes/Nodes.js'

/** The next nonce of an account with a key, after a block. */
export type ReadNonce = (
  chain: NetworkId,
  sender: Hex,
  key: bigint,
  block: string,
  signal?: AbortSignal,
) => Promise<bigint>

export function createReadNonce(nodes: Nodes): ReadNonce {
  return async (chain, sender, key, block, signal) => {
    const args = [sender, key] as const
    const data = encodeFunctionData({ abi: entryPoint08Abi, functionName: 'getNonce', args })
    const call = { to: entryPointAddress, data }
    const nonce = parseData(await nodes.call(chain, 'eth_call', [call, block], signal))
    if (nonce?.length !== 66) {
      throw new ApiError(503, 'chainId', 'The node returned an invalid response.')
    }
    return hexToBigInt(nonce)
  }
}
