import type { Context } from 'hono'
import { mayReadMetrics } from '../serving/metricsReader.js'
import type { RequestMetrics } from '../serving/requestMetrics.js'
import { type Answer, failureAnswer } from './answer.js'

/** Prometheus metrics, for callers with access. */
export async function metricsAnswer(
  context: Context,
  metrics: RequestMetrics,
  parts: {
    readonly metricsToken?: string | undefined
    readonly readFigures?: () => Promise<readonly string[]>
  },
): Promise<Answer> {
  if (!mayReadMetrics(context, parts.metricsToken)) {
    return failureAnswer(403, [
      { field: 'authorization', description: 'Metrics need the metrics token.' },
    ])
  }
  // Request metrics matter most while the database is down.
  const more = await parts.readFigures?.().catch(() => [])
  const body = metrics.render() + (more ?? []).map((line) => `${line}\n`).join('')
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
  return { status: 200, body, headers }
}
