import type { ComponentType } from 'react'
import * as connectText from '../../core/text/connect.js'
import { ConnectView, ConnectWalletsView } from './connect/ConnectView.js'

export type FirstViewName = 'Connect' | 'ConnectWallets'

type FirstView = { readonly title: string; readonly component: ComponentType }

/** There at once. The table of all the others is fetched when one of these has been drawn. */
export const firstViews: { readonly [view in FirstViewName]: FirstView } = {
  Connect: { title: connectText.connect.title, component: ConnectView },
  ConnectWallets: { title: connectText.connect.title, component: ConnectWalletsView },
}

export type LazyViews = typeof import('./lazyViews.js')['lazyViews']

export const loadLateViews = () => import('./lazyViews.js')
