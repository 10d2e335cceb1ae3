import type { Sql } from 'postgres'
import { systemClock } from '../../clock.js'
import type { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import { createGasPrices } from '../../sources/gas/createGasPrices.js'
import { createOnramp } from '../../sources/onramp/createOnramp.js'
import { createQuotes } from '../../sources/onramp/createQuotes.js'
import { defaultOnrampSettings } from '../../sources/onramp/OnrampSettings.js'
import { createSandbox } from '../../sources/onramp/sandbox/createSandbox.js'
import { createPrices } from '../../sources/price/createPrices.js'
import { createTokens } from '../../sources/tokens/createTokens.js'

type LocalChain = Awaited<ReturnType<typeof startLocalChain>>

/** The real onramp with the sandbox driver, on a local chain. */
export function createLocalOnramp(
  { chain }: LocalChain,
  nodes: LocalChain['nodes'],
  { sql, clock }: { readonly sql: Sql; readonly clock: { now(): number } },
) {
  const settings = defaultOnrampSettings
  const tokens = createTokens({ nodes, clock: systemClock })
  const http = {
    async send(): Promise<never> {
      throw new Error('Prices come from the exchange.')
    },
  }
  const prices = createPrices({ nodes, tokens, http, clock: systemClock })
  const gasPrices = createGasPrices(nodes)
  const quotes = createQuotes({ prices, gasPrices, settings })
  const sandbox = createSandbox({
    sql,
    nodes,
    clock,
    gasPrices,
    quotes,
    settings,
    chains: [chain.settings.id],
    treasuryKey: chain.faucet.privateKey,
  })
  const onramp = createOnramp({ nodes, driver: sandbox.driver, quotes, settings })
  return { onramp, sandbox, quotes, settings }
}
