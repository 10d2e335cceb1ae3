/** A decoded call to a token contract. */
export type TokenCall =
  | { readonly kind: 'transfer'; readonly receiver: string; readonly units: bigint }
  | {
      readonly kind: 'approve'
      readonly spender: string
      readonly amount: bigint | 'unlimited' | 'all' | 'none'
      /** Present if the token is not the called contract. */
      readonly token?: string
    }

/** Amounts from here on count as unlimited: 256 bits for tokens, 160 for Permit2. */
const unlimited = { token: 2n ** 255n, permit: 2n ** 159n }

/** Decodes a transfer or an approval; undefined for any other call. */
export function readTokenCall(data: string): TokenCall | undefined {
  const match = /^(0x[0-9a-f]{8})((?:[0-9a-f]{64}){2,4})/i.exec(data)
  const [, selector = '', words = ''] = match ?? []
  const word = (index: number) => words.slice(index * 64, (index + 1) * 64)
  const address = (index: number) => `0x${word(index).slice(24)}`
  const units = (index: number) => BigInt(`0x${word(index) || '0'}`)
  switch (selector.toLowerCase()) {
    case '0xa9059cbb': // transfer(address,uint256)
      return { kind: 'transfer', receiver: address(0), units: units(1) }
    case '0x095ea7b3': // approve(address,uint256)
    case '0x39509351': // increaseAllowance(address,uint256)
      return { kind: 'approve', spender: address(0), amount: sized(units(1), unlimited.token) }
    case '0xa22cb465': // setApprovalForAll(address,bool)
      return { kind: 'approve', spender: address(0), amount: units(1) > 0n ? 'all' : 'none' }
    case '0x87517c45': // Permit2: approve(address token,address spender,uint160,uint48)
      return {
        kind: 'approve',
        token: address(0),
        spender: address(1),
        amount: sized(units(2), unlimited.permit),
      }
    default:
      return undefined
  }
}

function sized(units: bigint, limit: bigint): bigint | 'unlimited' | 'none' {
  if (units === 0n) return 'none'
  return units >= limit ? 'unlimited' : units
}
