import type { NetworkId } from '@latchkey/wire/caip'

/** A fungible token or a native coin. */
export type Token = {
  /** In lower case on EVM chains; `native` for the native coin. */
  readonly address: string
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** Configured by the operator, so its name can be trusted. */
  readonly isListed: boolean
  /** The address of a JSON document that names an image; only on Solana. */
  readonly document?: string
}

export const nativeToken = 'native'

/** Placeholder addresses of native coins. */
export const evmNativeAddress = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
export const solanaNativeAddress = 'So11111111111111111111111111111111111111111'

/** The icon of a symbol, or the one that an unlisted token names for itself. */
export function iconOf(publicUrl: string, chain: NetworkId, token: Token): string {
  if (token.isListed || !token.document) return tokenIcon(publicUrl, token.symbol)
  return `${publicUrl}/public/getMintImage/${chain}/${token.address}`
}

export function tokenIcon(publicUrl: string, symbol: string): string {
  return symbol === '' ? '' : `${publicUrl}/public/getTokenImage/${encodeURIComponent(symbol)}`
}
