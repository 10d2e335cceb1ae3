import { ApiError } from '../../errors/ApiError.js'
import type { AnonymousCaller, RawRequest, RawRoute } from '../../http/route.js'
import {
  assertSameOrigin,
  pageFileRoutes,
  redirectToCheckout,
  pageResponse as respond,
} from '../../http/sandboxPage.js'
import { parseMoney } from '../../sources/onramp/money.js'
import type { Sandbox } from '../../sources/onramp/sandbox/createSandbox.js'
import {
  cancelledPage,
  deliveredPage,
  expiredPage,
  type FormInput,
  failedPage,
  type Notice,
  payPage,
  sendingPage,
  unavailablePage,
  unknownPage,
} from './checkoutPage.js'

const maxBodyBytes = 4_096

type Parts = { readonly sandbox: Sandbox; readonly clock: { now(): number } }

/** The sandbox's pages. They work without scripts; the random session id is the only credential. */
export function checkoutRoutes(parts: Parts): RawRoute[] {
  return [
    {
      name: 'onrampCheckout',
      method: 'GET',
      path: '/onramp/checkout',
      bodyLimit: 0,
      isOpen: true,
      handle: (request, visitor) => show(parts, sessionOf(request), visitor),
    },
    {
      name: 'onrampCheckoutStep',
      method: 'POST',
      path: '/onramp/checkout',
      bodyLimit: maxBodyBytes,
      isOpen: true,
      rate: 'quote',
      writes: true,
      handle: (request, visitor) => handleStep(parts, request, visitor),
    },
    ...pageFileRoutes('onrampCheckoutFile', '/onramp'),
  ]
}

async function handleStep(
  parts: Parts,
  request: RawRequest,
  visitor: AnonymousCaller,
): Promise<Response> {
  assertSameOrigin(request)
  const { sandbox } = parts
  const id = sessionOf(request)
  const fields = new URLSearchParams(request.body)
  const field = (name: string) => fields.get(name) ?? ''
  try {
    if (field('step') === 'choose') {
      const choice = {
        subtotal: parseMoney(field('amount').trim(), 'amount'),
        currency: field('currency'),
        asset: field('asset'),
      }
      await sandbox.choose(id, choice, visitor.signal)
      return redirectToCheckout(id)
    }
    if (field('step') === 'cancel') {
      await sandbox.cancel(id)
      return redirectToCheckout(id)
    }
    const card = { number: field('number'), expiry: field('expiry'), code: field('code') }
    const result = await sandbox.pay(id, field('quote'), card, visitor.signal)
    if (result.kind === 'paid') return redirectToCheckout(id)
    const notice: Notice =
      result.kind === 'declined' ? result : { field: undefined, text: priceChangedText }
    return await show(parts, id, visitor, { notice, status: 422 })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const [reason] = error.reasons
    if (error.status !== 400 || reason === undefined) return respondUnavailable(error)
    const notice: Notice = {
      field: reason.field === 'amount' ? 'amount' : undefined,
      text: reason.description,
    }
    const entered = { amount: field('amount') }
    return show(parts, id, visitor, { notice, status: 422, entered })
  }
}

const priceChangedText = 'The price has changed. Check it, then pay.'

async function show(
  { sandbox, clock }: Parts,
  id: string,
  { signal }: AnonymousCaller,
  { notice, status = 200, entered }: { notice?: Notice; status?: number; entered?: FormInput } = {},
): Promise<Response> {
  try {
    const checkout = await sandbox.open(id, signal)
    if (!checkout) return respond(404, unknownPage())
    const { state, expiresAt } = checkout.purchase
    if (state === 'delivered') return respond(200, deliveredPage(checkout))
    if (state === 'failed') return respond(200, failedPage(checkout))
    if (state === 'cancelled') return respond(200, cancelledPage())
    if (state !== 'open') return respond(200, sendingPage(checkout))
    if (expiresAt <= clock.now()) return respond(410, expiredPage())
    const currencies = sandbox.catalogue.payment.map((currency) => currency.id)
    return respond(status, payPage({ checkout, currencies, notice, entered }))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return respondUnavailable(error)
  }
}

function sessionOf({ query }: RawRequest): string {
  return query.get('session') ?? ''
}

async function respondUnavailable({ status, reasons }: ApiError): Promise<Response> {
  return respond(status, unavailablePage(reasons[0]?.description ?? ''))
}
