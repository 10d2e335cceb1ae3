/** CAIP-2 references of Bitcoin's networks: the first half of each genesis hash. */
export const mainnet = '000000000019d6689c085ae165831e93'
export const testnet = '000000000933ea01ad0ee984209779ba'
export const testnet4 = '00000000da84f2bafbbc53dee25a72ae'
export const signet = '00000008819873e925422c1ff0f99f7c'
