import { ApiError } from '../../errors/ApiError.js'
import type { AnonymousCaller, RawRequest, RawRoute } from '../../http/route.js'
import {
  assertSameOrigin,
  type Markup,
  pageFileRoutes,
  pageResponse,
  redirectToCheckout,
} from '../../http/sandboxPage.js'
import type {
  PaymentCheckout,
  SandboxExchange,
} from '../../sources/pay/sandbox/createSandboxExchange.js'
import {
  cancelledPage,
  confirmPage,
  deliveredPage,
  expiredPage,
  failedPage,
  sendingPage,
  unavailablePage,
  unknownPage,
} from './checkoutPage.js'

const maxBodyBytes = 1_024

type Parts = { readonly sandbox: SandboxExchange; readonly clock: { now(): number } }

/** The sandbox exchange's pages; the random session id is the only credential. */
export function checkoutRoutes(parts: Parts): RawRoute[] {
  return [
    {
      name: 'payCheckout',
      method: 'GET',
      path: '/pay/checkout',
      bodyLimit: 0,
      isOpen: true,
      handle: (request, visitor) => show(parts, request, visitor),
    },
    {
      name: 'payCheckoutStep',
      method: 'POST',
      path: '/pay/checkout',
      bodyLimit: maxBodyBytes,
      isOpen: true,
      rate: 'quote',
      writes: true,
      handle: (request, visitor) => decide(parts, request, visitor),
    },
    ...pageFileRoutes('payCheckoutFile', '/pay'),
  ]
}

async function decide(
  { sandbox }: Parts,
  request: RawRequest,
  { signal }: AnonymousCaller,
): Promise<Response> {
  assertSameOrigin(request)
  const id = sessionOf(request)
  const step = new URLSearchParams(request.body).get('step')
  try {
    if (step === 'confirm') await sandbox.confirm(id, signal)
    else if (step === 'cancel') await sandbox.cancel(id)
    return redirectToCheckout(id)
  } catch (error) {
    return respondUnavailable(error)
  }
}

async function show(
  { sandbox, clock }: Parts,
  request: RawRequest,
  { signal }: AnonymousCaller,
): Promise<Response> {
  try {
    const checkout = await sandbox.open(sessionOf(request), signal)
    if (!checkout) return pageResponse(404, unknownPage())
    const { state, expiresAt } = checkout.payment
    if (state === 'open' && expiresAt <= clock.now()) return pageResponse(410, expiredPage())
    return pageResponse(200, pageByState[state](checkout))
  } catch (error) {
    return respondUnavailable(error)
  }
}

const pageByState = {
  open: confirmPage,
  paid: sendingPage,
  sending: sendingPage,
  delivered: deliveredPage,
  failed: failedPage,
  cancelled: cancelledPage,
} satisfies Readonly<
  Record<PaymentCheckout['payment']['state'], (checkout: PaymentCheckout) => Markup>
>

function sessionOf({ query }: RawRequest): string {
  return query.get('session') ?? ''
}

async function respondUnavailable(error: unknown): Promise<Response> {
  if (!(error instanceof ApiError)) throw error
  return pageResponse(error.status, unavailablePage(error.reasons[0]?.description ?? ''))
}
