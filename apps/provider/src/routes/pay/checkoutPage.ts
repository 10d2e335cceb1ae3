import { formatAmount } from '@latchkey/wire/amount'
import { html } from 'hono/html'
import {
  checkoutPage,
  destinationSection,
  errorState,
  type Markup,
  reloadWithoutScript,
  sendingState,
  successState,
  transactionSection,
} from '../../http/sandboxPage.js'
import type { PaymentCheckout } from '../../sources/pay/sandbox/createSandboxExchange.js'

/** Asks the visitor to confirm. */
export function confirmPage(checkout: PaymentCheckout): Markup {
  const { payment } = checkout
  const action = `checkout?session=${payment.id}`
  return checkoutPage(
    'Sandbox Exchange',
    html`
      <section aria-labelledby="sum">
        <h2 id="sum">You pay</h2>
        <dl><div class="total"><dt>From your balance</dt><dd>${amountOf(checkout)}</dd></div></dl>
      </section>
      ${destination(checkout)}
      <form class="pay" method="post" action="${action}">
        <input type="hidden" name="step" value="confirm">
        <button class="primary" type="submit">Pay ${amountOf(checkout)}</button>
      </form>
      <form class="again" method="post" action="${action}">
        <input type="hidden" name="step" value="cancel">
        <button class="text" type="submit">Cancel</button>
      </form>`,
  )
}

/** Confirmed, transfer pending. Refreshes itself. */
export function sendingPage(checkout: PaymentCheckout): Markup {
  return checkoutPage(
    'Sending',
    html`
      ${sendingState(
        'Your payment is on its way',
        `${amountOf(checkout)}. You can close this page: it arrives anyway.`,
      )}
      ${destination(checkout)} ${transaction(checkout)}`,
    reloadWithoutScript,
  )
}

export function deliveredPage(checkout: PaymentCheckout): Markup {
  return checkoutPage(
    'Paid',
    html`
      ${successState('Payment complete', `${amountOf(checkout)} arrived. You can close this page.`)}
      ${destination(checkout)} ${transaction(checkout)}`,
  )
}

export function failedPage(checkout: PaymentCheckout): Markup {
  return checkoutPage(
    'Not paid',
    html`
      ${errorState('The payment failed', 'Nothing arrived. Start again on the site you came from.')}
      ${destination(checkout)} ${transaction(checkout)}`,
  )
}

export function cancelledPage(): Markup {
  return checkoutPage(
    'Cancelled',
    errorState('Payment cancelled', 'Nothing was paid. You can close this page.'),
  )
}

export function expiredPage(): Markup {
  return checkoutPage(
    'Not paid',
    errorState(
      'This payment has expired',
      'Nothing was paid. Start again on the site you came from.',
    ),
  )
}

export function unknownPage(): Markup {
  return checkoutPage(
    'Not found',
    errorState(
      'No such payment',
      'The link is not complete, or too old. Start again on the site you came from.',
    ),
  )
}

/** A dependency of the page is not available. */
export function unavailablePage(reason: string): Markup {
  return checkoutPage(
    'Sandbox Exchange',
    html`${errorState('Not possible right now', `${reason} Nothing was paid.`)}
      <p class="again"><a class="quiet" href="">Try again</a></p>`,
  )
}

function amountOf({ payment, asset }: PaymentCheckout): string {
  return `${formatAmount(payment.units, asset.decimals)} ${asset.symbol}`
}

function destination({ payment, asset }: PaymentCheckout): Markup {
  return destinationSection({
    address: payment.recipient,
    network: asset.chain.name,
    isOpen: payment.state === 'open',
  })
}

function transaction({ payment }: PaymentCheckout): Markup | undefined {
  return payment.transfer && transactionSection(payment.transfer.hash)
}
