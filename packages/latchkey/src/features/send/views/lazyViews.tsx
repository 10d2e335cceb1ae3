import type { ViewParams } from '../../../core/modal/views.js'
import { Fetched } from '../../../ui/parts/Lazy.js'

const loadReview = () => import('./review/index.js')
const loadTokens = () =>
  import('./SelectTokenView.js').then(({ SelectTokenView: component }) => ({ component }))

/** Prefetches the views that follow the form. */
export const loadNextViews = () => Promise.all([loadTokens(), loadReview()])

const loadPreview = () =>
  loadReview().then(({ SendPreviewView: component, styles }) => ({ component, styles }))
const loadConfirmed = () =>
  loadReview().then(({ SendConfirmedView: component, styles }) => ({ component, styles }))

export function SelectTokenView() {
  return <Fetched load={loadTokens} />
}

export function SendPreviewView() {
  return <Fetched load={loadPreview} />
}

export function SendConfirmedView({
  params,
}: {
  readonly params: ViewParams['WalletSendConfirmed']
}) {
  return <Fetched load={loadConfirmed} params={params} />
}
