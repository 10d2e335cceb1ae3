import { createOnrampUrl } from '@latchkey/wire/http/onramp'
import { ApiError } from '../../errors/ApiError.js'
import { type Route, route } from '../../http/route.js'
import { parseMoney } from '../../sources/onramp/money.js'
import type { OnrampParts } from './OnrampParts.js'

/** The checkout URL. The first wallet receives the purchase. */
export function urlRoute({ onramp }: OnrampParts): Route {
  return route(createOnrampUrl, async (input, { project, publicUrl, signal }) => {
    const [destination] = input.destinationWallets
    if (!destination)
      throw new ApiError(400, 'destinationWallets', 'A destination wallet is needed.')
    const { presetFiatAmount: fiat } = input
    const url = await onramp.checkoutUrl(
      {
        projectId: project.id,
        destination,
        network: input.defaultNetwork,
        experience: input.defaultExperience ?? 'buy',
        customer: input.partnerUserId,
        fiatAmount:
          fiat === undefined ? undefined : parseMoney(fiat.toFixed(2), 'presetFiatAmount'),
        cryptoAmount: input.presetCryptoAmount,
      },
      { publicUrl, signal },
    )
    return { url }
  })
}
