import type { ComponentType } from 'react'
import type { ViewName, ViewParams } from '../../core/modal/views.js'
import { getNetworkById } from '../../core/network/store.js'
import * as loginText from '../../core/text/login.js'
import { titles } from '../../core/text/titles.js'
import { getListing } from '../../core/wallets/walletListings.js'
import type { Widget } from '../../core/widget.js'
import { type LoadedComponent, lazyComponent } from '../parts/Lazy.js'
import type { FirstViewName } from './firstViews.js'

type LazyViewName = Exclude<ViewName, FirstViewName>

type LazyView<params> = {
  readonly getTitle: (widget: Widget, params: params) => string | undefined
  readonly load: () => Promise<LoadedComponent<ComponentType<{ readonly params: params }>>>
}

const connecting = () => import('./connecting/index.js')
const pairing = () => import('./pairing/index.js')
const account = () => import('./account/index.js')
const networks = () => import('./networks/index.js')
const guide = () => import('./guide/index.js')
const activity = () => import('../../features/activity/views/index.js')
const nfts = () => import('../../features/nfts/views/index.js')
const receive = () => import('../../features/receive/views/index.js')
const send = () => import('../../features/send/views/index.js')
const swap = () => import('../../features/swap/views/index.js')
const token = () => import('../../features/token/views/index.js')
const onramp = () => import('../../features/onramp/views/index.js')
const fund = () => import('../../features/fund/views/index.js')
const names = () => import('../../features/names/views/index.js')
const login = () => import('../../features/login/views/index.js')
const siwx = () => import('../../features/siwx/views/index.js')
const sessions = () => import('../../features/sessions/views/index.js')
const pay = () => import('../../features/pay/views/index.js')
const wallets = () => import('../../features/wallets/views/index.js')

