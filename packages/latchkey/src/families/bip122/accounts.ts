import { type NetworkId, parseAccountId } from '@latchkey/wire/caip'
import { type ListedAddress, parseAddresses } from '@latchkey/wire/rpc/bip122'
import type { Account, AttachParameters } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import type { Approval } from '../shared/approval.js'
import { readProperty } from '../shared/walletError.js'
import type { WalletRequester } from '../shared/walletRequest.js'
import { parseAddress } from './address.js'

/** The active network of a wallet with its addresses there. */
export type NetworkAddresses = {
  readonly networkId: NetworkId
  readonly addresses: readonly ListedAddress[]
}

/**
 * Requests addresses and network from an in-page wallet. Undefined when it would have to prompt the
 * user.
 */
export async function requestAccounts(
  request: WalletRequester,
  mode: AttachParameters['mode'],
  network: NetworkId,
): Promise<NetworkAddresses | undefined> {
  const mayPrompt = mode === 'ask'
  const found = await request({
    method: mayPrompt ? 'connect' : 'resume',
    network,
    isConnecting: true,
    timeout: mayPrompt ? limits.walletDecisionWait : limits.walletSilentWait,
    parse: parseWalletState,
  })
  return found.addresses.length > 0 ? found : undefined
}

/**
 * The addresses a paired wallet approved on the preferred network, or else on the first one it
 * approved.
 */
export function getPreferredAddresses(
  approval: Approval,
  preferred: NetworkId,
): NetworkAddresses | undefined {
  const granted = getApprovedAddresses(approval)
  return granted.find(({ networkId }) => networkId === preferred) ?? granted[0]
}

/** Addresses differ per network, so a paired wallet is only on networks it approved accounts for. */
export function getApprovedAddresses({ accounts }: Approval): readonly NetworkAddresses[] {
  const granted = new Map<NetworkId, ListedAddress[]>()
  for (const id of accounts) {
    const { namespace, networkId, address } = parseAccountId(id) ?? {}
    if (namespace !== 'bip122' || !networkId || !address) continue
    granted.set(networkId, [...(granted.get(networkId) ?? []), { address }])
  }
  return Array.from(granted, ([networkId, addresses]) => ({ networkId, addresses })).filter(
    (found) => toAccounts(found).length > 0,
  )
}

export function parseWalletState(response: unknown): NetworkAddresses | undefined {
  const networkId = parseNetwork(readProperty(response, 'network'))
  const addresses = parseAddresses(readProperty(response, 'addresses'))
  return networkId === undefined || !addresses ? undefined : { networkId, addresses }
}

/** Accepts a reference, or the full id that paired wallets send. */
export function parseNetwork(value: unknown): NetworkId | undefined {
  if (typeof value !== 'string') return undefined
  const reference = value.replace(/^bip122:/, '')
  return /^[-_a-zA-Z0-9]{1,32}$/.test(reference) ? `bip122:${reference}` : undefined
}

/**
 * The wallet's addresses on its network as accounts, without duplicates, payment addresses first.
 * Wallets that do not name a purpose use taproot for ordinals when they list other addresses too.
 */
export function toAccounts({ networkId, addresses }: NetworkAddresses): readonly Account[] {
  const reference = networkId.slice('bip122:'.length)
  const own = addresses.flatMap((listed) => {
    const parsed = parseAddress(listed.address, reference)
    return parsed && listed.purpose !== 'stx' ? [{ ...listed, ...parsed }] : []
  })
  const hasOthers = own.some(({ kind }) => kind !== 'p2tr')
  const accounts = new Map<string, Account>()
  for (const { address, kind, publicKey, path, purpose } of own) {
    const type = purpose ?? (kind === 'p2tr' && hasOthers ? 'ordinal' : 'payment')
    if (!accounts.has(address)) {
      accounts.set(address, { namespace: 'bip122', address, type, publicKey, path })
    }
  }
  const isPayment = ({ type }: Account) => type === 'payment'
  const all = [...accounts.values()]
  return [...all.filter(isPayment), ...all.filter((account) => !isPayment(account))]
}
