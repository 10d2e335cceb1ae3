import type { ViewParams } from '../../../core/modal/views.js'
import { Lazy } from '../../../ui/parts/Lazy.js'

const loadReview = () => import('./review/index.js')

const loadTokens = () =>
  import('./SelectTokenView.js').then(({ SelectTokenView: component }) => ({ component }))

const loadPreview = () =>
  loadReview().then(({ SendPreviewView: component, styles }) => ({ component, styles }))

const loadConfirmed = () =>
  loadReview().then(({ SendConfirmedView: component, styles }) => ({ component, styles }))

/** Prefetches the views that follow the form. */
export const loadNextViews = () => Promise.all([loadTokens(), loadReview()])

export function SelectTokenView() {
  return <Lazy load={loadTokens} />
}

export function SendPreviewView() {
  return <Lazy load={loadPreview} />
}

export function SendConfirmedView({
  params,
}: {
  readonly params: ViewParams['WalletSendConfirmed']
}) {
  return <Lazy load={loadConfirmed} params={params} />
}
