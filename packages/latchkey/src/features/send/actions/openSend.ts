import type { Holding } from '../../../core/account/portfolio/holding.js'
import { portfolioOf } from '../../../core/account/portfolio/portfolio.js'
import { goBack } from '../../../core/modal/actions/goBack.js'
import type { ViewParams } from '../../../core/modal/views.js'
import type { Widget } from '../../../core/widget.js'
import { coinOf, findHolding, knownHoldings, placeOf } from '../sendContext.js'
import { emptyForm, sendStoreOf } from '../store.js'

export type OpenSendParameters = { readonly params: ViewParams['WalletSend'] }

/** Makes the form ready: emptied on another network or account, with the token it was opened for. */
export async function openSend(widget: Widget, { params }: OpenSendParameters): Promise<void> {
  const store = sendStoreOf(widget)
  const place = placeOf(widget)
  if (!place) return
  const key = { address: place.account.address, network: place.network }
  const openedFor = `${place.network.id}:${place.account.address}`
  if (store.get().openedFor !== openedFor) store.set({ ...emptyForm, openedFor })
  const wanted = params?.token
  // Coming back from another view of the form changes nothing.
  const isNew = wanted !== undefined && store.get().openedWith !== params
  if (isNew) store.set({ openedWith: params })
  await portfolioOf(widget).load(key)
  if (!isNew || store.get().openedWith !== params) return
  const holdings = knownHoldings(widget, place)
  const token = wanted === 'native' ? coinOf(holdings) : findHolding(holdings, { address: wanted })
  if (token) store.set({ token, sendTokenAmount: '', fiatAmount: undefined })
}

/** Shows what the form says for review. What that takes is fetched with the first. */
export async function openReview(widget: Widget): Promise<void> {
  const { reviewSend } = await import('./reviewSend.js')
  await reviewSend(widget)
}

type ChooseTokenParameters = { readonly token: Holding }

/** Takes another token; an amount of the former says nothing about it. */
export function chooseToken(widget: Widget, { token }: ChooseTokenParameters): void {
  sendStoreOf(widget).set({ token, sendTokenAmount: '', fiatAmount: undefined })
  goBack(widget)
}
