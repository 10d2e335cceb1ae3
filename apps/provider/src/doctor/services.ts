import { createNodes } from '../nodes/createNodes.js'
import { servesChain } from '../sources/convert/aggregatorSettings.js'
import { ExchangeError } from '../sources/convert/Exchange.js'
import { type KeyedAggregator, openAggregators } from '../sources/convert/openAggregators.js'
import { openOnrampService } from '../sources/onramp/composeOnramp.js'
import { onrampProviders } from '../sources/onramp/onrampConfig.js'
import { type Check, createOffCheck, type DoctorParts, type Finding } from './Finding.js'
import { problemOf } from './problemOf.js'

/** Exchanges and payment services. */
export function serviceChecks(parts: DoctorParts): readonly Check[] {
  const { aggregators = [], chains, onramp } = parts.config
  const hasSwaps = aggregators.length > 0 || chains.some(({ exchange }) => exchange)
  return [
    ...(hasSwaps ? [] : [createOffCheck('swaps', 'No exchange is set up: no swaps.')]),
    ...aggregators.map((settings) => ({
      subject: settings.driver,
      run: (signal: AbortSignal) => checkAggregator(settings, parts, signal),
    })),
    ...(onramp ? [] : [createOffCheck('onramp', 'No payment service is set up: nothing to buy.')]),
    ...(onramp ? onrampProviders(onramp) : []).map((settings) => ({
      subject: settings.driver,
      async run(signal: AbortSignal): Promise<readonly Finding[]> {
        const subject = settings.driver
        const driver = openOnrampService(settings, parts)
        if (!driver)
          return [{ status: 'limited', subject, text: 'Sells for free, for tests only.' }]
        try {
          await driver.check(signal)
          return [{ status: 'works', subject, text: 'Sells.' }]
        } catch (error) {
          return [{ status: 'broken', subject, text: `Sells nothing: it ${problemOf(error)}.` }]
        }
      },
    })),
  ]
}

/** Asks for a small quote on one chain: only an answer shows that the key is good. */
async function checkAggregator(
  settings: KeyedAggregator,
  { config, http, clock }: DoctorParts,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const subject = settings.driver
  const nodes = createNodes({ chains: config.chains, http, clock, random: Math.random })
  const { exchanges, solana } = openAggregators([settings], { http, clock, nodes })
  const chain = config.chains.find(
    ({ id, tokens }) => tokens[0] && servesChain([settings], subject, id),
  )
  const to = chain?.tokens[0]?.address
  if (!chain || !to) {
    return [{ status: 'limited', subject, text: 'Not checked: no chain here with a listed token.' }]
  }
  const { id, nativeCurrency } = chain
  const terms = { amount: 10n ** BigInt(nativeCurrency.decimals - 2), slippage: 10_000 }
  try {
    await solana?.quote({ ...terms, chain: id, from: undefined, to }, signal)
    await exchanges[0]?.quote(
      {
        ...terms,
        from: { chain: id, address: undefined },
        to: { chain: id, address: to as `0x${string}` },
      },
      signal,
    )
  } catch (error) {
    // Without a route the service has still answered and taken the key.
    const isAnswer = error instanceof ExchangeError && error.code === 'no-route'
    if (!isAnswer) return [{ status: 'broken', subject, text: describe(error) }]
  }
  return [{ status: 'works', subject, text: `Quotes swaps on ${chain.name}.` }]
}

function describe(error: unknown): string {
  const code = error instanceof ExchangeError ? error.code : undefined
  if (code === 'unauthorized') return 'No swaps: it refuses the key.'
  if (code === 'rate-limited') return 'No swaps: it has had too many requests.'
  if (code === 'malformed') return 'No swaps: its answer is not what it documents.'
  return `No swaps: it ${problemOf(error)}.`
}
