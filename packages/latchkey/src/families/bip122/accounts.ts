import { type NetworkId, parseAccountId } from '@latchkey/wire/caip'
import { type ListedAddress, parseAddresses } from '@latchkey/wire/rpc/bip122'
import type { Account, AttachParameters } from '../../core/connection/family.js'
import * as limits from '../../core/runtime/limits.js'
import type { Approval } from '../shared/approval.js'
import { readProperty } from '../shared/walletError.js'
import type { WalletRequester } from '../shared/walletRequest.js'
import { parseAddress } from './address.js'

/** Where a wallet is and what it shows there. */
export type NetworkAddresses = {
  readonly networkId: NetworkId
  readonly addresses: readonly ListedAddress[]
}

/** Asks an in-page wallet for addresses and network. Undefined when it would have to ask its user. */
export async function requestAccounts(
  request: WalletRequester,
  mode: AttachParameters['mode'],
  network: NetworkId,
): Promise<NetworkAddresses | undefined> {
  const isAsked = mode === 'ask'
  const found = await request({
    method: isAsked ? 'connect' : 'resume',
    network,
    isConnecting: true,
    timeout: isAsked ? limits.walletDecisionWait : limits.walletSilentWait,
    parse: parseWalletState,
  })
  return found.addresses.length > 0 ? found : undefined
}

/** What a paired wallet shows on the preferred network, or else on the first it has accounts on. */
export function getPreferredAddresses(
  approval: Approval,
  preferred: NetworkId,
): NetworkAddresses | undefined {
  const granted = getApprovedAddresses(approval)
  return granted.find(({ networkId }) => networkId === preferred) ?? granted[0]
}

/** Every network has addresses of its own: a paired wallet is only where it has granted some. */
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

/** A network by its reference, or by its id as paired wallets tell it. */
export function parseNetwork(value: unknown): NetworkId | undefined {
  if (typeof value !== 'string') return undefined
  const reference = value.replace(/^bip122:/, '')
  return /^[-_a-zA-Z0-9]{1,32}$/.test(reference) ? `bip122:${reference}` : undefined
}

/**
 * The accounts among addresses a wallet tells of: those of the network it is on, each once, for
 * payments first. Where the wallet does not say what an address is for, a taproot address beside others
 * is taken to be for ordinals, as wallets have it.
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
