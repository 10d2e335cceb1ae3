import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { ConnectorId } from './family.js'

/** Every view and the parameters it is opened with. One line here and one component make a view. */
export type ViewParams = {
  Connect: undefined
  ConnectWallets: undefined
  ConnectingExternal: { readonly connectorId: ConnectorId }
  ConnectingWalletConnect: { readonly walletId?: string | undefined }
  AllWallets: undefined
  Downloads: { readonly walletId: string }
  GetWallet: undefined
  WhatIsAWallet: undefined
  WhatIsANetwork: undefined
  Account: undefined
  Networks: undefined
  SwitchNetwork: { readonly networkId: NetworkId }
  SwitchActiveChain: { readonly namespace: Namespace; readonly networkId: NetworkId }
  UnsupportedChain: undefined
}

export type ViewName = keyof ViewParams

/** A view with its parameters, as the router keeps it. */
export type Route = {
  [view in ViewName]: { readonly view: view; readonly params: ViewParams[view] }
}[ViewName]
