import { formatAmount } from '@latchkey/wire/amount'
import { html } from 'hono/html'
import {
  destinationSection,
  errorState,
  type Markup,
  checkoutPage as page,
  reloadWithoutScript,
  sendingState,
  successState,
  transactionSection as transaction,
  warningIcon as warning,
} from '../../http/sandboxPage.js'
import type { Cents } from '../../sources/onramp/money.js'
import { formatMoney } from '../../sources/onramp/money.js'
import { paymentLimits } from '../../sources/onramp/OnrampSettings.js'
import { type Checkout, keyOf } from '../../sources/onramp/sandbox/createSandbox.js'

/** An error to fix before paying, and its field. */
export type Notice = {
  readonly field: 'amount' | 'number' | 'expiry' | 'code' | undefined
  readonly text: string
}

/** Input shown again after an error. Card details are never sent back. */
export type FormInput = { readonly amount?: string | undefined }

type CheckoutView = {
  readonly checkout: Checkout
  readonly currencies: readonly string[]
  readonly notice?: Notice | undefined
  readonly entered?: FormInput | undefined
}

/** The payment form of an open purchase. */
export function payPage({ checkout, currencies, notice, entered }: CheckoutView): Markup {
  const { purchase, asset, choices } = checkout
  const { quote, currency } = purchase
  if (!quote) return unavailablePage('The price of this purchase is not known at the moment.')
  const show = (cents: Cents) => money(cents, currency)
  const limits = paymentLimits.card
  return page(
    `Buy ${asset.symbol}`,
    html`
      ${notice && alert(notice)}
      <form class="choice" method="post" action="checkout?session=${purchase.id}">
        <input type="hidden" name="step" value="choose">
        <div class="field amount ${notice?.field === 'amount' ? 'wrong' : ''}">
          <label for="amount">You pay for</label>
          <div class="joined">
            <input id="amount" name="amount" inputmode="decimal" autocomplete="off" required
              maxlength="12" value="${entered?.amount ?? formatMoney(quote.subtotal)}"
              aria-describedby="limits ${notice?.field === 'amount' ? 'notice' : ''}"
              ${notice?.field === 'amount' ? html`aria-invalid="true"` : ''}>
            <label class="unseen" for="currency">Currency</label>
            <select id="currency" name="currency">
              ${currencies.map(
                (id) => html`<option ${id === currency ? html`selected` : ''}>${id}</option>`,
              )}
            </select>
          </div>
        </div>
        <div class="field">
          <label for="asset">You receive</label>
          <div class="joined">
            <output class="receive" for="amount">${formatAmount(quote.units, asset.decimals, { maxFraction: 8 })}</output>
            <select id="asset" name="asset" aria-label="What you receive">
              ${choices.map(
                (choice) =>
                  html`<option value="${keyOf(choice)}" ${keyOf(choice) === purchase.asset ? html`selected` : ''}>${choice.symbol}</option>`,
              )}
            </select>
          </div>
        </div>
        <div class="line">
          <p class="hint" id="limits">By card, ${show(limits.min)} to ${show(limits.max)}.</p>
          <button class="text" type="submit">Update price</button>
        </div>
      </form>
      ${notice?.field === 'amount' ? '' : payment(checkout, quote, notice)}`,
  )
}

/** Costs and card; hidden while the amount has an error. */
function payment(
  checkout: Checkout,
  quote: NonNullable<Checkout['purchase']['quote']>,
  notice: Notice | undefined,
): Markup {
  const { purchase, asset } = checkout
  const total = quote.subtotal + quote.fee + quote.networkFee
  const show = (cents: Cents) => money(cents, purchase.currency)
  return html`
      <section aria-labelledby="sum">
        <h2 id="sum">What it costs</h2>
        <dl>
          <div><dt>${asset.symbol}</dt><dd>${show(quote.subtotal)}</dd></div>
          <div><dt>Fee</dt><dd>${show(quote.fee)}</dd></div>
          <div><dt>Network fee</dt><dd>${show(quote.networkFee)}</dd></div>
          <div class="total"><dt>Total</dt><dd>${show(total)}</dd></div>
        </dl>
      </section>
      ${destination(checkout)}
      <form class="pay" method="post" action="checkout?session=${purchase.id}">
        <h2>Card</h2>
        <input type="hidden" name="step" value="pay">
        <input type="hidden" name="quote" value="${quote.id}">
        ${cardField('number', 'Card number', '4242 4242 4242 4242', 'cc-number', 23, notice)}
        <div class="pair">
          ${cardField('expiry', 'Valid until', 'MM/YY', 'cc-exp', 7, notice)}
          ${cardField('code', 'Security code', 'CVC', 'cc-csc', 4, notice)}
        </div>
        <button class="primary" type="submit">Pay ${show(total)}</button>
      </form>
      <form class="again" method="post" action="checkout?session=${purchase.id}">
        <input type="hidden" name="step" value="cancel">
        <button class="text" type="submit">Cancel</button>
      </form>`
}

