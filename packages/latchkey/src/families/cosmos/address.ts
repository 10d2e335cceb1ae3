import { type NetworkId, parseAccountId, referenceOf } from '@latchkey/wire/caip'
import { parseAccounts } from '@latchkey/wire/rpc/cosmos'
import { base64, bech32, hex } from '@scure/base'
import type { Account } from '../../core/connection/family.js'
import { type Approval, approvedNetworks } from '../shared/approval.js'

/** An account on one network. */
export type CosmosKey = {
  readonly address: string
  readonly networkId: NetworkId
  /** Undefined until the wallet reports it. */
  readonly algo?: string | undefined
  /** In base64. */
  readonly publicKey?: string | undefined
}

export type AddressPrefixes = Readonly<Record<string, string>>

/** Address prefixes by chain id. */
const known: Readonly<Record<string, string>> = {
  'cosmoshub-4': 'cosmos',
  provider: 'cosmos',
  'osmosis-1': 'osmo',
  'juno-1': 'juno',
  'stargaze-1': 'stars',
  'noble-1': 'noble',
  'neutron-1': 'neutron',
  celestia: 'celestia',
  'akashnet-2': 'akash',
  'axelar-dojo-1': 'axelar',
  'dydx-mainnet-1': 'dydx',
  'injective-1': 'inj',
  'stride-1': 'stride',
  'secret-4': 'secret',
}

const networkPattern = /^cosmos:[-a-zA-Z0-9]{1,32}$/
/** Of key accounts, and of modules and contracts. */
const addressLengths = [20, 32]

export function parseCosmosNetwork(value: unknown): NetworkId | undefined {
  return typeof value === 'string' && networkPattern.test(value) ? (value as NetworkId) : undefined
}

/** Decodes an address of that network; undefined when it is invalid. */
export function decodeAddress(
  address: string,
  networkId: NetworkId,
  prefixes: AddressPrefixes = {},
): Uint8Array | undefined {
  const decoded = bech32.decodeUnsafe(address)
  if (!decoded || decoded.prefix + address.slice(decoded.prefix.length) !== address) {
    return undefined
  }
  const own = Object.hasOwn(prefixes, networkId) ? prefixes[networkId] : undefined
  const prefix = own ?? known[referenceOf(networkId)] ?? decoded.prefix
  const bytes = bech32.fromWordsUnsafe(decoded.words)
  if (decoded.prefix !== prefix || !bytes || !addressLengths.includes(bytes.length)) {
    return undefined
  }
  return bytes
}

/** A public key or signature: base64 by convention, hex in some wallets. */
export function decodeBytes(text: string, lengths: readonly number[]): Uint8Array | undefined {
  return [base64, hex].flatMap((coder) => {
    try {
      const bytes = coder.decode(text)
      return lengths.includes(bytes.length) ? [bytes] : []
    } catch {
      return []
    }
  })[0]
}

/** Compressed, and uncompressed as in Ethereum. */
export const keyLengths = [33, 65]

/** The accounts a wallet lists on a network; undefined when one of them is invalid. */
export function parseKeys(
  response: unknown,
  networkId: NetworkId,
  prefixes: AddressPrefixes | undefined,
): readonly CosmosKey[] | undefined {
  const accounts = parseAccounts(response)
  const keys = accounts?.flatMap(({ address, algo, pubkey }) => {
    const bytes = decodeBytes(pubkey, keyLengths)
    if (!bytes || !decodeAddress(address, networkId, prefixes)) return []
    return [{ address, networkId, algo, publicKey: base64.encode(bytes) }]
  })
  return keys?.length === accounts?.length ? keys : undefined
}

/** The accounts a paired wallet approved. */
export function getApprovedKeys(
  { accounts }: Approval,
  prefixes: AddressPrefixes | undefined,
): readonly CosmosKey[] {
  return accounts.flatMap((id) => {
    const account = parseAccountId(id)
    const networkId = parseCosmosNetwork(account?.networkId)
    if (!account || !networkId || !decodeAddress(account.address, networkId, prefixes)) return []
    return [{ address: account.address, networkId }]
  })
}

export function getApprovedNetworks(approval: Approval): readonly NetworkId[] {
  return approvedNetworks(approval, { network: parseCosmosNetwork })
}

/** The accounts on a network, without duplicates. */
export function accountsOn(keys: readonly CosmosKey[], networkId: NetworkId): readonly Account[] {
  const here = new Map(
    keys.flatMap((key) => (key.networkId === networkId ? [[key.address, key]] : [])),
  )
  return Array.from(here.values(), ({ address, publicKey }) => ({
    namespace: 'cosmos',
    address,
    type: 'eoa',
    publicKey,
  }))
}
