import { type Hex, keccak256, numberToHex, parseEther, toHex } from 'viem'
import { deployer, executor, faucet, testAccounts } from '../../testAccounts.js'
import type { CompiledContracts } from '../compileContracts.js'
import type { Anvil } from '../startAnvil.js'
import { localAddresses } from './addresses.js'
import { deployContracts } from './deployContracts.js'
import { deploySmartAccounts } from './deploySmartAccounts.js'
import { fillPools } from './fillPools.js'
import { fundAccounts } from './fundAccounts.js'
import { hangGallery } from './hangGallery.js'
import { makeHistory } from './makeHistory.js'
import { registerNames } from './registerNames.js'
import { createWriter } from './Writer.js'

/** Counts up when a genesis made from the same contracts would turn out otherwise. */
const EDITION = 3

/** How long before now a new chain begins, so that its history lies in the past. */
export const GENESIS_AGE_S = 30 * 86_400

const ONE_GWEI = 1_000_000_000n
/** Where the finished chain says what it was made from: a slot the contract there never uses. */
const MARK = { address: localAddresses.multicall, slot: numberToHex(0, { size: 32 }) }

/** Fills an empty chain. Its clock stands at `GENESIS_AGE_S` before `now` and is set right at the end. */
export async function makeGenesis(
  anvil: Pick<Anvil, 'rpc'>,
  chainId: number,
  compiled: CompiledContracts,
  now: number,
): Promise<void> {
  const { rpc } = anvil
  for (const { address } of [deployer, faucet, executor]) {
    await rpc('anvil_setBalance', address, numberToHex(parseEther('1000000')))
  }
  const writer = createWriter(anvil, chainId, compiled)
  await deployContracts(writer)
  await deploySmartAccounts(writer)
  await fillPools(writer)
  await fundAccounts(writer)
  await hangGallery(writer)
  await registerNames(writer)
  await makeHistory(writer, now)
  // The first two spent and received; everybody begins with the same round sum.
  for (const { address } of testAccounts.slice(0, 2)) {
    await rpc('anvil_setBalance', address, numberToHex(parseEther('10000')))
  }
  await rpc('evm_setTime', now)
  await rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(ONE_GWEI))
  // Balances set by hand belong to a block only from the next one on.
  await rpc('evm_mine')
  await rpc('anvil_setStorageAt', MARK.address, MARK.slot, markOf(compiled))
}

/** `empty` may be filled, `ready` was, and anything else is left from an older or an unfinished genesis. */
export async function inspectGenesis(
  { rpc }: Pick<Anvil, 'rpc'>,
  compiled: CompiledContracts,
): Promise<'empty' | 'ready' | 'other'> {
  const mark = await rpc<Hex>('eth_getStorageAt', MARK.address, MARK.slot, 'latest')
  if (mark === markOf(compiled)) return 'ready'
  return Number(await rpc('eth_blockNumber')) === 0 ? 'empty' : 'other'
}

function markOf({ hash }: CompiledContracts): Hex {
  return keccak256(toHex(`${EDITION} ${hash}`))
}
