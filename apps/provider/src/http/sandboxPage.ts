import { readFile } from 'node:fs/promises'
import { html } from 'hono/html'
import { ApiError } from '../errors/ApiError.js'
import { inPackage } from '../packageFolder.js'
import type { RawRequest, RawRoute } from './route.js'

/** What the sandboxes' checkout pages share. They work without scripts. */

export type Markup = ReturnType<typeof html>

const pageHeaders = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  // The site that opened the window sees when it is closed; the window itself has no opener.
  'Cross-Origin-Opener-Policy': 'unsafe-none',
  'Cache-Control': 'no-store',
}

const pageFiles = {
  'checkout.css': 'text/css; charset=utf-8',
  'checkout.js': 'text/javascript; charset=utf-8',
} as const

export async function pageResponse(status: number, markup: Markup): Promise<Response> {
  return new Response(String(await markup), { status, headers: pageHeaders })
}

/** Redirects, so that a reload does not repeat the form. */
export function redirectToCheckout(session: string): Response {
  const headers = { Location: `checkout?session=${encodeURIComponent(session)}` }
  return new Response(null, { status: 303, headers })
}

/** Rejects forms of other sites. Old browsers and programs send no `Sec-Fetch-Site`. */
export function assertSameOrigin({ headers }: RawRequest): void {
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return
  throw new ApiError(403, 'origin', 'This form only accepts requests from the checkout page.')
}

/** Serves style and script below `folder`, next to the page. */
export function pageFileRoutes(name: string, folder: string): RawRoute[] {
  return Object.entries(pageFiles).map(([file, type]) => ({
    name,
    method: 'GET',
    path: `${folder}/${file}`,
    bodyLimit: 0,
    isOpen: true,
    async handle() {
      const text = await readFile(inPackage('pages', 'onramp', file), 'utf8')
      return new Response(text, {
        headers: { 'Content-Type': type, 'Cache-Control': 'public, max-age=300' },
      })
    },
  }))
}

export function checkoutPage(title: string, content: Markup, head?: Markup): Markup {
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

export function errorState(title: string, text: string): Markup {
  return html`<div class="state bad" role="alert">${warningIcon()}<h2>${title}</h2><p>${text}</p></div>`
}

export function warningIcon(): Markup {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M10 2.5l8 14.5H2zM10 8v4M10 14.5v.1"></path></svg>`
}

/** A check mark above what succeeded. */
export function successState(title: string, text: string): Markup {
  return html`
    <div class="state good" role="status">
      <svg class="mark" viewBox="0 0 72 72" aria-hidden="true">
        <circle cx="36" cy="36" r="34"></circle><path d="M23 37l9 9 18-20"></path>
      </svg>
      <h2>${title}</h2>
      <p>${text}</p>
    </div>`
}

/** The page script reloads it. */
export function sendingState(title: string, text: string): Markup {
  return html`
    <div class="state sending" role="status">
      <div class="ring" aria-hidden="true"></div>
      <h2>${title}</h2>
      <p>${text}</p>
    </div>`
}

/** Reloads a page of `sendingState` where scripts are off. */
export const reloadWithoutScript = html`<noscript><meta http-equiv="refresh" content="5"></noscript>`

/** The full address in groups of four; copying gives it without spaces. */
export function destinationSection({
  address,
  network,
  isOpen,
}: {
  readonly address: string
  readonly network: string
  readonly isOpen: boolean
}): Markup {
  const groups = address.match(/^0x.{4}|.{1,4}/g) ?? [address]
  return html`
    <section aria-labelledby="to">
      <h2 id="to">${isOpen ? 'Goes to' : 'Sent to'}</h2>
      <p class="address">${groups.map((group) => html`<span>${group}</span><wbr>`)}</p>
      <p class="hint">on ${network}.${isOpen ? ' Check it: nobody can take a transfer back.' : ''}</p>
    </section>`
}

export function transactionSection(hash: string): Markup {
  return html`
    <section aria-labelledby="hash">
      <h2 id="hash">Transaction</h2>
      <p class="hash">${hash}</p>
    </section>`
}
