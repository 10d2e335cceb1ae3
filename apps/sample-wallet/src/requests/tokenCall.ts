import { type Address, decodeFunctionData, erc20Abi, type Hex, maxUint256 } from 'viem'

export type TokenCall =
  | { readonly kind: 'transfer'; readonly to: Address; readonly units: bigint }
  | { readonly kind: 'allow'; readonly spender: Address; readonly units: bigint | 'unlimited' }

// Contracts treat any allowance this large as unlimited.
const practicallyUnlimited = maxUint256 / 2n

/** Token transfers and approvals, parsed from call data. */
export function readTokenCall(data: Hex | undefined): TokenCall | undefined {
  if (!data || data.length < 10) return undefined
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data })
    if (functionName === 'transfer') return { kind: 'transfer', to: args[0], units: args[1] }
    if (functionName !== 'approve') return undefined
    const units = args[1] >= practicallyUnlimited ? 'unlimited' : args[1]
    return { kind: 'allow', spender: args[0], units }
  } catch {
    return undefined
  }
}
