import { type NetworkId, namespaceOf } from '@latchkey/wire/caip'

/** The node's own call for a balance, and its result as a decimal string of the smallest unit. */
type BalanceCall = {
  readonly method: string
  readonly params: unknown
  /** The result as JSON, from the node's. */
  toResult(json: string): string
}

/** `getAddressBalance` of older widgets; undefined for another method or namespace. */
export function toBalanceCall(
  chain: NetworkId,
  method: string,
  params: unknown,
): BalanceCall | undefined {
  if (method !== 'getAddressBalance') return undefined
  const [first] = Array.isArray(params) ? params : [params]
  const { address } = Object(first) as { readonly address?: unknown }
  switch (namespaceOf(chain)) {
    case 'eip155':
      return {
        method: 'eth_getBalance',
        params: [address, 'latest'],
        toResult: (json) => `"${BigInt(JSON.parse(json) as string)}"`,
      }
    case 'solana':
      return {
        method: 'getBalance',
        params: [address],
        // As text: the value may be above what a JSON number holds exactly.
        toResult: (json) => `"${/"value"\s*:\s*(\d+)/.exec(json)?.[1] ?? '0'}"`,
      }
    default:
      return undefined
  }
}
