import type { NetworkId } from '@latchkey/wire/caip'
import type { RiskLimits } from './createRiskGuard.js'
import type { RiskStore, Totals } from './riskStore.js'

/**
 * Costs of the bundler as Prometheus text, read from the database, so every provider on it reports
 * the same.
 */
export async function renderBundlerMetrics(
  store: Pick<RiskStore, 'readTotals' | 'readOpenRisk'>,
  chains: readonly NetworkId[],
  limits: Pick<RiskLimits, 'lossCeiling' | 'maxDeficit'>,
): Promise<string[]> {
  const [totals, open] = await Promise.all([
    store.readTotals(),
    Promise.all(chains.map((chain) => store.readOpenRisk(chain))),
  ])
  const family = (
    name: string,
    type: 'counter' | 'gauge',
    help: string,
    read: (chain: NetworkId, index: number) => bigint,
  ) => [
    `# HELP latchkey_bundler_${name} ${help}`,
    `# TYPE latchkey_bundler_${name} ${type}`,
    ...chains.map(
      (chain, index) => `latchkey_bundler_${name}{chain="${chain}"} ${read(chain, index)}`,
    ),
  ]
  const total = (field: Exclude<keyof Totals, 'chain'>) => (chain: NetworkId) =>
    totals.find((one) => one.chain === chain)?.[field] ?? 0n
  return [
    ...family('included_total', 'counter', 'Operations included.', total('included')),
    ...family('failed_total', 'counter', 'Operations that failed at our cost.', total('failed')),
    ...family('laid_out_wei_total', 'counter', 'Paid for transactions.', total('laidOut')),
    ...family('refunded_wei_total', 'counter', 'Paid back by operations.', total('refunded')),
    ...family('lost_wei_total', 'counter', 'Paid and not paid back.', total('lost')),
    ...family('lost_last_hour_wei', 'gauge', 'Lost in the last hour.', (_, index) => {
      return open[index]?.lostLastHour ?? 0n
    }),
    ...family('at_risk_wei', 'gauge', 'What operations in flight can cost.', (_, index) => {
      return open[index]?.atRisk ?? 0n
    }),
    ...family('loss_ceiling_wei', 'gauge', 'Most that may be lost in an hour.', limits.lossCeiling),
    ...family(
      'max_deficit_wei',
      'gauge',
      'Most that may ever be lost beyond what operations paid.',
      limits.maxDeficit,
    ),
  ]
}
