import type { Clock } from '../../clock.js'
import type { HttpClient } from '../../nodes/HttpClient.js'
import type { AggregatorSettings } from './aggregatorSettings.js'
import { type AggregatorDriver, createAggregator } from './aggregators/createAggregator.js'
import { createLifiDriver } from './aggregators/lifi.js'
import { createOneInchDriver } from './aggregators/oneInch.js'
import type { AggregatorParts } from './aggregators/requestAggregator.js'
import { createZeroExDriver } from './aggregators/zeroEx.js'
import type { Exchange } from './Exchange.js'

/** An aggregator of the settings, and the content of its key file. */
export type KeyedAggregator = AggregatorSettings & { readonly key?: string | undefined }

export function openAggregators(
  list: readonly KeyedAggregator[],
  parts: { readonly http: HttpClient; readonly clock: Clock },
): Exchange[] {
  return list.map((settings) =>
    createAggregator(createDriver(settings, { ...parts, ...settings }), settings.chains),
  )
}

function createDriver(settings: KeyedAggregator, parts: AggregatorParts): AggregatorDriver {
  switch (settings.driver) {
    case '1inch':
      return createOneInchDriver({ ...parts, version: settings.version })
    case '0x':
      return createZeroExDriver(parts)
    case 'lifi':
      return createLifiDriver({ ...parts, integrator: settings.integrator })
  }
}
