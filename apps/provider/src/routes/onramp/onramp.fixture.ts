import type { Sql } from 'postgres'
import { type Clock, systemClock } from '../../clock.js'
import type { ServedNodes } from '../../nodes/createNodes.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import { createGasPrices } from '../../sources/gas/createGasPrices.js'
import { composeOnramp } from '../../sources/onramp/composeOnramp.js'
import type { OnrampConfig } from '../../sources/onramp/onrampConfig.js'
import { createPrices } from '../../sources/price/createPrices.js'
import { createTokens } from '../../sources/tokens/createTokens.js'

/** For chains whose prices come from their exchange or settings. */
const noHttp: HttpClient = {
  async send() {
    throw new Error('This test sends nothing.')
  },
}

/** The real onramp with the given services. */
export function createLocalOnramp(
  config: OnrampConfig,
  {
    nodes,
    sql,
    clock,
    http = noHttp,
  }: {
    readonly nodes: ServedNodes
    readonly sql: Sql
    readonly clock: Clock
    readonly http?: HttpClient
  },
) {
  const tokens = createTokens({ nodes, clock: systemClock })
  const prices = createPrices({ nodes, tokens, http: noHttp, clock: systemClock })
  const gasPrices = createGasPrices(nodes)
  const composed = composeOnramp(config, { sql, nodes, clock, http, prices, gasPrices })
  return { ...composed, clock }
}
