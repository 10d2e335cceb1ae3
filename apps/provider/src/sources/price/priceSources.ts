import type { ChainSettings, PriceSettings } from '../../nodes/ChainSettings.js'

/** The price sources of a chain, in order of preference. */
export function getPriceSources({
  prices = [],
}: Pick<ChainSettings, 'prices'>): readonly PriceSettings[] {
  return 'kind' in prices ? [prices] : prices
}
