import type { AccountId, NetworkId } from '@latchkey/wire/caip'
import type { Account } from '../../../core/connection/family.js'
import type { Network } from '../../../core/network/network.js'

type EvmAccount = {
  readonly allAccounts: readonly Account[]
  readonly address: string | undefined
  readonly caipAddress: AccountId | undefined
  readonly status: 'connecting' | 'connected' | 'disconnected'
}

/** What bridges need of a widget: a part of what `createLatchkey` gives. */
export type BridgedWidget = {
  ready(): Promise<void>
  open(options: { readonly view: 'Connect'; readonly namespace: 'eip155' }): Promise<void>
  disconnect(namespace: 'eip155'): Promise<void>
  switchNetwork(network: { readonly id: number; readonly caipNetworkId: NetworkId }): Promise<void>
  getState(): { readonly open: boolean }
  getAccount(namespace: 'eip155'): EvmAccount
  getProvider(namespace: 'eip155'): unknown
  getCaipNetwork(namespace: 'eip155'): Network | undefined
  getCaipNetworks(namespace: 'eip155'): readonly Network[]
  subscribeState(listener: (state: { readonly open: boolean }) => void): () => void
  subscribeAccount(listener: () => void, namespace: 'eip155'): () => void
  subscribeNetwork(listener: () => void): () => void
}
