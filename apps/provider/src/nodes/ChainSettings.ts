import type { NetworkId } from '@latchkey/wire/caip'

/** What the operator says about one chain; the provider serves these and no others. */
export type ChainSettings = {
  readonly id: NetworkId
  readonly name: string
  readonly isTestnet: boolean
  readonly nativeCurrency: {
    readonly name: string
    readonly symbol: string
    readonly decimals: number
  }
  /** Nodes in order of preference. */
  readonly upstreams: readonly string[]
  /** Tokens worth looking at for everybody, besides those in an account's history. */
  readonly tokens: readonly TokenSettings[]
  /** A Uniswap-V2-style exchange, for quotes and prices. */
  readonly exchange?: {
    readonly router: string
    readonly factory: string
    readonly wrappedNative: string
    /** The token that counts as one dollar. */
    readonly dollar: string
    /** What a pool keeps of every trade, in hundredths of a percent; 30 unless told. */
    readonly feeBasisPoints?: number | undefined
  }
  readonly multicall?: string
  /** Where prices come from when not, or not only, from the exchange. */
  readonly prices?: PriceSettings
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
      /** A service that answers like DefiLlama's `/prices/current/{coins}`. */
      readonly kind: 'http'
      /** Up to and including the slash before the coins. */
      readonly url: string
      /** What the service calls this chain, such as `base`. */
      readonly chain: string
      /** What the service calls the native coin, such as `coingecko:ethereum`. */
      readonly native: string
    }
  | {
      /** For local chains and tests only: they have no market. */
      readonly kind: 'fixed'
      /** Dollars by token address; the native coin under `native`. */
      readonly dollars: Readonly<Record<string, number>>
    }
