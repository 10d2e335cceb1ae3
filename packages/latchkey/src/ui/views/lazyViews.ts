import type { ComponentType } from 'react'
import { currentRoute } from '../../core/modal/router.js'
import type { Route, ViewName, ViewParams } from '../../core/modal/views.js'
import { networkById } from '../../core/network/store.js'
import * as loginText from '../../core/text/login.js'
import { titles } from '../../core/text/titles.js'
import { listingById } from '../../core/wallets/walletListings.js'
import type { Widget } from '../../core/widget.js'
import type { Loaded } from '../parts/fetched/Fetched.js'
import { from } from '../parts/fetched/from.js'
import type { FirstViewName } from './index.js'

export type LazyViewName = Exclude<ViewName, FirstViewName>

type LazyView<view extends ViewName> = {
  /** Shown in the header; undefined where the view speaks for itself. */
  readonly title: (widget: Widget) => string | undefined
  readonly load: () => Promise<Loaded<ComponentType<{ readonly params: ViewParams[view] }>>>
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
const names = () => import('../../features/names/views/index.js')
const login = () => import('../../features/login/views/index.js')
const wallets = () => import('../../features/wallets/views/index.js')

/** Every view but the first: its title, and how it is fetched. Views of a group come together. */
export const lazyViews: { readonly [view in LazyViewName]: LazyView<view> } = {
  ConnectingExternal: {
    title: (widget) => connectorName(widget, paramsOf(widget, 'ConnectingExternal')?.connectorId),
    load: from(connecting, (views) => views.ConnectingExternalView),
  },
  ConnectingMultiChain: {
    title: () => titles.selectChain,
    load: from(connecting, (views) => views.ConnectingMultiChainView),
  },
  ConnectingWalletConnect: {
    title: (widget) => {
      const walletId = paramsOf(widget, 'ConnectingWalletConnect')?.walletId
      return listingById(widget, walletId)?.name ?? titles.pairing
    },
    load: from(pairing, (views) => views.PairingView),
  },
  AllWallets: {
    title: () => titles.allWallets,
    load: from(pairing, (views) => views.AllWalletsView),
  },
  Downloads: {
    title: (widget) =>
      titles.downloads(listingById(widget, paramsOf(widget, 'Downloads')?.walletId)?.name),
    load: from(guide, (views) => views.DownloadsView),
  },
  Create: {
    title: () => titles.create,
    load: from(login, (views) => views.CreateView),
  },
  GetWallet: {
    title: () => titles.getWallet,
    load: from(guide, (views) => views.GetWalletView),
  },
  WhatIsAWallet: {
    title: () => titles.whatIsAWallet,
    load: from(guide, (views) => views.WhatIsAWalletView),
  },
  WhatIsANetwork: {
    title: () => titles.whatIsANetwork,
    load: from(guide, (views) => views.WhatIsANetworkView),
  },
  Account: {
    title: () => undefined,
    load: from(account, (views) => views.AccountView),
  },
  Networks: {
    title: () => titles.networks,
    load: from(networks, (views) => views.NetworksView),
  },
  SwitchNetwork: {
    title: (widget) => {
      const id = paramsOf(widget, 'SwitchNetwork')?.networkId
      return networkById(widget.stores.network.get(), id)?.name ?? titles.switchNetwork
    },
    load: from(networks, (views) => views.SwitchNetworkView),
  },
  SwitchActiveChain: {
    title: () => titles.switchActiveChain,
    load: from(networks, (views) => views.SwitchActiveChainView),
  },
  UnsupportedChain: {
    title: () => titles.unsupportedChain,
    load: from(networks, (views) => views.UnsupportedChainView),
  },
  ProfileWallets: {
    title: () => titles.profile,
    load: from(wallets, (views) => views.ProfileWalletsView),
  },
  Transactions: {
    title: () => titles.activity,
    load: from(activity, (views) => views.TransactionsView),
  },
  Nft: { title: () => titles.nft, load: from(nfts, (views) => views.NftView) },
  WalletReceive: {
    title: () => titles.receive,
    load: from(receive, (views) => views.ReceiveView),
  },
  WalletCompatibleNetworks: {
    title: () => titles.compatible,
    load: from(receive, (views) => views.CompatibleNetworksView),
  },
  WalletSend: { title: () => titles.send, load: from(send, (views) => views.SendView) },
  WalletSendSelectToken: {
    title: () => titles.selectToken,
    load: from(send, (views) => views.SelectTokenView),
  },
  WalletSendPreview: {
    title: () => titles.sendPreview,
    load: from(send, (views) => views.SendPreviewView),
  },
  WalletSendConfirmed: {
    title: () => titles.sendConfirmed,
    load: from(send, (views) => views.SendConfirmedView),
  },
  ChooseAccountName: {
    title: () => undefined,
    load: from(names, (views) => views.ChooseNameView),
  },
  RegisterAccountName: {
    title: () => titles.chooseName,
    load: from(names, (views) => views.RegisterNameView),
  },
  RegisterAccountNameSuccess: {
    title: () => undefined,
    load: from(names, (views) => views.NameSuccessView),
  },
  EmailLogin: {
    title: () => titles.emailLogin,
    load: from(login, (views) => views.EmailLoginView),
  },
  EmailVerifyOtp: {
    title: () => titles.emailCode,
    load: from(login, (views) => views.FrameFlowView),
  },
  EmailVerifyDevice: {
    title: () => titles.emailDevice,
    load: from(login, (views) => views.FrameFlowView),
  },
  ConnectSocials: {
    title: () => titles.socials,
    load: from(login, (views) => views.ConnectSocialsView),
  },
  ConnectingSocial: {
    title: (widget) => {
      const provider = paramsOf(widget, 'ConnectingSocial')?.provider
      return provider ? loginText.providerNames[provider] : titles.social
    },
    load: from(login, (views) => views.ConnectingSocialView),
  },
  ConnectingFarcaster: {
    title: () => titles.farcaster,
    load: from(login, (views) => views.ConnectingFarcasterView),
  },
  UpdateEmailWallet: {
    title: () => titles.updateEmail,
    load: from(login, (views) => views.UpdateEmailView),
  },
  UpdateEmailPrimaryOtp: {
    title: () => titles.updatePrimary,
    load: from(login, (views) => views.FrameFlowView),
  },
  UpdateEmailSecondaryOtp: {
    title: () => titles.updateSecondary,
    load: from(login, (views) => views.FrameFlowView),
  },
  ApproveTransaction: {
    title: () => titles.approve,
    load: from(login, (views) => views.ApproveTransactionView),
  },
  AccountSettings: {
    title: () => undefined,
    load: from(login, (views) => views.AccountSettingsView),
  },
  WalletSecurity: {
    title: () => titles.security,
    load: from(login, (views) => views.WalletSecurityView),
  },
  UpgradeEmailWallet: {
    title: () => titles.upgrade,
    load: from(login, (views) => views.UpgradeWalletView),
  },
}

/** What the view was opened with, if it is the current one. */
function paramsOf<view extends ViewName>(widget: Widget, view: view): ViewParams[view] | undefined {
  const route: Route = currentRoute(widget.stores.router.get())
  return route.view === view ? (route.params as ViewParams[view]) : undefined
}

function connectorName(widget: Widget, id: string | undefined): string {
  const wallet = widget.stores.registry.get().announced.find((candidate) => candidate.id === id)
  return wallet?.name ?? listingById(widget, id)?.name ?? titles.wallet
}
