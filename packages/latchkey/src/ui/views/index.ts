import type { ComponentType } from 'react'
import * as connectText from '../../core/text/connect.js'
import { ConnectView } from './connect/ConnectView.js'

export type FirstViewName = 'Connect' | 'ConnectWallets'

type FirstView = { readonly title: string; readonly component: ComponentType }

const connect: FirstView = { title: connectText.connect.title, component: ConnectView }

/** There at once. The table of all the others is fetched when one of these has been drawn. */
export const firstViews: { readonly [view in FirstViewName]: FirstView } = {
  Connect: connect,
  ConnectWallets: connect,
}

export type LateViews = typeof import('./lateViews.js')['lateViews']

export const loadLateViews = () => import('./lateViews.js')