/** All lazy views: title and loader. Views of a group load together. */
export const lazyViews: { readonly [name in LazyViewName]: LazyView<ViewParams[name]> } = {
  ConnectingExternal: defineView(
    (widget, { connectorId }) => connectorName(widget, connectorId),
    connecting,
    (views) => views.ConnectingExternalView,
  ),
  ConnectingMultiChain: defineView(
    titles.selectChain,
    connecting,
    (views) => views.ConnectingMultiChainView,
  ),
  ConnectingWalletConnect: defineView(
    (widget, { walletId }) => getListing(widget, walletId)?.name ?? titles.pairing,
    pairing,
    (views) => views.PairingView,
  ),
  AllWallets: defineView(titles.allWallets, pairing, (views) => views.AllWalletsView),
  Downloads: defineView(
    (widget, { walletId }) => titles.downloads(getListing(widget, walletId)?.name),
    guide,
    (views) => views.DownloadsView,
  ),
  Create: defineView(titles.create, login, (views) => views.CreateView),
  GetWallet: defineView(titles.getWallet, guide, (views) => views.GetWalletView),
  WhatIsAWallet: defineView(titles.whatIsAWallet, guide, (views) => views.WhatIsAWalletView),
  WhatIsANetwork: defineView(titles.whatIsANetwork, guide, (views) => views.WhatIsANetworkView),
  Account: defineView(undefined, account, (views) => views.AccountView),
  Networks: defineView(titles.networks, networks, (views) => views.NetworksView),
  SwitchNetwork: defineView(
    ({ stores }, { networkId }) =>
      getNetworkById(stores.network.get(), networkId)?.name ?? titles.switchNetwork,
    networks,
    (views) => views.SwitchNetworkView,
  ),
  SwitchActiveChain: defineView(
    titles.switchActiveChain,
    networks,
    (views) => views.SwitchActiveChainView,
  ),
  UnsupportedChain: defineView(
    titles.unsupportedChain,
    networks,
    (views) => views.UnsupportedChainView,
  ),
  ProfileWallets: defineView(titles.profile, wallets, (views) => views.ProfileWalletsView),
  Transactions: defineView(titles.activity, activity, (views) => views.TransactionsView),
  Nft: defineView(titles.nft, nfts, (views) => views.NftView),
  WalletReceive: defineView(titles.receive, receive, (views) => views.ReceiveView),
  WalletCompatibleNetworks: defineView(
    titles.compatible,
    receive,
    (views) => views.CompatibleNetworksView,
  ),
  WalletSend: defineView(titles.send, send, (views) => views.SendView),
  WalletSendSelectToken: defineView(titles.selectToken, send, (views) => views.SelectTokenView),
  WalletSendPreview: defineView(titles.sendPreview, send, (views) => views.SendPreviewView),
  WalletSendConfirmed: defineView(titles.sendConfirmed, send, (views) => views.SendConfirmedView),
  Swap: defineView(titles.swap, swap, (views) => views.SwapView),
  SwapSelectToken: defineView(titles.selectToken, swap, (views) => views.SwapSelectTokenView),
  SwapPreview: defineView(titles.swapPreview, swap, (views) => views.SwapPreviewView),
  Token: defineView(
    (_, { token: { symbol } }) => symbol,
    token,
    (views) => views.TokenView,
  ),
  OnRampProviders: defineView(titles.onramp, onramp, (views) => views.ProvidersView),
  OnRampTokenSelect: defineView(titles.selectToken, onramp, (views) => views.TokenSelectView),
  OnRampFiatSelect: defineView(titles.selectCurrency, onramp, (views) => views.FiatSelectView),
  OnRampActivity: defineView(titles.activity, onramp, (views) => views.OnRampActivityView),
  BuyInProgress: defineView(titles.buy, onramp, (views) => views.BuyInProgressView),
  FundWallet: defineView(titles.fund, fund, (views) => views.FundWalletView),
  PayWithExchange: defineView(titles.deposit, fund, (views) => views.DepositView),
  PayWithExchangeSelectAsset: defineView(
    titles.selectToken,
    fund,
    (views) => views.SelectAssetView,
  ),
  ChooseAccountName: defineView(undefined, names, (views) => views.ChooseNameView),
  RegisterAccountName: defineView(titles.chooseName, names, (views) => views.RegisterNameView),
  RegisterAccountNameSuccess: defineView(undefined, names, (views) => views.NameSuccessView),
  EmailLogin: defineView(titles.emailLogin, login, (views) => views.EmailLoginView),
  EmailVerifyOtp: defineView(titles.emailCode, login, (views) => views.FrameFlowView),
  EmailVerifyDevice: defineView(titles.emailDevice, login, (views) => views.FrameFlowView),
  ConnectSocials: defineView(titles.socials, login, (views) => views.ConnectSocialsView),
  ConnectingSocial: defineView(
    (_, { provider }) => loginText.providerNames[provider],
    login,
    (views) => views.ConnectingSocialView,
  ),
  ConnectingFarcaster: defineView(
    titles.farcaster,
    login,
    (views) => views.ConnectingFarcasterView,
  ),
  UpdateEmailWallet: defineView(titles.updateEmail, login, (views) => views.UpdateEmailView),
  UpdateEmailPrimaryOtp: defineView(titles.updatePrimary, login, (views) => views.FrameFlowView),
  UpdateEmailSecondaryOtp: defineView(
    titles.updateSecondary,
    login,
    (views) => views.FrameFlowView,
  ),
  ApproveTransaction: defineView(titles.approve, login, (views) => views.ApproveTransactionView),
  AccountSettings: defineView(undefined, login, (views) => views.AccountSettingsView),
  WalletSecurity: defineView(titles.security, login, (views) => views.WalletSecurityView),
  SIWXSignMessage: defineView(titles.signIn, siwx, (views) => views.SignInView),
  SmartSessionList: defineView(titles.sessions, sessions, (views) => views.SmartSessionListView),
  SmartSessionCreated: defineView(undefined, sessions, (views) => views.SmartSessionCreatedView),
  Pay: defineView(titles.pay, pay, (views) => views.PayView),
  PayQuote: defineView(titles.payQuote, pay, (views) => views.PayQuoteView),
  PaySelectToken: defineView(titles.selectToken, pay, (views) => views.PaySelectTokenView),
  PayLoading: defineView(undefined, pay, (views) => views.PayLoadingView),
  UpgradeEmailWallet: defineView(titles.upgrade, login, (views) => views.UpgradeWalletView),
}

/** A view without a title shows its name itself. */
function defineView<params, group extends object>(
  title: string | undefined | LazyView<params>['getTitle'],
  load: () => Promise<group>,
  pick: (group: group) => ComponentType<{ readonly params: params }>,
): LazyView<params> {
  return {
    getTitle: typeof title === 'function' ? title : () => title,
    load: lazyComponent(load, pick),
  }
}

function connectorName(widget: Widget, id: string): string {
  const wallet = widget.stores.registry.get().announced.find((candidate) => candidate.id === id)
  return wallet?.name ?? getListing(widget, id)?.name ?? titles.wallet
}
