import type { RequestedNamespace } from '../../core/connection/family.js'
import type { Network } from '../../core/network/network.js'
import { formerId } from './chains.js'

/** What a paired wallet is asked to allow. All of it is optional for the wallet. */
const walletMethods: readonly string[] = [
  'solana_signMessage',
  'solana_signTransaction',
  'solana_requestAccounts',
  'solana_getAccounts',
  'solana_signAllTransactions',
  'solana_signAndSendTransaction',
]

/** Networks under their former ids too, for wallets that know no others (wire protocols §7.2). */
export function pairingNeeds(networks: readonly Network[]): RequestedNamespace {
  const ids = networks.filter(({ namespace }) => namespace === 'solana').map(({ id }) => id)
  return {
    chains: [...ids, ...ids.flatMap((id) => formerId(id) ?? [])],
    methods: walletMethods,
    events: ['accountsChanged', 'chainChanged'],
  }
}
