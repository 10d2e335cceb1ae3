import { NETWORK, p2tr, p2wpkh, TEST_NETWORK } from '@scure/btc-signer'
import { pubSchnorr } from '@scure/btc-signer/utils.js'
import { HDKey } from 'viem/accounts'
import { publicSeed } from '../keys/publicSeed.js'

export const bitcoinMainnet = 'bip122:000000000019d6689c085ae165831e93'
export const bitcoinChains: readonly string[] = [
  bitcoinMainnet,
  'bip122:000000000933ea01ad0ee984209779ba',
  'bip122:00000008819873e925422c1ff0f99f7c',
]

/** Segwit for payments (BIP-84), taproot for ordinals (BIP-86). */
export type Purpose = 'payment' | 'ordinal'

export type BitcoinKey = {
  readonly purpose: Purpose
  readonly address: string
  /** Output script. */
  readonly script: Uint8Array
  readonly path: string
  readonly publicKey: Uint8Array
  readonly privateKey: Uint8Array
}

export type BitcoinKeys = (account: number, chain: string) => readonly [BitcoinKey, BitcoinKey]

/** Keys of the public seed, derived on first use. */
export function createBitcoinKeys(): BitcoinKeys {
  const known = new Map<string, readonly [BitcoinKey, BitcoinKey]>()
  let root: HDKey | undefined

  function derive(account: number, chain: string, purpose: Purpose): BitcoinKey {
    root ??= HDKey.fromMasterSeed(publicSeed)
    const isMain = chain === bitcoinMainnet
    const network = isMain ? NETWORK : TEST_NETWORK
    const path = `m/${purpose === 'payment' ? 84 : 86}'/${isMain ? 0 : 1}'/0'/0/${account}`
    const { privateKey, publicKey } = root.derive(path)
    if (!privateKey || !publicKey) throw new Error('The phrase gives private keys')
    const { address, script } =
      purpose === 'payment'
        ? p2wpkh(publicKey, network)
        : p2tr(pubSchnorr(privateKey), undefined, network)
    if (address === undefined) throw new Error('Every key has an address')
    return { purpose, address, script, path, publicKey, privateKey }
  }

  return (account, chain) => {
    const id = `${account} ${chain}`
    const keys = known.get(id) ?? [
      derive(account, chain, 'payment'),
      derive(account, chain, 'ordinal'),
    ]
    known.set(id, keys)
    return keys
  }
}
