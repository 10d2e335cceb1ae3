import type { ChainSettings, PriceSettings } from '../nodes/ChainSettings.js'
import { createPriceDriver } from '../sources/price/createPriceDriver.js'
import { getPriceSources } from '../sources/price/priceSources.js'
import { nativeToken } from '../sources/tokens/Token.js'
import { type Check, type DoctorParts, type Finding, hostOf } from './Finding.js'
import { problemOf } from './problemOf.js'

/** Asks every price source for every chain's coin. */
export function priceChecks(parts: DoctorParts): readonly Check[] {
  return parts.config.chains.map((chain) => ({
    subject: chain.id,
    run: async () => {
      const sources = getPriceSources(chain)
      if (sources.length > 0) {
        return Promise.all(sources.map((source) => checkSource(chain, source, parts)))
      }
      return [describeDefault(chain)]
    },
  }))
}

function describeDefault({ id: subject, name, exchange }: ChainSettings): Finding {
  return exchange
    ? { status: 'works', subject, text: `${name}: prices are those of its exchange's pools.` }
    : { status: 'off', subject, text: `${name}: no price source, so amounts have no value.` }
}

async function checkSource(
  { id: subject, name, nativeCurrency }: ChainSettings,
  source: PriceSettings,
  parts: DoctorParts,
): Promise<Finding> {
  if (source.kind === 'fixed') {
    return { status: 'limited', subject, text: `${name}: prices are fixed by the settings.` }
  }
  const what = `${name}: prices of ${hostOf(source.url)}`
  try {
    const token = { ...nativeCurrency, address: nativeToken, isListed: true }
    const found = await createPriceDriver(source, parts).read([token])
    if (found.has(nativeToken)) return { status: 'works', subject, text: `${what} work.` }
    const text = `${what} do not include ${nativeCurrency.symbol}.`
    return { status: 'broken', subject, text }
  } catch (error) {
    return { status: 'broken', subject, text: `${what}: it ${problemOf(error)}.` }
  }
}
