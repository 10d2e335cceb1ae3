import type { Context } from 'hono'
import { mayReadMetrics } from '../serving/metricsReader.js'
import type { RequestMetrics } from '../serving/requestMetrics.js'
import { type Answer, failureAnswer } from './answer.js'

/** The figures, for those who may read them. */
export function metricsAnswer(
  context: Context,
  metrics: RequestMetrics,
  token: string | undefined,
): Answer {
  if (!mayReadMetrics(context, token)) {
    return failureAnswer(403, [{ field: 'authorization', description: 'Not for everybody.' }])
  }
  const headers = { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }
  return { status: 200, body: metrics.render(), headers }
}
