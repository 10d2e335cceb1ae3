import type { NetworkId } from '@latchkey/wire/caip'
import { parseAddress } from '@latchkey/wire/rpc/eip155'
import { type Hex, parseAbi } from 'viem'
import type { Nodes } from '../../nodes/Nodes.js'
import { readContracts } from '../../nodes/readContracts.js'
import type { Nft } from './Nft.js'

const abi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function balanceOf(address, uint256) view returns (uint256)',
])

/** How many of each NFT an account owns, in the requested order. Unreadable ones count as zero. */
export async function readQuantities(
  nodes: Nodes,
  chain: NetworkId,
  account: Hex,
  nfts: readonly Nft[],
): Promise<readonly bigint[]> {
  const results = await readContracts(
    nodes,
    chain,
    nfts.map(({ contract, tokenId, standard }) =>
      standard === 'erc721'
        ? { address: contract, abi, functionName: 'ownerOf', args: [tokenId] }
        : { address: contract, abi, functionName: 'balanceOf', args: [account, tokenId] },
    ),
  )
  return results.map((result) => {
    if (typeof result === 'bigint') return result
    return parseAddress(result) === account ? 1n : 0n
  })
}
