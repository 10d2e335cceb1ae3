import { createLatchkey } from 'latchkey'
import { type CoinbaseOptions, coinbase } from 'latchkey/coinbase'
import * as payments from 'latchkey/pay'
import { type SafeOptions, safe } from 'latchkey/safe'
import { siteOptions } from './site.js'

declare global {
  interface Window {
    /** A test's settings for the site's connectors. */
    __connectors?: { readonly safe?: SafeOptions; readonly coinbase?: CoinbaseOptions }
  }
}

const { __connectors: given = {} } = window

window.payments = payments
/** A site with its own connectors. */
window.latchkey = createLatchkey({
  ...siteOptions(),
  connectors: [
    ...(given.safe ? [safe(given.safe)] : []),
    ...(given.coinbase ? [coinbase(given.coinbase)] : []),
  ],
})
