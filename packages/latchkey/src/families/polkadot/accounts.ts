import { type NetworkId, parseAccountId, referenceOf } from '@latchkey/wire/caip'
import type { Hex, KeyType, WalletAccount } from '@latchkey/wire/rpc/polkadot'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import type { Account } from '../../core/connection/family.js'
import { type Approval, approvedNetworks } from '../shared/approval.js'
import { decodeAddress, encodeAddress } from './address.js'

/** The generic Substrate prefix. */
const anyNetwork = 42
/** 46, 47 and higher values are reserved. */
const maxPrefix = 16_383

/** By the first 32 digits of the genesis hash. */
const known: Readonly<Record<string, number>> = {
  // Polkadot, and its asset hub
  '91b171bb158e2d3848fa23a9f1c25182': 0,
  '68d56f15f85d3136970ec16946040bc1': 0,
  // Kusama, and its asset hub
  b0a8d493285c2df73290dfb7e61f870f: 2,
  '48239ef607d7928874027a43a6768920': 2,
  // Astar, Bifrost, Acala, Hydration
  '9eb76c5184c4ab8679d2d5d819fdf90b': 5,
  '262e1b2ad728475fd6fe88e62d34c200': 6,
  fc41b9bd8ef8fe53d58c7ea67c794c7e: 10,
  afdc188f45c71dacbaa0b62e16a91f72: 63,
}

/** The SS58 prefix of a network. */
function getPrefix(networkId: NetworkId, given: Readonly<Record<string, number>> = {}): number {
  const own = Object.hasOwn(given, networkId) ? given[networkId] : undefined
  if (own !== undefined && Number.isInteger(own) && own >= 0 && own <= maxPrefix) return own
  return known[referenceOf(networkId)] ?? anyNetwork
}

/** An account as the chain stores it. Its address differs per network. */
export type PolkadotKey = {
  readonly publicKey: Hex
  /** The only network it is for: the reference part of the network id. */
  readonly reference?: string | undefined
  readonly type?: KeyType | undefined
  readonly name?: string | undefined
}

const networkPattern = /^polkadot:[0-9a-f]{32}$/

export function parsePolkadotNetwork(value: unknown): NetworkId | undefined {
  return typeof value === 'string' && networkPattern.test(value) ? (value as NetworkId) : undefined
}

/** The public key of an address with any prefix; undefined when it is invalid. */
export function toPublicKey(address: string): Hex | undefined {
  const bytes = decodeAddress(address)
  return bytes && `0x${bytesToHex(bytes)}`
}

/** Undefined when one of the addresses is invalid. */
export function keysOf(accounts: readonly WalletAccount[]): readonly PolkadotKey[] | undefined {
  const keys = accounts.flatMap(({ address, ...rest }) => {
    const publicKey = toPublicKey(address)
    return publicKey ? [{ publicKey, ...rest }] : []
  })
  return keys.length === accounts.length ? keys : undefined
}

/** The keys a paired wallet approved, each for one network. */
export function getApprovedKeys({ accounts }: Approval): readonly PolkadotKey[] {
  return accounts.flatMap((id) => {
    const account = parseAccountId(id)
    const networkId = parsePolkadotNetwork(account?.networkId)
    const publicKey = account && toPublicKey(account.address)
    return networkId && publicKey ? [{ publicKey, reference: referenceOf(networkId) }] : []
  })
}

export function getApprovedNetworks(approval: Approval): readonly NetworkId[] {
  return approvedNetworks(approval, { network: parsePolkadotNetwork })
}

/** The accounts on a network with their addresses there, without duplicates. */
export function accountsOn(
  keys: readonly PolkadotKey[],
  networkId: NetworkId,
  prefixes: Readonly<Record<string, number>> | undefined,
): readonly Account[] {
  const prefix = getPrefix(networkId, prefixes)
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