/** Paid, transfer pending. Refreshes itself. */
export function sendingPage(checkout: Checkout): Markup {
  const { transfer } = checkout.purchase
  return page(
    `Sending ${checkout.asset.symbol}`,
    html`
      ${sendingState(
        'Your payment was taken',
        `${received(checkout)} are on their way. You can close this page: they arrive anyway.`,
      )}
      ${destination(checkout)} ${transfer && transaction(transfer.hash)}`,
    reloadWithoutScript,
  )
}

export function deliveredPage(checkout: Checkout): Markup {
  const { transfer } = checkout.purchase
  return page(
    `${checkout.asset.symbol} sent`,
    html`
      ${successState('Done', `${received(checkout)} have arrived.`)}
      ${destination(checkout)} ${transfer && transaction(transfer.hash)}`,
  )
}

export function failedPage(checkout: Checkout): Markup {
  const { transfer } = checkout.purchase
  return page(
    'Checkout',
    html`
      ${
        transfer
          ? errorState(
              'The transfer failed',
              'The chain rejected it, so nothing arrived. No real money was charged: this is a test.',
            )
          : errorState(
              'The payment failed',
              'The bank took it back, so nothing is sent. No real money was charged: this is a test.',
            )
      }
      ${destination(checkout)} ${transfer && transaction(transfer.hash)}`,
  )
}

export function cancelledPage(): Markup {
  return page(
    'Checkout',
    errorState('Purchase cancelled', 'Nothing was charged. You can close this window.'),
  )
}

export function expiredPage(): Markup {
  return page(
    'Checkout',
    errorState(
      'This checkout has ended',
      'Nothing was charged. Start again on the site you came from.',
    ),
  )
}

export function unknownPage(): Markup {
  return page(
    'Checkout',
    errorState(
      'No such checkout',
      'The link is not complete, or too old. Start again on the site you came from.',
    ),
  )
}

/** A dependency of the page is not available. */
export function unavailablePage(reason: string): Markup {
  return page(
    'Checkout',
    html`${errorState('Not possible right now', `${reason} Nothing was charged.`)}
      <p class="again"><a class="quiet" href="">Try again</a></p>`,
  )
}

function alert({ text }: Notice): Markup {
  return html`<p class="notice" id="notice" role="alert" tabindex="-1">${warning()}<span>${text}</span></p>`
}

function cardField(
  name: 'number' | 'expiry' | 'code',
  label: string,
  placeholder: string,
  autocomplete: string,
  maxLength: number,
  notice: Notice | undefined,
): Markup {
  const isWrong = notice?.field === name
  return html`
    <div class="field ${isWrong ? 'wrong' : ''}">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" inputmode="${name === 'expiry' ? 'text' : 'numeric'}"
        placeholder="${placeholder}" autocomplete="${autocomplete}" maxlength="${maxLength}" required
        ${isWrong ? html`aria-invalid="true" aria-describedby="notice"` : ''}>
    </div>`
}

function destination({ purchase, asset }: Checkout): Markup {
  return destinationSection({
    address: purchase.destination,
    network: asset.chain.name,
    isOpen: purchase.state === 'open',
  })
}

function received({ purchase, asset }: Checkout): string {
  return `${formatAmount(purchase.quote?.units ?? 0n, asset.decimals)} ${asset.symbol}`
}

function money(cents: Cents, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(cents) / 100)
}
