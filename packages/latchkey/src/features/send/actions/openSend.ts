import type { Holding } from '../../../core/account/portfolio/holding.js'
import { getPortfolio } from '../../../core/account/portfolio/portfolio.js'
import { goBack } from '../../../core/modal/actions/navigation.js'
import type { ViewParams } from '../../../core/modal/views.js'
import type { Widget } from '../../../core/widget.js'
import { findCoin, findHolding, findSendContext, getKnownHoldings } from '../sendContext.js'
import { emptyForm, sendStoreOf } from '../store.js'

export type OpenSendParameters = { readonly params: ViewParams['WalletSend'] }

/** Empties the form if the network or account changed, and selects the token of the view parameters. */
export async function openSend(widget: Widget, { params }: OpenSendParameters): Promise<void> {
  const store = sendStoreOf(widget)
  const context = findSendContext(widget)
  if (!context) return
  const key = { address: context.account.address, network: context.network }
  const contextKey = `${context.network.id}:${context.account.address}`
  if (store.get().contextKey !== contextKey) store.set({ ...emptyForm, contextKey })
  const requested = params?.token
  // Coming back from another view of the form changes nothing.
  const isNew = requested !== undefined && store.get().openParams !== params
  if (isNew) store.set({ openParams: params })
  await getPortfolio(widget).load(key)
  if (!isNew || store.get().openParams !== params) return
  const holdings = getKnownHoldings(widget, context)
  const token =
    requested === 'native' ? findCoin(holdings) : findHolding(holdings, { address: requested })
  if (token) store.set({ token, sendTokenAmount: '', fiatAmount: undefined })
}

/** Opens the review of the form; its code is fetched on first use. */
export async function openReview(widget: Widget): Promise<void> {
  const { createReview } = await import('./createReview.lazy.js')
  await createReview(widget)
}

type ChooseTokenParameters = { readonly token: Holding }

/** Selects a token and clears the amount. */
export function chooseToken(widget: Widget, { token }: ChooseTokenParameters): void {
  sendStoreOf(widget).set({ token, sendTokenAmount: '', fiatAmount: undefined })
  goBack(widget)
}
