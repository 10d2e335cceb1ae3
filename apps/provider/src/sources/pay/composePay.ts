import type { Sql } from 'postgres'
import type { Clock } from '../../clock.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { GasPrices } from '../gas/createGasPrices.js'
import { createPay, type Pay } from './createPay.js'
import type { PayConfig } from './payConfig.js'
import { createSandboxExchange, type SandboxExchange } from './sandbox/createSandboxExchange.js'

/** Creates the configured exchange; without one, none is offered. */
export function composePay(
  config: PayConfig | undefined,
  parts: {
    readonly sql: Sql
    readonly nodes: Nodes
    readonly clock: Clock
    readonly gasPrices: GasPrices
  },
): { readonly pay: Pay; readonly sandbox: SandboxExchange | undefined } {
  const sandbox = config && createSandboxExchange({ ...parts, ...config })
  const exchanges = sandbox ? [sandbox.exchange] : []
  return { pay: createPay({ nodes: parts.nodes, exchanges }), sandbox }
}
