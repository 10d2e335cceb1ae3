import { formatMoney } from '../money.js'
import type { OnrampDriver } from '../OnrampDriver.js'

/** Meld's hosted checkout; needs its URL and the public key of an account there. */
export function createMeldDriver({
  widgetUrl,
  publicKey,
}: {
  readonly widgetUrl: string
  readonly publicKey: string
}): OnrampDriver {
  const base = new URL(widgetUrl)
  if (base.protocol !== 'https:' || !/(?:^|\.)(?:meldcrypto\.com|meld\.io)$/.test(base.hostname)) {
    throw new Error(`${widgetUrl} is not an https URL of Meld.`)
  }
  return {
    name: 'meld',
    delivers: ({ isTestnet }) => !isTestnet,

    async checkoutUrl({ projectId, destination, assets, fiatAmount }) {
      const url = new URL(base)
      url.searchParams.set('publicKey', publicKey)
      url.searchParams.set('destinationCurrencyCode', assets[0].symbol)
      url.searchParams.set('walletAddress', destination)
      url.searchParams.set('externalCustomerId', projectId)
      if (fiatAmount !== undefined) url.searchParams.set('sourceAmount', formatMoney(fiatAmount))
      return url.href
    },
  }
}
