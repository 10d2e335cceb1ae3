import type { Nodes } from '../../nodes/Nodes.js'
import type { Exchange } from '../../sources/convert/createExchange.js'
import type { GasPrices } from '../../sources/gas/createGasPrices.js'

/** Dependencies of the convert routes. */
export type ConvertParts = {
  readonly nodes: Nodes
  readonly exchange: Exchange
  readonly gasPrices: GasPrices
  readonly clock: { now(): number }
}
