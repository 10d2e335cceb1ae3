/** The number of an EVM chain, from its CAIP-2 id. */
export function chainNumber(chainId: string): number {
  return Number(chainId.slice('eip155:'.length))
}
