const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'

/** Contracts whose ways with an allowance are public and settled; the same code at one address everywhere. */
const everywhere = new Map([
  [permit2, 'Permit2'],
  ['0x0000000000000068f116a894984e2db1123eb395', 'Seaport 1.6'],
  ['0x00000000000000adc04c56bf30ac9d3c0aaf14dc', 'Seaport 1.5'],
])

const onMainnet = new Map([
  ['0x7a250d5630b4cf539739df2c5dacb4c659f2488d', 'Uniswap V2 Router'],
  ['0x68b3465833fb72a70ecdf485e0e4c7bd8665fc45', 'Uniswap V3 Router'],
  ['0x111111125421ca6dc452d289314280a0f8842a65', '1inch Router v6'],
  ['0xdef1c0ded9bec7f1a1670819833240f027b25eff', '0x Exchange Proxy'],
  ['0x87870bca3f3fd6335c3f4ce8392d69350b4fa4e2', 'Aave V3 Pool'],
])

/** What a spender is called, if it is one that many people know. */
export function knownSpender(chainId: string, address: string): string | undefined {
  const key = address.toLowerCase()
  return everywhere.get(key) ?? (chainId === 'eip155:1' ? onMainnet.get(key) : undefined)
}
