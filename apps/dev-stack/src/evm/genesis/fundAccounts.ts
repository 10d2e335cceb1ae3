import { type Address, parseUnits } from 'viem'
import { deployer, faucet, testAccounts } from '../../testAccounts.js'
import { localAddresses } from './addresses.js'
import { localTokens } from './tokens.js'
import type { Writer } from './Writer.js'

const faucetUnits = '10000000'

/** Starting balances of the first two test accounts, before the history. */
const holdings: readonly Readonly<Record<string, string>>[] = [
  { USDC: '5000', USDT: '2500', DAI: '1200', WBTC: '0.25', LINK: '150' },
  { USDC: '1000', USDT: '400', DAI: '300' },
]

/** Token numbers 1 to 4 go to the first account, 5 and 6 to the second. */
const keys = [4, 2]

/** Gives tokens and collectibles to the test accounts and a large supply to the faucet. */
export async function fundAccounts(writer: Writer): Promise<void> {
  for (const { address, contract, decimals, symbol } of localTokens) {
    const { abi } = writer.contract(contract)
    const mint = (to: Address, units: string) =>
      writer.call({
        from: deployer,
        to: address,
        abi,
        name: 'mint',
        args: [to, parseUnits(units, decimals)],
      })
    await mint(faucet.address, faucetUnits)
    for (const [i, holding] of holdings.entries()) {
      const units = holding[symbol]
      const holder = testAccounts[i]
      if (units && holder) await mint(holder.address, units)
    }
  }
  const { abi } = writer.contract('Collectible')
  for (const [i, count] of keys.entries()) {
    const args = [testAccounts[i]?.address]
    for (let minted = 0; minted < count; minted += 1) {
      await writer.call({
        from: deployer,
        to: localAddresses.collectible,
        abi,
        name: 'mint',
        args,
      })
    }
  }
}
