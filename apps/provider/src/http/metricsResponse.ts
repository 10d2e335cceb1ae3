import type { Context } from 'hono'
import { canReadMetrics } from '../serving/metricsAccess.js'
import type { RequestMetrics } from '../serving/requestMetrics.js'
import { failureResponse, type HttpResponse } from './response.js'

/** Prometheus metrics, for callers with access. */
export async function metricsResponse(
  context: Context,
  metrics: RequestMetrics,
  parts: {
    readonly metricsToken?: string | undefined
    readonly readMetrics?: () => Promise<readonly string[]>
  },
): Promise<HttpResponse> {
  if (!canReadMetrics(context, parts.metricsToken)) {
    return failureResponse(403, [
      { field: 'authorization', description: 'Metrics need the metrics token.' },
    ])
  }
  // Request metrics matter most while the database is down.
  const more = await parts.readMetrics?.().catch(() => [])
  const body = metrics.render() + (more ?? []).map((line) => `${line}\n`).join('')
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
  return { status: 200, body, headers }
}
