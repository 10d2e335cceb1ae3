import type { Clock } from '../../clock.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { Nodes } from '../../nodes/Nodes.js'
import type { AggregatorSettings } from './aggregatorSettings.js'
import { type AggregatorDriver, createAggregator } from './aggregators/createAggregator.js'
import { createLifiDriver } from './aggregators/lifi.js'
import { createOneInchDriver } from './aggregators/oneInch.js'
import type { AggregatorParts } from './aggregators/requestAggregator.js'
import { createZeroExDriver } from './aggregators/zeroEx.js'
import type { Exchange } from './Exchange.js'
import { createJupiter } from './solana/createJupiter.js'
import type { SolanaExchange } from './solana/SolanaExchange.js'

/** An aggregator of the settings, and the content of its key file. */
export type KeyedAggregator = AggregatorSettings & { readonly key?: string | undefined }

type AggregatorClients = { readonly http: HttpClient; readonly clock: Clock; readonly nodes: Nodes }

export function openAggregators(
  list: readonly KeyedAggregator[],
  clients: AggregatorClients,
): { readonly exchanges: readonly Exchange[]; readonly solana: SolanaExchange | undefined } {
  const exchanges = list.flatMap((settings) => {
    const driver = createDriver(settings, { ...clients, ...settings })
    return driver ? [createAggregator(driver, settings.chains)] : []
  })
  const jupiter = list.find(({ driver }) => driver === 'jupiter')
  return { exchanges, solana: jupiter && createJupiter({ ...clients, ...jupiter }) }
}

/** Undefined for one that serves no EVM chain. */
function createDriver(
  settings: KeyedAggregator,
  parts: AggregatorParts,
): AggregatorDriver | undefined {
  switch (settings.driver) {
    case '1inch':
      return createOneInchDriver({ ...parts, version: settings.version })
    case '0x':
      return createZeroExDriver(parts)
    case 'lifi':
      return createLifiDriver({ ...parts, integrator: settings.integrator })
    case 'jupiter':
      return undefined
  }
}
