import type { ViewParams } from '../../../core/views.js'
import { Fetched } from '../../../ui/parts/fetched/Fetched.js'

/** What follows the form: fetched while the visitor fills it in. */
export const loadReview = () => import('./review/index.js')

const loadPreview = () =>
  loadReview().then(({ SendPreviewView: component, styles }) => ({ component, styles }))
const loadConfirmed = () =>
  loadReview().then(({ SendConfirmedView: component, styles }) => ({ component, styles }))

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
