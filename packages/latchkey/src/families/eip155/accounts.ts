import type { NetworkId } from '@latchkey/wire/caip'
import { type Hex, parseAccounts, parseAddress, parseChainId } from '@latchkey/wire/rpc/eip155'
import type { AttachParameters, RequestedNamespace } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { IdParsers } from '../shared/approval.js'
import { readWalletError } from '../shared/walletError.js'
import type { WalletRequester } from '../shared/walletRequest.js'

/** Methods requested from a paired wallet. All of them are optional. */
export const walletMethods: readonly string[] = [
  'eth_accounts',
  'eth_requestAccounts',
  'eth_sendRawTransaction',
  'eth_sign',
  'eth_signTransaction',
  'eth_signTypedData',
  'eth_signTypedData_v3',
  'eth_signTypedData_v4',
  'eth_sendTransaction',
  'personal_sign',
  'wallet_switchEthereumChain',
  'wallet_addEthereumChain',
  'wallet_getPermissions',
  'wallet_requestPermissions',
  'wallet_registerOnboarding',
  'wallet_watchAsset',
  'wallet_scanQRCode',
  'wallet_getCallsStatus',
  'wallet_showCallsStatus',
  'wallet_sendCalls',
  'wallet_getCapabilities',
  'wallet_grantPermissions',
  'wallet_revokePermissions',
  'wallet_getAssets',
]

export function pairingNeeds(networks: readonly Network[]): RequestedNamespace {
  return {
    chains: networks
      .filter((network) => network.namespace === 'eip155')
      .map((network) => network.id),
    methods: walletMethods,
    events: ['accountsChanged', 'chainChanged'],
  }
}

/** The accounts and network of a wallet when it connects. */
export type InitialAccounts = { readonly addresses: readonly Hex[]; readonly networkId: NetworkId }

/** Requests accounts and network from an in-page wallet. Undefined if silent and not connected yet. */
export async function requestAccounts(
  request: WalletRequester,
  mode: AttachParameters['mode'],
): Promise<InitialAccounts | undefined> {
  const addresses =
    mode === 'ask'
      ? await request({
          method: 'eth_requestAccounts',
          isConnecting: true,
          timeout: limits.walletDecisionWait,
          parse: (response) => nonEmpty(parseAccounts(response)),
        })
      : await readPermittedAccounts(request)
  if (addresses.length === 0) return undefined
  return { addresses, networkId: await readNetwork(request) }
}

export function readNetwork(request: WalletRequester, signal?: AbortSignal): Promise<NetworkId> {
  return request({
    method: 'eth_chainId',
    timeout: limits.walletSilentWait,
    signal,
    parse: parseEvmNetwork,
  })
}

export function parseEvmNetwork(value: unknown): NetworkId | undefined {
  const reference = parseChainId(value)
  return reference === undefined ? undefined : `eip155:${reference}`
}

/** Network ids count only in canonical form. */
export const evmIds: IdParsers<Hex> = {
  network: (id) => (parseEvmNetwork(id) === id ? id : undefined),
  address: parseAddress,
}

async function readPermittedAccounts(request: WalletRequester): Promise<readonly Hex[]> {
  try {
    return await request({
      method: 'eth_accounts',
      timeout: limits.walletSilentWait,
      parse: parseAccounts,
    })
  } catch (error) {
    // Locked wallets respond with these errors.
    if (error instanceof UserRejectedError) return []
    if (error instanceof WalletRequestError && readWalletError(error.cause).code === '4100')
      return []
    throw error
  }
}

function nonEmpty<item>(list: readonly item[] | undefined): readonly item[] | undefined {
  return list && list.length > 0 ? list : undefined
}
