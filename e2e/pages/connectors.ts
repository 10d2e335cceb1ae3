import { createLatchkey } from 'latchkey'
import { type CoinbaseOptions, coinbase } from 'latchkey/coinbase'
import { type SafeOptions, safe } from 'latchkey/safe'
import { siteOptions } from './site.js'

declare global {
  interface Window {
    /** What a test says about the connectors of the site. */
    __connectors?: { readonly safe?: SafeOptions; readonly coinbase?: CoinbaseOptions }
  }
}

const { __connectors: given = {} } = window

/** A site that brings connectors of its own. */
window.latchkey = createLatchkey({
  ...siteOptions(),
  connectors: [
    ...(given.safe ? [safe(given.safe)] : []),
    ...(given.coinbase ? [coinbase(given.coinbase)] : []),
  ],
})
