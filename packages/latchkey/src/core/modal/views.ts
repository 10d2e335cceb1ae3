import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { SocialProvider } from '../config/features.js'
import type { ConnectorId } from '../connection/family.js'

/** Every view and the parameters it is opened with. One line here and one component make a view. */
export type ViewParams = {
  Connect: undefined
  ConnectWallets: undefined
  ConnectingExternal: WalletInPage
  ConnectingMultiChain: WalletInPage
  ConnectingWalletConnect: { readonly walletId?: string | undefined }
  AllWallets: undefined
  Downloads: { readonly walletId: string }
  Create: undefined
  GetWallet: undefined
  WhatIsAWallet: undefined
  WhatIsANetwork: undefined
  Account: undefined
  Networks: undefined
  SwitchNetwork: { readonly networkId: NetworkId }
  SwitchActiveChain: { readonly namespace: Namespace; readonly networkId: NetworkId }
  UnsupportedChain: undefined
  ProfileWallets: undefined
  Transactions: undefined
  Nft: { readonly nft: NftKey }
  WalletReceive: undefined
  WalletCompatibleNetworks: undefined
  WalletSend: { readonly token?: string | undefined } | undefined
  WalletSendSelectToken: undefined
  WalletSendPreview: undefined
  WalletSendConfirmed: { readonly entryId: string }
  ChooseAccountName: undefined
  RegisterAccountName: undefined
  RegisterAccountNameSuccess: { readonly name: string }
  EmailLogin: undefined
  EmailVerifyOtp: undefined
  EmailVerifyDevice: undefined
  ConnectSocials: undefined
  ConnectingSocial: { readonly provider: SocialProvider }
  ConnectingFarcaster: undefined
  UpdateEmailWallet: undefined
  UpdateEmailPrimaryOtp: undefined
  UpdateEmailSecondaryOtp: undefined
  ApproveTransaction: undefined
  AccountSettings: undefined
  WalletSecurity: undefined
  UpgradeEmailWallet: undefined
}

export type ViewName = keyof ViewParams

/** A wallet that can be asked right here; without a chain family, as the first of its families. */
type WalletInPage = {
  readonly connectorId: ConnectorId
  readonly namespace?: Namespace | undefined
}

/** One collectible among all. */
export type NftKey = {
  readonly networkId: NetworkId
  readonly collection: string
  readonly tokenId: string
}

/** A view with its parameters, as the router keeps it. */
export type Route = {
  [view in ViewName]: { readonly view: view; readonly params: ViewParams[view] }
}[ViewName]
