import {
  type Address,
  encodeAbiParameters,
  encodeDeployData,
  type Hex,
  keccak256,
  pad,
  zeroHash,
} from 'viem'
import { deployer, sponsor } from '../../testAccounts.js'
import { deployOrder, localAddresses } from './addresses.js'
import { localTokens } from './tokens.js'
import type { Writer } from './Writer.js'

type Recipe = readonly [contract: string, ...args: unknown[]]

/** Deploys our contracts on an empty chain, at `localAddresses`. */
export async function deployContracts(writer: Writer): Promise<void> {
  const { factory, multicall, registry, reverseRegistrar, universalResolver, wrappedNative } =
    localAddresses
  const recipes: Record<(typeof deployOrder)[number], Recipe> = {
    wrappedNative: ['WrappedNative'],
    usdc: tokenRecipe('USDC'),
    usdt: tokenRecipe('USDT'),
    dai: tokenRecipe('DAI'),
    wbtc: tokenRecipe('WBTC'),
    link: tokenRecipe('LINK'),
    collectible: ['Collectible', 'Latchkey Keys', 'KEYS'],
    factory: ['Factory'],
    router: ['Router', factory, wrappedNative],
    reverseRegistrar: ['ReverseRegistrar', registry],
    publicResolver: ['PublicResolver', registry, reverseRegistrar],
    offchainResolver: ['OffchainResolver'],
    gallery: ['Gallery', 'Latchkey Gallery'],
    sponsorPaymaster: ['SponsorPaymaster', deployer.address, sponsor.address],
    tokenPaymaster: ['TokenPaymaster', deployer.address, sponsor.address],
  }
  for (const name of deployOrder) {
    const [contract, ...args] = recipes[name]
    await writer.deploy(deployer, writer.contract(contract), args)
  }
  await deployAt(writer, multicall, ['Multicall3'])
  await deployAt(writer, universalResolver, ['UniversalResolver', registry])
  await deployAt(writer, registry, ['Registry'])
  await writer.rpc('anvil_setStorageAt', registry, rootOwnerSlot(), pad(deployer.address))
}

function tokenRecipe(expected: string): Recipe {
  const token = localTokens.find(({ symbol }) => symbol === expected)
  if (!token) throw new Error(`There is no token ${expected}`)
  return [token.contract, token.name, token.symbol, token.decimals]
}

/** Places a contract at a fixed address: runs its constructor and stores the resulting code. */
async function deployAt(writer: Writer, address: Address, [name, ...args]: Recipe): Promise<void> {
  const { abi, bytecode } = writer.contract(name)
  const data = encodeDeployData({ abi, bytecode, args })
  const code = await writer.rpc<Hex>('eth_call', { from: deployer.address, data }, 'latest')
  await writer.rpc('anvil_setCode', address, code)
}

/** Storage slot of the root's owner: the first field of record 0 in the first mapping. */
function rootOwnerSlot(): Hex {
  return keccak256(encodeAbiParameters([{ type: 'bytes32' }, { type: 'uint256' }], [zeroHash, 0n]))
}
