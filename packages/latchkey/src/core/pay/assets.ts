import type { NetworkId } from '@latchkey/wire/caip'
import type { PaymentAsset } from './payment.js'

const solanaMainnet: NetworkId = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'

function defineAsset(
  network: NetworkId,
  asset: string,
  [name, symbol, decimals]: readonly [string, string, number],
): PaymentAsset {
  return Object.freeze({ network, asset, metadata: Object.freeze({ name, symbol, decimals }) })
}

const ether = ['Ethereum', 'ETH', 18] as const
const usdCoin = ['USD Coin', 'USDC', 6] as const
const tether = ['Tether USD', 'USDT', 6] as const

/** Ether on Base. */
export const baseETH = defineAsset('eip155:8453', 'native', ether)
/** USDC on Base. */
export const baseUSDC = defineAsset(
  'eip155:8453',
  '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  usdCoin,
)
/** Ether on Base Sepolia, a test network. */
export const baseSepoliaETH = defineAsset('eip155:84532', 'native', ether)
/** USDC on Ethereum. */
export const ethereumUSDC = defineAsset(
  'eip155:1',
  '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  usdCoin,
)
/** USDC on OP Mainnet. */
export const optimismUSDC = defineAsset(
  'eip155:10',
  '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  usdCoin,
)
/** USDC on Arbitrum One. */
export const arbitrumUSDC = defineAsset(
  'eip155:42161',
  '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  usdCoin,
)
/** USDC on Polygon. */
export const polygonUSDC = defineAsset(
  'eip155:137',
  '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  usdCoin,
)
/** USDC on Solana. */
export const solanaUSDC = defineAsset(
  solanaMainnet,
  'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  usdCoin,
)
/** USDT on Ethereum. */
export const ethereumUSDT = defineAsset(
  'eip155:1',
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  tether,
)
/** USDT on OP Mainnet. */
export const optimismUSDT = defineAsset(
  'eip155:10',
  '0x94b008aA00579c1307B0EF2c499aD98a8ce58e58',
  tether,
)
/** USDT on Arbitrum One. */
export const arbitrumUSDT = defineAsset(
  'eip155:42161',
  '0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9',
  tether,
)
/** USDT on Polygon. */
export const polygonUSDT = defineAsset(
  'eip155:137',
  '0xc2132D05D31c914a87C6611C10748AEb04B58e8F',
  tether,
)
/** USDT on Solana. */
export const solanaUSDT = defineAsset(
  solanaMainnet,
  'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  tether,
)
/** SOL on Solana. */
export const solanaSOL = defineAsset(solanaMainnet, 'native', ['Solana', 'SOL', 9])
