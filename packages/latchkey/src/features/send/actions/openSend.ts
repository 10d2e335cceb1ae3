import { portfolioOf } from '../../../core/account/portfolio/portfolio.js'
import type { ViewParams } from '../../../core/modal/views.js'
import type { Widget } from '../../../core/widget.js'
import { coinOf, findHolding, knownHoldings } from '../holdings.js'
import { placeOf } from '../sendContext.js'
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
