import { Lazy, lazyComponent } from '../../../ui/parts/Lazy.js'

const loadGroup = () => import('./review/index.js')
const loadQuote = lazyComponent(loadGroup, (views) => views.PayQuoteView)
const loadTokens = lazyComponent(loadGroup, (views) => views.PaySelectTokenView)
const loadProgress = lazyComponent(loadGroup, (views) => views.PayLoadingView)

/** Prefetches the views that follow the ways to pay. */
export const loadNextViews = loadGroup

export function PayQuoteView() {
  return <Lazy load={loadQuote} />
}

export function PaySelectTokenView() {
  return <Lazy load={loadTokens} />
}

export function PayLoadingView() {
  return <Lazy load={loadProgress} />
}
