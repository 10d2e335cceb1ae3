import { randomUUID } from 'node:crypto'
import { Hono } from 'hono'
import { completeHeaders, jsonHeaders } from '../serving/headers.js'
import { isResponsive } from '../serving/isResponsive.js'
import { canReadMetrics } from '../serving/metricsAccess.js'
import type { Metrics } from './relayMetrics.js'

/** /health for a load balancer, /metrics for Prometheus. */
export function createStatusPages(parts: {
  metrics: Metrics
  gauges: () => Readonly<Record<string, number>>
  ping: () => Promise<unknown>
  metricsToken?: string
}): Hono {
  const { metrics, gauges, ping, metricsToken } = parts
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    const own = Object.fromEntries(context.res.headers)
    const lines = completeHeaders(own, { requestId: randomUUID(), grant: undefined })
    for (const [name, value] of Object.entries(lines)) context.header(name, value)
  })
  app.get('/health', async (context) => {
    const isUp = await isResponsive(ping)
    const status = isUp ? 'ok' : 'database-unreachable'
    return context.json({ status }, isUp ? 200 : 503, jsonHeaders('personal'))
  })
  app.get('/metrics', (context) => {
    if (!canReadMetrics(context, metricsToken)) return context.text('Forbidden\n', 403)
    const memory = process.memoryUsage().rss
    return context.text(metrics.render({ ...gauges(), resident_bytes: memory }))
  })
  app.notFound((context) => context.text('This is a relay; connect with a WebSocket.\n', 404))
  return app
}
