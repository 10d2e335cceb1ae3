import type { ComponentType } from 'react'
import { networkById } from '../../core/stores/network.js'
import { currentRoute } from '../../core/stores/router.js'
import * as connectText from '../../core/text/connect.js'
import type { Route, ViewName, ViewParams } from '../../core/views.js'
import { listingById } from '../../core/walletList.js'
import type { Widget } from '../../core/widget.js'
import { ConnectView } from './connect/ConnectView.js'

type Component<view extends ViewName> = ComponentType<{ readonly params: ViewParams[view] }>

export type ViewDefinition<view extends ViewName> = {
  /** Shown in the header; undefined where the view speaks for itself. */
  readonly title: (widget: Widget) => string | undefined
} & (
  | { readonly component: Component<view>; readonly load?: undefined }
  | { readonly load: () => Promise<Component<view>>; readonly component?: undefined }
)

const { titles } = connectText

const connecting = () => import('./connecting/index.js')
const pairing = () => import('./pairing/index.js')
const account = () => import('./account/index.js')
const networks = () => import('./networks/index.js')
const guide = () => import('./guide/index.js')

/** Connect is there at once; the others are fetched, a group at a time, when first shown. */
export const views: { readonly [view in ViewName]: ViewDefinition<view> } = {
  Connect: { title: () => titles.connect, component: ConnectView },
  ConnectWallets: { title: () => titles.connect, component: ConnectView },
  ConnectingExternal: {
    title: (widget) => connectorName(widget, paramsOf(widget, 'ConnectingExternal')?.connectorId),
    load: () => connecting().then((views) => views.ConnectingExternalView),
  },
  ConnectingWalletConnect: {
    title: (widget) => {
      const walletId = paramsOf(widget, 'ConnectingWalletConnect')?.walletId
      return listingById(widget, walletId)?.name ?? titles.pairing
    },
    load: () => pairing().then((views) => views.PairingView),
  },
  AllWallets: {
    title: () => titles.allWallets,
    load: () => pairing().then((views) => views.AllWalletsView),
  },
  Downloads: {
    title: (widget) =>
      titles.downloads(listingById(widget, paramsOf(widget, 'Downloads')?.walletId)?.name),
    load: () => guide().then((views) => views.DownloadsView),
  },
  GetWallet: {
    title: () => titles.getWallet,
    load: () => guide().then((views) => views.GetWalletView),
  },
  WhatIsAWallet: {
    title: () => titles.whatIsAWallet,
    load: () => guide().then((views) => views.WhatIsAWalletView),
  },
  WhatIsANetwork: {
    title: () => titles.whatIsANetwork,
    load: () => guide().then((views) => views.WhatIsANetworkView),
  },
  Account: {
    title: () => undefined,
    load: () => account().then((views) => views.AccountView),
  },
  Networks: {
    title: () => titles.networks,
    load: () => networks().then((views) => views.NetworksView),
  },
  SwitchNetwork: {
    title: (widget) => {
      const id = paramsOf(widget, 'SwitchNetwork')?.networkId
      return networkById(widget.stores.network.get(), id)?.name ?? titles.switchNetwork
    },
    load: () => networks().then((views) => views.SwitchNetworkView),
  },
  SwitchActiveChain: {
    title: () => titles.switchActiveChain,
    load: () => networks().then((views) => views.SwitchActiveChainView),
  },
  UnsupportedChain: {
    title: () => titles.unsupportedChain,
    load: () => networks().then((views) => views.UnsupportedChainView),
  },
}

/** What the view was opened with, if it is the current one. */
function paramsOf<view extends ViewName>(widget: Widget, view: view): ViewParams[view] | undefined {
  const route: Route = currentRoute(widget.stores.router.get())
  return route.view === view ? (route.params as ViewParams[view]) : undefined
}

function connectorName(widget: Widget, id: string | undefined): string {
  const wallet = widget.stores.registry.get().announced.find((candidate) => candidate.id === id)
  return wallet?.name ?? listingById(widget, id)?.name ?? titles.connect
}
