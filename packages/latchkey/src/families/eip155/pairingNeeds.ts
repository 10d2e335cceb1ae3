import type { RequestedNamespace } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'

/** Methods requested from a paired wallet, all of them optional. */
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
