import { type NetworkId, parseAccountId, referenceOf } from '@latchkey/wire/caip'
import type { Hex, KeyType, WalletAccount } from '@latchkey/wire/rpc/polkadot'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Account } from '../../core/connection/family.js'
import { type Approval, approvedNetworks } from '../shared/approval.js'
import { prefixOf } from './prefixes.js'
import { decodeAddress, encodeAddress } from './ss58.js'

/** An account as the chain knows it: its address is another on every network. */
export type Key = {
  readonly publicKey: Hex
  /** The only network it is for, as CAIP-2 writes it after the colon. */
  readonly reference?: string | undefined
  readonly type?: KeyType | undefined
  readonly name?: string | undefined
}

const networkPattern = /^polkadot:[0-9a-f]{32}$/

export function parsePolkadotNetwork(value: unknown): NetworkId | undefined {
  return typeof value === 'string' && networkPattern.test(value) ? (value as NetworkId) : undefined
}

/** The key behind an address of any network; undefined for what is none. */
export function publicKeyOf(address: string): Hex | undefined {
  const bytes = decodeAddress(address)
  return bytes && `0x${bytesToHex(bytes)}`
}

/** Undefined as soon as one of the addresses is none. */
export function keysOf(accounts: readonly WalletAccount[]): readonly Key[] | undefined {
  const keys = accounts.flatMap(({ address, ...rest }) => {
    const publicKey = publicKeyOf(address)
    return publicKey ? [{ publicKey, ...rest }] : []
  })
  return keys.length === accounts.length ? keys : undefined
}

/** What a paired wallet granted: keys for the networks they were granted on, and no others. */
export function grantedKeys({ accounts }: Approval): readonly Key[] {
  return accounts.flatMap((id) => {
    const account = parseAccountId(id)
    const networkId = parsePolkadotNetwork(account?.networkId)
    const publicKey = account && publicKeyOf(account.address)
    return networkId && publicKey ? [{ publicKey, reference: referenceOf(networkId) }] : []
  })
}

export function grantedNetworks(approval: Approval): readonly NetworkId[] {
  return approvedNetworks(approval, { network: parsePolkadotNetwork })
}

/** The accounts of a network, each once, with the addresses they have there. */
export function accountsOn(
  keys: readonly Key[],
  networkId: NetworkId,
  prefixes: Readonly<Record<string, number>> | undefined,
): readonly Account[] {
  const prefix = prefixOf(networkId, prefixes)
  const here = keys.filter(
    ({ reference }) => reference === undefined || reference === referenceOf(networkId),
  )
  return Array.from(new Set(here.map(({ publicKey }) => publicKey)), (publicKey) => ({
    namespace: 'polkadot',
    address: encodeAddress(hexToBytes(publicKey.slice(2)), prefix),
    type: 'eoa',
    publicKey,
  }))
}
