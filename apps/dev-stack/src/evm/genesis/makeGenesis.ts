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

/** Increase when the same contracts would give a different genesis. */
const edition = 4

/** Age of a new chain's first block, so that its history is in the past. */
export const genesisAgeS = 30 * 86_400

const oneGwei = 1_000_000_000n
/** Storage slot with the version of a finished genesis; its contract never uses it. */
const versionSlot = { address: localAddresses.multicall, slot: numberToHex(0, { size: 32 }) }

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
  // The history changed the first two balances; every account starts with the same round amount.
  for (const { address } of testAccounts.slice(0, 2)) {
    await rpc('anvil_setBalance', address, numberToHex(parseEther('10000')))
  }
  await rpc('evm_setTime', now)
  await rpc('anvil_setNextBlockBaseFeePerGas', numberToHex(oneGwei))
  // Balances set directly take effect in the next block.
  await rpc('evm_mine')
  await rpc('anvil_setStorageAt', versionSlot.address, versionSlot.slot, markOf(compiled))
}

/** `empty`: can be filled. `ready`: has this genesis. Otherwise left by an older or unfinished genesis. */
export async function inspectGenesis(
  { rpc }: Pick<Anvil, 'rpc'>,
  compiled: CompiledContracts,
): Promise<'empty' | 'ready' | 'other'> {
  const mark = await rpc<Hex>('eth_getStorageAt', versionSlot.address, versionSlot.slot, 'latest')
  if (mark === markOf(compiled)) return 'ready'
  return Number(await rpc('eth_blockNumber')) === 0 ? 'empty' : 'other'
}

function markOf({ hash }: CompiledContracts): Hex {
  return keccak256(toHex(`${edition} ${hash}`))
}
