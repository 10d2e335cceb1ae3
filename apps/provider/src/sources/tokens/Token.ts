/** A fungible token, or a chain's own coin. */
export type Token = {
  /** In lower case for EVM chains, as it is elsewhere; `native` for the chain's own coin. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** The operator named it: it is what it says it is. */
  readonly isListed: boolean
}

export const NATIVE = 'native'

/** What callers write for a chain's own coin where an address is due. */
export const EVM_NATIVE_ADDRESS = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const SOLANA_NATIVE_ADDRESS = 'So11111111111111111111111111111111111111111'

export function tokenIcon(publicUrl: string, symbol: string): string {
  return symbol === '' ? '' : `${publicUrl}/public/getTokenImage/${encodeURIComponent(symbol)}`
}
