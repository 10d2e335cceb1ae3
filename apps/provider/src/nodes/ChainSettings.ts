import type { NetworkId } from '@latchkey/wire/caip'

/** An exchange for swaps: the chain's own, or an aggregator. */
export type SwapSource = 'uniswapV2' | '1inch' | '0x' | 'lifi' | 'jupiter'

/** One chain from the config file. The provider serves only these. */
export type ChainSettings = {
  readonly id: NetworkId
  readonly name: string
  readonly isTestnet: boolean
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /** A contract that shows the native coin as a token, such as Celo's: it would count twice. */
  readonly nativeContract?: string
  /** Nodes in order of preference. */
  readonly upstreams: readonly string[]
  /** Tokens to read for every account, besides those in its history. */
  readonly tokens: readonly TokenSettings[]
  /** A Uniswap-V2-style exchange, for quotes and prices. */
  readonly exchange?: {
    readonly router: string
    readonly factory: string
    readonly wrappedNative: string
    /** The token that counts as one dollar. */
    readonly dollar: string
    /** The pool fee in hundredths of a percent; 30 by default. */
    readonly feeBasisPoints?: number | undefined
  }
  /** The exchanges for swaps in order: the aggregators, then `exchange` by default. None turns swaps off. */
  readonly swapSources?: readonly SwapSource[]
  readonly multicall?: string
  /** The price sources in order of preference; the exchange's pools by default. */
  readonly prices?: PriceSettings | readonly PriceSettings[]
  /** The web address of a block explorer. */
  readonly explorer?: string
  readonly limits?: {
    /** Most blocks in one `eth_getLogs`, if the nodes have a limit. */
    readonly logBlocks: number
  }
  readonly ens?: { readonly registry: string; readonly universalResolver: string }
}

export type TokenSettings = {
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
}

export type PriceSettings =
  | {
      /** A service compatible with DefiLlama's `/prices/current/{coins}`. */
      readonly kind: 'http'
      /** The URL up to the slash before the coins. */
      readonly url: string
      /** The service's name for this chain, such as `base`. */
      readonly chain: string
      /** The service's name for the native coin, such as `coingecko:ethereum`. */
      readonly native: string
    }
  | {
      /** A service compatible with GeckoTerminal's `/simple/networks/{network}/token_price/{addresses}`. */
      readonly kind: 'geckoterminal'
      /** The URL up to the slash before `simple`. */
      readonly url: string
      /** The service's name for this chain, such as `polygon_pos`. */
      readonly network: string
      /** The token whose price is that of the native coin, such as wrapped ether. */
      readonly native: string
    }
  | {
      /** For local chains and tests only. */
      readonly kind: 'fixed'
      /** Dollars by token address; the native coin under `native`. */
      readonly dollars: Readonly<Record<string, number>>
    }
