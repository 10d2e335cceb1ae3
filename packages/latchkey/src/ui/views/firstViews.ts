import type { ComponentType } from 'react'
import type { ViewName } from '../../core/modal/views.js'
import * as connectText from '../../core/text/connect.js'
import { ConnectView, ConnectWalletsView } from './connect/ConnectView.js'

type FirstView = { readonly title: string; readonly component: ComponentType }

/** The views that come with the modal. All others are in `lazyViews.ts`, loaded after the first paint. */
export const firstViews = {
  Connect: { title: connectText.connect.title, component: ConnectView },
  ConnectWallets: { title: connectText.connect.title, component: ConnectWalletsView },
} satisfies { readonly [name in ViewName]?: FirstView }

export type FirstViewName = keyof typeof firstViews
