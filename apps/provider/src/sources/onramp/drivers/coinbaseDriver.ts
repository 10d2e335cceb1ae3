import { formatMoney } from '../money.js'
import { networkName } from '../networkNames.js'
import type { OnrampDriver } from '../OnrampDriver.js'

/** Coinbase's hosted checkout; needs the id of an app registered there. */
export function createCoinbaseDriver({ appId }: { readonly appId: string }): OnrampDriver {
  return {
    name: 'coinbase',
    delivers: ({ isTestnet }) => !isTestnet,

    async checkoutUrl({
      destination,
      chain,
      assets,
      experience,
      customer,
      fiatAmount,
      cryptoAmount,
    }) {
      const network = networkName(chain)
      const url = new URL('https://pay.coinbase.com/buy/select-asset')
      const fields = {
        appId,
        addresses: JSON.stringify({ [destination]: [network] }),
        assets: JSON.stringify(assets.map(({ symbol }) => symbol)),
        defaultNetwork: network,
        defaultAsset: assets[0].symbol,
        defaultExperience: experience,
        partnerUserId: customer,
        presetFiatAmount: fiatAmount === undefined ? undefined : formatMoney(fiatAmount),
        presetCryptoAmount: cryptoAmount?.toString(),
      }
      for (const [name, value] of Object.entries(fields)) {
        if (value !== undefined) url.searchParams.set(name, value)
      }
      return url.href
    },
  }
}
