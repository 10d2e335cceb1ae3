import { html } from 'hono/html'
import type { RawRoute } from '../../http/route.js'

const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'public, max-age=300',
}

const page = html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Purchase</title>
  </head>
  <body>
    <h1>You can close this window</h1>
    <p>Your purchase continues. Its state is shown where you started it.</p>
  </body>
</html>`

/** Hosted services send the buyer here after the payment. */
export const returnRoute: RawRoute = {
  name: 'onrampReturn',
  method: 'GET',
  path: '/onramp/return',
  bodyLimit: 0,
  isOpen: true,
  handle: async () => new Response(String(await page), { headers }),
}
