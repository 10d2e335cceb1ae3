import { isNetworkId, type NetworkId, toAccountId } from '@latchkey/wire/caip'
import { toPayAsset } from '@latchkey/wire/http/pay'
import type { Latchkey } from '../boot/latchkey.js'
import type { Exchange, PaymentAsset } from '../core/pay/payment.js'
import { PaymentError } from '../core/runtime/errors/pay.js'
import * as limits from '../core/runtime/limits.js'
import { getPayInstance } from './openPay.js'
import { parseTerms } from './parsePayment.js'

/** What the exchanges have to support. */
export type ExchangesOptions = {
  /** From 0. */
  readonly page?: number | undefined
  /** `native`, or the address of the token. Needs `network`. */
  readonly asset?: string | undefined
  /** Whole tokens, as decimal text. */
  readonly amount?: string | number | undefined
  readonly network?: NetworkId | undefined
}

const loadCalls = () => import('../core/pay/exchangeCalls.js')

/** The exchanges visitors can pay from, all pages. */
export async function getExchanges(latchkey?: Latchkey): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = []
  for (let page = 0; page < maxPages; page += 1) {
    const { total, exchanges: next } = await fetchExchanges({ page }, latchkey)
    exchanges.push(...next)
    if (next.length === 0 || exchanges.length >= total) break
  }
  return exchanges
}

/** More than any provider has. */
const maxPages = 20

/** The exchanges that support an asset and an amount, one page. */
export async function getAvailableExchanges(
  options: ExchangesOptions = {},
  latchkey?: Latchkey,
): Promise<readonly Exchange[]> {
  return (await fetchExchanges(options, latchkey)).exchanges
}

async function fetchExchanges(
  { page = 0, asset, amount, network }: ExchangesOptions,
  latchkey: Latchkey | undefined,
) {
  const { widget } = getPayInstance(latchkey)
  if ((asset === undefined) !== (network === undefined)) {
    throw new PaymentError('INVALID_ASSET', { message: '`asset` and `network` belong together' })
  }
  if (network !== undefined && !isNetworkId(network)) throw new PaymentError('INVALID_ASSET')
  const address = asset === 'native' ? undefined : asset
  const { callExchange } = await loadCalls()
  return callExchange(widget, 'reown_getExchanges', {
    page,
    ...(network && { asset: toPayAsset(network, address) }),
    ...(amount !== undefined && { amount: String(amount) }),
  })
}

/** The payment requested from an exchange. */
export type PayUrlParameters = {
  /** Its network is one of the site's. */
  readonly paymentAsset: PaymentAsset
  /** Whole tokens, as decimal text. */
  readonly amount: string | number
  readonly recipient: string
}

/** The page of an exchange for one payment. */
export type PayUrl = {
  readonly url: string
  /** For `getExchangeBuyStatus`. */
  readonly sessionId: string
}

/** Asks an exchange for a page where the visitor pays. */
export async function getPayUrl(
  exchangeId: string,
  parameters: PayUrlParameters,
  latchkey?: Latchkey,
): Promise<PayUrl> {
  const { widget } = getPayInstance(latchkey)
  const { assetId: asset, amount, recipient, network } = await parseTerms(widget, parameters)
  const { callExchange } = await loadCalls()
  return callExchange(widget, 'reown_getExchangePayUrl', {
    exchangeId,
    asset,
    amount,
    recipient: toAccountId(network.id, recipient),
  })
}

/**
 * Opens the page of an exchange, in a window of its own unless `openInNewTab` is false. Call it inside a click,
 * because browsers block windows that open later.
 */
export async function openPayUrl(
  exchangeId: string,
  parameters: PayUrlParameters,
  openInNewTab = true,
  latchkey?: Latchkey,
): Promise<PayUrl> {
  const { widget, host } = getPayInstance(latchkey)
  // Loaded with the modal. Browsers still allow a window for a moment after the click.
  if (!widget.ports.page) await host.fetch()
  const { page } = widget.ports
  const popup = openInNewTab
    ? page.openPopup('about:blank', { ...limits.exchangePopup, noOpener: true })
    : undefined
  if (openInNewTab && !popup) {
    const message = 'The browser blocked the page of the exchange'
    throw new PaymentError('UNABLE_TO_INITIATE_PAYMENT', { message })
  }
  try {
    const result = await getPayUrl(exchangeId, parameters, latchkey)
    if (popup) popup.navigate(result.url)
    else page.navigate(result.url)
    return result
  } catch (error) {
    if (!popup?.hasLeft()) popup?.close()
    throw error
  }
}

/** The state of a payment by an exchange. */
export type ExchangeBuyStatus = {
  readonly status: 'UNKNOWN' | 'IN_PROGRESS' | 'SUCCESS' | 'FAILED'
  readonly txHash?: string | null | undefined
}

/** Reads how far a payment by an exchange is. */
export async function getExchangeBuyStatus(
  parameters: { readonly exchangeId: string; readonly sessionId: string },
  latchkey?: Latchkey,
): Promise<ExchangeBuyStatus> {
  const { widget } = getPayInstance(latchkey)
  const { exchangeId, sessionId } = parameters
  const { callExchange } = await loadCalls()
  return callExchange(widget, 'reown_getExchangeBuyStatus', { exchangeId, sessionId })
}
