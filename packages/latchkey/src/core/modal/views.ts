import type { Namespace, NetworkId } from '@latchkey/wire/caip'
import type { SocialProvider } from '../config/features.js'
import type { ConnectorId } from '../connection/family.js'

/** What core knows about a view. Its title and component are in `ui/views`. */
export type ViewFacts = {
  /** False: it stays open when the wallet disconnects. */
  readonly needsWallet?: false
  /** False: the visitor cannot close the modal here. */
  readonly canClose?: false
  /** A site may open it: at any time, or once the visitor is connected. */
  readonly openFor?: 'anyone' | 'connected'
  /** The option a site has to turn on to open it. */
  readonly option?: ViewOption
}

/** Options that switch views on and off; `openView.ts` reads them. */
export type ViewOption =
  | 'allWallets'
  | 'enableNetworkSwitch'
  | 'features.email'
  | 'features.history'
  | 'features.receive'
  | 'features.send'
  | 'features.socials'
  | 'providerUrl'
  | 'providerUrls.login'
  | 'relayUrls'
  | 'siwx'

type View<params> = ViewFacts & {
  /** Only a type: the parameters of the view. */
  readonly params?: params
}

/** A view that a site may open, with its parameters as `arguments`. */
type PublicView<params> = View<params> & { readonly openFor: 'anyone' | 'connected' }

function defineView<params = undefined>(facts: Omit<ViewFacts, 'openFor'> = {}): View<params> {
  return facts
}

function definePublicView<params = undefined>(
  openFor: 'anyone' | 'connected',
  facts: Omit<ViewFacts, 'openFor'> = {},
): PublicView<params> {
  return { ...facts, openFor }
}

/** Every view, by name. */
export const views = {
  Connect: definePublicView('anyone', { needsWallet: false }),
  Account: definePublicView('anyone'),
  Networks: definePublicView('anyone', { needsWallet: false, option: 'enableNetworkSwitch' }),
  SwitchNetwork: definePublicView<{ readonly networkId: NetworkId }>('anyone', {
    option: 'enableNetworkSwitch',
  }),
  AllWallets: definePublicView('anyone', { needsWallet: false, option: 'allWallets' }),
  ConnectingExternal: definePublicView<InPageWallet>('anyone', { needsWallet: false }),
  ConnectingWalletConnect: definePublicView<{ readonly walletId?: string | undefined }>('anyone', {
    needsWallet: false,
    option: 'relayUrls',
  }),
  WhatIsAWallet: definePublicView('anyone', { needsWallet: false }),
  WhatIsANetwork: definePublicView('anyone', { needsWallet: false }),
  UnsupportedChain: definePublicView('anyone', { canClose: false }),
  EmailLogin: definePublicView('anyone', { needsWallet: false, option: 'features.email' }),
  ConnectSocials: definePublicView('anyone', { needsWallet: false, option: 'features.socials' }),
  ProfileWallets: definePublicView('connected', { needsWallet: false }),
  Transactions: definePublicView('connected', { option: 'features.history' }),
  WalletReceive: definePublicView('connected', { needsWallet: false, option: 'features.receive' }),
  WalletSend: definePublicView<{ readonly token?: string | undefined } | undefined>('connected', {
    option: 'features.send',
  }),
  RegisterAccountName: definePublicView('connected', { option: 'providerUrl' }),
  AccountSettings: definePublicView('connected', { option: 'providerUrls.login' }),
  UpdateEmailWallet: definePublicView('connected', { option: 'providerUrls.login' }),
  WalletSecurity: definePublicView('connected', { option: 'providerUrls.login' }),
  SIWXSignMessage: definePublicView('connected', { option: 'siwx' }),
  ConnectWallets: defineView({ needsWallet: false }),
  ConnectingMultiChain: defineView<InPageWallet>({ needsWallet: false }),
  Downloads: defineView<{ readonly walletId: string }>({ needsWallet: false }),
  Create: defineView(),
  GetWallet: defineView({ needsWallet: false }),
  SwitchActiveChain: defineView<{
    readonly namespace: Namespace
    readonly networkId: NetworkId
  }>({ needsWallet: false }),
  Nft: defineView<{ readonly nft: NftKey }>(),
  WalletCompatibleNetworks: defineView({ needsWallet: false }),
  WalletSendSelectToken: defineView(),
  WalletSendPreview: defineView(),
  WalletSendConfirmed: defineView<{ readonly entryId: string }>(),
  ChooseAccountName: defineView(),
  RegisterAccountNameSuccess: defineView<{ readonly name: string }>(),
  EmailVerifyOtp: defineView({ needsWallet: false }),
  EmailVerifyDevice: defineView({ needsWallet: false }),
  ConnectingSocial: defineView<{ readonly provider: SocialProvider }>({ needsWallet: false }),
  ConnectingFarcaster: defineView({ needsWallet: false }),
  UpdateEmailPrimaryOtp: defineView(),
  UpdateEmailSecondaryOtp: defineView(),
  ApproveTransaction: defineView(),
  UpgradeEmailWallet: defineView(),
} as const

export type ViewName = keyof typeof views

/** The parameters each view is opened with. */
export type ViewParams = {
  [name in ViewName]: (typeof views)[name] extends View<infer params> ? params : never
}

export type PublicViewName = {
  [name in ViewName]: (typeof views)[name] extends PublicView<infer _> ? name : never
}[ViewName]

/** A view with its parameters, as the router stores it. */
export type Route = {
  [name in ViewName]: undefined extends ViewParams[name]
    ? { readonly view: name; readonly params?: ViewParams[name] }
    : { readonly view: name; readonly params: ViewParams[name] }
}[ViewName]

/** A wallet in the page; without a chain family, the first of its families is connected. */
type InPageWallet = {
  readonly connectorId: ConnectorId
  readonly namespace?: Namespace | undefined
}

/** One collectible among all. */
export type NftKey = {
  readonly networkId: NetworkId
  readonly collection: string
  readonly tokenId: string
}
