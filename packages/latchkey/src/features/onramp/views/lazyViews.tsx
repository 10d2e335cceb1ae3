import { Lazy } from '../../../ui/parts/Lazy.js'

const loadSelects = () => import('./SelectViews.js')

const loadFiat = () => loadSelects().then(({ FiatSelectView: component }) => ({ component }))

const loadToken = () => loadSelects().then(({ TokenSelectView: component }) => ({ component }))

const loadPurchases = () => import('./purchaseViews.js')

const loadActivity = () =>
  loadPurchases().then(({ OnRampActivityView: component, styles }) => ({ component, styles }))

const loadProgress = () =>
  loadPurchases().then(({ BuyInProgressView: component, styles }) => ({ component, styles }))

/** Prefetches the views that follow the form. */
export const loadNextViews = () => Promise.all([loadPurchases(), loadSelects()])

export function FiatSelectView() {
  return <Lazy load={loadFiat} />
}

export function TokenSelectView() {
  return <Lazy load={loadToken} />
}

export function OnRampActivityView() {
  return <Lazy load={loadActivity} />
}

export function BuyInProgressView() {
  return <Lazy load={loadProgress} />
}
