import type { Clock } from '../../clock.js'
import type { PriceSettings } from '../../nodes/ChainSettings.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createFixedPrices } from './fixedPrices.js'
import { createGeckoTerminalPrices } from './geckoTerminalPrices.js'
import { createHttpPrices } from './httpPrices.js'
import type { PriceDriver } from './PriceDriver.js'

/** One configured price source. */
export function createPriceDriver(
  settings: PriceSettings,
  parts: { readonly http: HttpClient; readonly clock: Clock },
): PriceDriver {
  switch (settings.kind) {
    case 'fixed':
      return createFixedPrices(settings.dollars)
    case 'http':
      return createHttpPrices({ ...parts, settings })
    case 'geckoterminal':
      return createGeckoTerminalPrices({ ...parts, settings })
  }
}
