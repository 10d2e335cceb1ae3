import type { NetworkId } from '@latchkey/wire/caip'
import type { Sql } from 'postgres'
import { parseUnits } from 'viem'
import type { Clock } from '../clock.js'
import type { BundlerConfig } from '../config/structuredSettings.js'
import type { Log } from '../log.js'
import type { Nodes } from '../nodes/Nodes.js'
import type { OwnPaymasters } from './admissionRules.js'
import { renderBundlerMetrics } from './bundlerMetrics.js'
import { type Bundler, createBundler } from './createBundler.js'
import { createExecutor, type Executor } from './createExecutor.js'
import {
  createNetworkDigest,
  createRiskGuard,
  type RiskLimits,
  type RiskRules,
} from './createRiskGuard.js'
import { createOperationStore } from './operationStore.js'
import { createRiskStore } from './riskStore.js'

/** In the chain's coin. */
const defaultHourlyLoss = '0.1'
const defaultMaxDeficit = '0.1'

/** Creates the bundler with its stores, executor and metrics. */
export function composeBundler(
  { chains, executorKey, hourlyLoss, maxDeficit }: BundlerConfig,
  parts: {
    readonly sql: Sql
    readonly nodes: Nodes
    readonly clock: Clock
    readonly log: Log
    readonly rules?: RiskRules
    readonly paymastersOf?: (chain: NetworkId) => OwnPaymasters
  },
): {
  readonly bundler: Bundler
  readonly executor: Executor
  /** Lines of Prometheus text. */
  readMetrics(): Promise<readonly string[]>
} {
  const { sql, nodes, clock, log, rules, paymastersOf } = parts
  const store = createOperationStore(sql, clock)
  const riskStore = createRiskStore(sql, clock)
  const parseAmount = (amount: string, chain: NetworkId) =>
    parseUnits(amount, nodes.settings(chain).nativeCurrency.decimals)
  const limits: RiskLimits = {
    lossCeiling: (chain) => parseAmount(hourlyLoss?.[chain] ?? defaultHourlyLoss, chain),
    maxDeficit: (chain) => parseAmount(maxDeficit?.[chain] ?? defaultMaxDeficit, chain),
  }
  const guard = createRiskGuard({
    store: riskStore,
    clock,
    log,
    limits,
    ...(rules && { rules }),
  })
  const executor = createExecutor({ nodes, store, guard, executorKey })
  const networkDigest = createNetworkDigest(executorKey)
  return {
    executor,
    bundler: createBundler({
      nodes,
      clock,
      store,
      executor,
      chains,
      networkDigest,
      ...(paymastersOf && { paymastersOf }),
    }),
    readMetrics: () => renderBundlerMetrics(riskStore, chains, limits),
  }
}
