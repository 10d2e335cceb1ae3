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

/** What switches views on and off, an option or the provider's `names`; `openView.ts` reads it. */
export type ViewOption =
  | 'allWallets'
  | 'enableNetworkSwitch'
  | 'features.deposit'
  | 'features.email'
  | 'features.history'
  | 'features.onramp'
  | 'features.receive'
  | 'features.send'
  | 'features.smartSessions'
  | 'features.socials'
  | 'features.swaps'
  | 'names'
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

function defineView<params = undefined>(facts: Omit<ViewFacts, 'openFor'>): View<params> {
  return facts
}

function definePublicView<params = undefined>(
  openFor: 'anyone' | 'connected',
  facts: Omit<ViewFacts, 'openFor'> = {},
): PublicView<params> {
  return { ...facts, openFor }
}

/** The views that have facts of their own. */
const views = {
  Connect: definePublicView('anyone', { needsWallet: false }),
  Account: definePublicView('anyone'),
  Networks: definePublicView('anyone', { needsWallet: false, option: 'enableNetworkSwitch' }),
  SwitchNetwork: definePublicView<{ readonly networkId: NetworkId }>('anyone', {
    option: 'enableNetworkSwitch',
  }),
  AllWallets: definePublicView('anyone', { needsWallet: false, option: 'allWallets' }),
  ConnectingExternal: definePublicView<InPageWallet>('anyone', { needsWallet: false }),
  ConnectingWalletConnect: definePublicView<{
    readonly walletId?: string | undefined
    /** The wallet's app was opened by the tap that chose it. */
    readonly isOpened?: boolean | undefined
  }>('anyone', {
    needsWallet: false,
    option: 'relayUrls',
  }),
  WhatIsAWallet: definePublicView('anyone', { needsWallet: false }),
  WhatIsANetwork: definePublicView('anyone', { needsWallet: false }),
  UnsupportedChain: definePublicView<{ readonly feature: 'swap' } | undefined>('anyone', {
    canClose: false,
  }),
  EmailLogin: definePublicView('anyone', { needsWallet: false, option: 'features.email' }),
  ConnectSocials: definePublicView('anyone', { needsWallet: false, option: 'features.socials' }),
  ProfileWallets: definePublicView('connected', { needsWallet: false }),
  /** With the symbol of a token, only its transactions. */
  Transactions: definePublicView<string | undefined>('connected', { option: 'features.history' }),
  WalletReceive: definePublicView('connected', { needsWallet: false, option: 'features.receive' }),
  WalletSend: definePublicView<{ readonly token?: string | undefined } | undefined>('connected', {
    option: 'features.send',
  }),
  FundWallet: definePublicView('connected', { option: 'providerUrl' }),
  PayWithExchange: definePublicView('connected', { option: 'features.deposit' }),
  Swap: definePublicView<SwapArguments>('connected', { option: 'features.swaps' }),
  OnRampProviders: definePublicView<BuyArguments>('connected', { option: 'features.onramp' }),
  RegisterAccountName: definePublicView('connected', { option: 'names' }),
  AccountSettings: definePublicView('connected', { option: 'providerUrls.login' }),
  UpdateEmailWallet: definePublicView('connected', { option: 'providerUrls.login' }),
  WalletSecurity: definePublicView('connected', { option: 'providerUrls.login' }),
  SIWXSignMessage: definePublicView('connected', { option: 'siwx' }),
  SmartSessionList: definePublicView('connected', { option: 'features.smartSessions' }),
  ConnectWallets: defineView({ needsWallet: false }),
  ConnectingMultiChain: defineView<InPageWallet>({ needsWallet: false }),
  Downloads: defineView<{ readonly walletId: string }>({ needsWallet: false }),
  GetWallet: defineView({ needsWallet: false }),
  SwitchActiveChain: defineView<{
    readonly namespace: Namespace
    readonly networkId: NetworkId
  }>({ needsWallet: false }),
  WalletCompatibleNetworks: defineView({ needsWallet: false }),
  EmailVerifyOtp: defineView({ needsWallet: false }),
  EmailVerifyDevice: defineView({ needsWallet: false }),
  ConnectingSocial: defineView<{ readonly provider: SocialProvider }>({ needsWallet: false }),
  ConnectingFarcaster: defineView({ needsWallet: false }),
  Pay: defineView({ needsWallet: false }),
  PayQuote: defineView({ needsWallet: false }),
  PaySelectToken: defineView({ needsWallet: false }),
  PayLoading: defineView({ needsWallet: false }),
} as const

/** The other views with their parameters: they need a wallet, and other views open them. */
type InnerViews = {
  ApproveTransaction: undefined
  BuyInProgress: undefined
  ChooseAccountName: undefined
  Create: undefined
  Nft: { readonly nft: NftKey }
  OnRampActivity: undefined
  OnRampFiatSelect: undefined
  OnRampTokenSelect: undefined
  PayWithExchangeSelectAsset: undefined
  RegisterAccountNameSuccess: { readonly name: string }
  SmartSessionCreated: undefined
  SwapPreview: undefined
  SwapSelectToken: { readonly target: 'sourceToken' | 'toToken' }
  Token: { readonly token: TokenKey }
  UpdateEmailPrimaryOtp: undefined
  UpdateEmailSecondaryOtp: undefined
  UpgradeEmailWallet: undefined
  WalletSendConfirmed: { readonly entryId: string }
  WalletSendPreview: undefined
  WalletSendSelectToken: undefined
}

type Views = typeof views

export type ViewName = keyof Views | keyof InnerViews

/** The parameters each view is opened with. */
export type ViewParams = {
  readonly [name in keyof Views]: Views[name] extends View<infer params> ? params : never
} & Readonly<InnerViews>

export type PublicViewName = {
  [name in keyof Views]: Views[name] extends PublicView<infer _> ? name : never
}[keyof Views]

export function getViewFacts(view: ViewName): ViewFacts {
  return (views as { readonly [name in ViewName]?: ViewFacts })[view] ?? {}
}

/** The views a site may open. */
export function getPublicViewNames(): readonly string[] {
  return Object.entries<ViewFacts>(views).flatMap(([name, { openFor }]) => (openFor ? name : []))
}

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

/** What the Swap form starts with. */
export type SwapArguments = {
  /** Decimal text in `fromToken`. */
  readonly amount?: string | undefined
  /** Symbol or address. */
  readonly fromToken?: string | undefined
  readonly toToken?: string | undefined
}

/** One token of the account. */
export type TokenKey = {
  readonly networkId: NetworkId
  /** Absent for the native coin. */
  readonly address?: string | undefined
  readonly symbol: string
}

/** What the form to buy starts with. */
export type BuyArguments = {
  /** Decimal text in `currency`. */
  readonly amount?: string | undefined
  /** ISO 4217, such as `USD`. */
  readonly currency?: string | undefined
  /** Symbol, or network id and symbol: `eip155:1:USDC`. */
  readonly token?: string | undefined
}

/** One collectible among all. */
export type NftKey = {
  readonly networkId: NetworkId
  readonly collection: string
  readonly tokenId: string
}
