import { createLatchkey } from 'latchkey'
import { type CoinbaseOptions, coinbase } from 'latchkey/coinbase'
import { type SafeOptions, safe } from 'latchkey/safe'
import { siteOptions } from './site.js'

declare global {
  interface Window {
    /** A test's settings for the site's connectors. */
    __connectors?: { readonly safe?: SafeOptions; readonly coinbase?: CoinbaseOptions }
  }
}

const { __connectors: given = {} } = window

/** A site with its own connectors. */
window.latchkey = createLatchkey({
  ...siteOptions(),
  connectors: [
    ...(given.safe ? [safe(given.safe)] : []),
    ...(given.coinbase ? [coinbase(given.coinbase)] : []),
  ],
})
