import { formatAmount } from '@latchkey/wire/amount'
import { html } from 'hono/html'
import type { Cents } from '../../sources/onramp/money.js'
import { formatMoney } from '../../sources/onramp/money.js'
import { paymentLimits } from '../../sources/onramp/OnrampSettings.js'
import { type Checkout, keyOf } from '../../sources/onramp/sandbox/createSandbox.js'

type Markup = ReturnType<typeof html>

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
      </form>`
}

/** Paid, transfer pending. Refreshes itself. */
export function sendingPage(checkout: Checkout): Markup {
  const { transfer } = checkout.purchase
  return page(
    `Sending ${checkout.asset.symbol}`,
    html`
      <div class="state sending" role="status">
        <div class="ring" aria-hidden="true"></div>
        <h2>Your payment was taken</h2>
        <p>${received(checkout)} are on their way. You can close this page: they arrive anyway.</p>
      </div>
      ${destination(checkout)} ${transfer && transaction(transfer.hash)}`,
    html`<noscript><meta http-equiv="refresh" content="5"></noscript>`,
  )
}

export function deliveredPage(checkout: Checkout): Markup {
  const { transfer } = checkout.purchase
  return page(
    `${checkout.asset.symbol} sent`,
    html`
      <div class="state good" role="status">
        <svg class="mark" viewBox="0 0 72 72" aria-hidden="true">
          <circle cx="36" cy="36" r="34"></circle><path d="M23 37l9 9 18-20"></path>
        </svg>
        <h2>Done</h2>
        <p>${received(checkout)} have arrived.</p>
      </div>
      ${destination(checkout)} ${transfer && transaction(transfer.hash)}`,
  )
}

export function failedPage(checkout: Checkout): Markup {
  const { transfer } = checkout.purchase
  return page(
    'Checkout',
    html`
      ${errorState(
        'The transfer failed',
        `The chain rejected it, so nothing arrived. No real money was charged: this is a test.`,
      )}
      ${destination(checkout)} ${transfer && transaction(transfer.hash)}`,
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

function page(title: string, content: Markup, head?: Markup): Markup {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
    <meta name="color-scheme" content="light dark">
    <title>${title} – sandbox checkout</title>
    <link rel="stylesheet" href="checkout.css">
    <script type="module" src="checkout.js"></script>
    ${head}
  </head>
  <body>
    <main>
      <header>
        <h1>${title}</h1>
        <p class="badge"><svg viewBox="0 0 20 20" aria-hidden="true"><path d="M8 3h4M9 3v5l-4.5 7.5A1.5 1.5 0 0 0 5.8 18h8.4a1.5 1.5 0 0 0 1.3-2.5L11 8V3M7 13h6"></path></svg>Test mode: no real money</p>
      </header>
      ${content}
    </main>
  </body>
</html>`
}

function alert({ text }: Notice): Markup {
  return html`<p class="notice" id="notice" role="alert" tabindex="-1">${warning()}<span>${text}</span></p>`
}

function errorState(title: string, text: string): Markup {
  return html`<div class="state bad" role="alert">${warning()}<h2>${title}</h2><p>${text}</p></div>`
}

function warning(): Markup {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2.5l8 14.5H2zM10 8v4M10 14.5v.1"></path></svg>`
}

function cardField(
  name: 'number' | 'expiry' | 'code',
  label: string,
  placeholder: string,
  autocomplete: string,
  longest: number,
  notice: Notice | undefined,
): Markup {
  const isWrong = notice?.field === name
  return html`
    <div class="field ${isWrong ? 'wrong' : ''}">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" inputmode="${name === 'expiry' ? 'text' : 'numeric'}"
        placeholder="${placeholder}" autocomplete="${autocomplete}" maxlength="${longest}" required
        ${isWrong ? html`aria-invalid="true" aria-describedby="notice"` : ''}>
    </div>`
}

/** The full address in groups of four; copying gives it without spaces. */
function destination({ purchase, asset }: Checkout): Markup {
  const isOpen = purchase.state === 'open'
  const groups = purchase.destination.match(/^0x.{4}|.{4}/g) ?? [purchase.destination]
  return html`
    <section aria-labelledby="to">
      <h2 id="to">${isOpen ? 'Goes to' : 'Sent to'}</h2>
      <p class="address">${groups.map((group) => html`<span>${group}</span><wbr>`)}</p>
      <p class="hint">on ${asset.chain.name}.${isOpen ? ' Check it: nobody can take a transfer back.' : ''}</p>
    </section>`
}

function transaction(hash: string): Markup {
  return html`
    <section aria-labelledby="hash">
      <h2 id="hash">Transaction</h2>
      <p class="hash">${hash}</p>
    </section>`
}

function received({ purchase, asset }: Checkout): string {
  return `${formatAmount(purchase.quote?.units ?? 0n, asset.decimals)} ${asset.symbol}`
}

function money(cents: Cents, currency: string): string {
  return new Intl.NumberFormat('en', { style: 'currency', currency }).format(Number(cents) / 100)
}
