import type { ImpactLevel } from './store.js'

/** Hundredths of a percent. */
const impactLimits = { warning: 300n, stop: 1500n }

/** What a price impact, in hundredths of a percent, means for the visitor. */
export function impactLevelOf(impact: bigint): ImpactLevel {
  if (impact > impactLimits.stop) return 'stop'
  return impact > impactLimits.warning ? 'warning' : 'low'
}
