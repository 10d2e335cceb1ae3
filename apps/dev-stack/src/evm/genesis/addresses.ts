import { type Address, getContractAddress } from 'viem'
import { deployer } from '../../testAccounts.js'

/** In deployment order, which determines the addresses. Append only. */
export const deployOrder = [
  'wrappedNative',
  'usdc',
  'usdt',
  'dai',
  'wbtc',
  'link',
  'collectible',
  'factory',
  'router',
  'reverseRegistrar',
  'publicResolver',
  'offchainResolver',
  'gallery',
  'sponsorPaymaster',
  'tokenPaymaster',
] as const

const deployed = Object.fromEntries(
  deployOrder.map((name, nonce) => [
    name,
    getContractAddress({ from: deployer.address, nonce: BigInt(nonce) }),
  ]),
) as Record<(typeof deployOrder)[number], Address>

/** Contract addresses, the same on every local chain and in every run. */
export const localAddresses = {
  ...deployed,
  // At their main-network addresses, so that clients find them without configuration.
  multicall: '0xcA11bde05977b3631167028862bE2a173976CA11',
  registry: '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e',
  universalResolver: '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe',
} as const satisfies Record<string, Address>
