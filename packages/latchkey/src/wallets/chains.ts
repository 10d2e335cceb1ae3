/** Networks that several wallets share, as CAIP-2 ids. */

/** For wallets that accept any EVM network. */
export const evm: readonly string[] = [
  'eip155:1',
  'eip155:10',
  'eip155:56',
  'eip155:100',
  'eip155:130',
  'eip155:137',
  'eip155:146',
  'eip155:250',
  'eip155:324',
  'eip155:5000',
  'eip155:8217',
  'eip155:8453',
  'eip155:42161',
  'eip155:42220',
  'eip155:43114',
  'eip155:59144',
  'eip155:80094',
  'eip155:81457',
  'eip155:534352',
  'eip155:7777777',
  'eip155:1313161554',
  'eip155:84532',
  'eip155:421614',
  'eip155:11155111',
  'eip155:11155420',
  'eip155:31337',
]

/** For wallets that have only the large ones. */
export const majorEvm: readonly string[] = [
  'eip155:1',
  'eip155:10',
  'eip155:56',
  'eip155:137',
  'eip155:8453',
  'eip155:42161',
  'eip155:43114',
]

export const solana: readonly string[] = [
  'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
]

export const bitcoin: readonly string[] = [
  'bip122:000000000019d6689c085ae165831e93',
  'bip122:000000000933ea01ad0ee984209779ba',
]

export const polkadot: readonly string[] = [
  'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  'polkadot:b0a8d493285c2df73290dfb7e61f870f',
]

export const cosmos: readonly string[] = ['cosmos:cosmoshub-4', 'cosmos:osmosis-1']

/** One list of several. Bundlers cannot remove an unused spread, but an unused call that is marked as pure. */
export function unite(...lists: readonly (readonly string[])[]): readonly string[] {
  return lists.flat()
}
