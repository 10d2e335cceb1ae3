/** Bitcoin's networks by their CAIP-2 references: the first half of each genesis hash. */
export const mainnet = '000000000019d6689c085ae165831e93'
export const testnet = '000000000933ea01ad0ee984209779ba'
export const testnet4 = '00000000da84f2bafbbc53dee25a72ae'
export const signet = '00000008819873e925422c1ff0f99f7c'

/** One wallet's names of networks, the name it is asked with first. */
export type NetworkNames = Readonly<Record<string, readonly [string, ...string[]]>>

/**
 * The network a wallet names. Undefined for no name at all; a network nobody here knows keeps the
 * wallet's name for it, so that it is seen to be none of the site's.
 */
export function referenceFrom(name: unknown, names: NetworkNames): string | undefined {
  if (typeof name !== 'string' || !/^[-_:a-zA-Z0-9]{1,40}$/.test(name)) return undefined
  const known = Object.keys(names).find((reference) => names[reference]?.includes(name))
  return known ?? name.replaceAll(':', '-').slice(0, 32)
}
