import type { ViewParams } from '../../../core/modal/views.js'
import { Lazy, lazyComponent } from '../../../ui/parts/Lazy.js'

const loadGroup = () => import('./review/index.js')
const loadTokens = lazyComponent(loadGroup, (views) => views.SwapSelectTokenView)
const loadPreview = lazyComponent(loadGroup, (views) => views.SwapPreviewView)

/** The details that the form shows on request. */
export const loadQuoteMore = lazyComponent(loadGroup, (views) => views.QuoteMore)

/** Prefetches the views that follow the form. */
export const loadNextViews = loadGroup

export function SwapSelectTokenView({
  params,
}: {
  readonly params: ViewParams['SwapSelectToken']
}) {
  return <Lazy load={loadTokens} params={params} />
}

export function SwapPreviewView() {
  return <Lazy load={loadPreview} />
}
