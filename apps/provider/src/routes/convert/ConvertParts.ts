import type { Nodes } from '../../nodes/Nodes.js'
import type { Exchanges } from '../../sources/convert/createExchanges.js'
import type { GasPrices } from '../../sources/gas/createGasPrices.js'

/** Dependencies of the convert routes. */
export type ConvertParts = {
  readonly nodes: Nodes
  readonly exchanges: Exchanges
  readonly gasPrices: GasPrices
  readonly clock: { now(): number }
}

/** How long a quote or a built transaction may be used. */
export const quoteLifetimeMs = 30_000
