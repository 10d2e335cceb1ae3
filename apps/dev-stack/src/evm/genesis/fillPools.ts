import { maxUint256, parseEther } from 'viem'
import { deployer } from '../../testAccounts.js'
import { localAddresses } from './addresses.js'
import { etherCents, localTokens } from './tokens.js'
import type { Writer } from './Writer.js'

const poolEther = 1_000n

/** Opens a pool of every token against wrapped ether, deep enough for stable prices. */
export async function fillPools(writer: Writer): Promise<void> {
  const { router } = localAddresses
  const { abi } = writer.contract('Router')
  for (const { address, contract, cents, decimals } of localTokens) {
    const amount = (poolEther * etherCents * 10n ** BigInt(decimals)) / cents
    const token = { from: deployer, to: address, abi: writer.contract(contract).abi }
    await writer.call({ ...token, name: 'mint', args: [deployer.address, amount] })
    await writer.call({ ...token, name: 'approve', args: [router, amount] })
    await writer.call({
      from: deployer,
      to: router,
      abi,
      name: 'addLiquidityETH',
      args: [address, amount, 0n, 0n, deployer.address, maxUint256],
      value: parseEther(String(poolEther)),
    })
  }
}
