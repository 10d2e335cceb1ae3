import type { TokenSettings } from '@latchkey/provider/ChainSettings'
import { localAddresses } from './addresses.js'

export type LocalToken = TokenSettings & {
  readonly address: `0x${string}`
  readonly contract: 'Token' | 'LegacyToken'
  /** Price of one token in US cents. */
  readonly cents: bigint
}

/** The minted tokens; wrapped ether is deposited instead. */
export const localTokens: readonly LocalToken[] = [
  {
    address: localAddresses.usdc,
    contract: 'Token',
    name: 'USD Coin',
    symbol: 'USDC',
    decimals: 6,
    cents: 100n,
  },
  {
    address: localAddresses.usdt,
    contract: 'LegacyToken',
    name: 'Tether USD',
    symbol: 'USDT',
    decimals: 6,
    cents: 100n,
  },
  {
    address: localAddresses.dai,
    contract: 'Token',
    name: 'Dai Stablecoin',
    symbol: 'DAI',
    decimals: 18,
    cents: 100n,
  },
  {
    address: localAddresses.wbtc,
    contract: 'Token',
    name: 'Wrapped BTC',
    symbol: 'WBTC',
    decimals: 8,
    cents: 9_000_000n,
  },
  {
    address: localAddresses.link,
    contract: 'Token',
    name: 'Chainlink Token',
    symbol: 'LINK',
    decimals: 18,
    cents: 1_500n,
  },
]

export const wrappedNative: TokenSettings = {
  address: localAddresses.wrappedNative,
  name: 'Wrapped Ether',
  symbol: 'WETH',
  decimals: 18,
}

/** Price of one ether in US cents when the pools open. */
export const etherCents = 300_000n
