/** A fungible token or a native coin. */
export type Token = {
  /** In lower case on EVM chains; `native` for the native coin. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Configured by the operator, so its name can be trusted. */
  readonly isListed: boolean
}

export const nativeToken = 'native'

/** Placeholder addresses of native coins. */
export const evmNativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const solanaNativeAddress = 'So11111111111111111111111111111111111111111'

export function tokenIcon(publicUrl: string, symbol: string): string {
  return symbol === '' ? '' : `${publicUrl}/public/getTokenImage/${encodeURIComponent(symbol)}`
}
