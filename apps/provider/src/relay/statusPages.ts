import { timingSafeEqual } from 'node:crypto'
import { getConnInfo } from '@hono/node-server/conninfo'
import { type Context, Hono } from 'hono'
import { isLoopback } from './clientNetwork.js'
import type { Metrics } from './metrics.js'

const DATABASE_LIMIT_MS = 2_000

/** /health for a balancer, /metrics for Prometheus. */
export function createStatusPages(parts: {
  metrics: Metrics
  figures: () => Readonly<Record<string, number>>
  ping: () => Promise<unknown>
  metricsToken?: string
}): Hono {
  const { metrics, figures, ping, metricsToken } = parts
  const app = new Hono()
  app.use(async (context, next) => {
    await next()
    context.header('Cache-Control', 'no-store')
    context.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'")
    context.header('X-Content-Type-Options', 'nosniff')
    context.header('Referrer-Policy', 'no-referrer')
  })
  app.get('/health', async (context) => {
    const isUp = await answersInTime(ping)
    return context.json({ status: isUp ? 'ok' : 'database-unreachable' }, isUp ? 200 : 503)
  })
  app.get('/metrics', (context) => {
    if (!mayRead(context, metricsToken)) return context.text('Forbidden\n', 403)
    const memory = process.memoryUsage().rss
    return context.text(metrics.render({ ...figures(), resident_bytes: memory }))
  })
  app.notFound((context) => context.text('This is a relay; connect with a WebSocket.\n', 404))
  return app
}

/** With a token, whoever has it; without, only this machine and not through a proxy. */
function mayRead(context: Context, token: string | undefined): boolean {
  const given = context.req.header('authorization')?.replace(/^Bearer /i, '')
  if (token !== undefined) return given !== undefined && isSame(given, token)
  const isForwarded = ['x-forwarded-for', 'forwarded', 'via'].some((name) =>
    context.req.header(name),
  )
  return !isForwarded && isLoopback(getConnInfo(context).remote.address ?? '')
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

async function answersInTime(ping: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), DATABASE_LIMIT_MS)
  })
  try {
    return await Promise.race([ping().then(() => true), late])
  } catch {
    // Why is in the database's log; a balancer only needs to know that it is so.
    return false
  } finally {
    clearTimeout(timer)
  }
}
