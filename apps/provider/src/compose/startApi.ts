import { createApi } from '../api/createApi.js'
import { createIdempotency } from '../api/idempotency.js'
import { type Clock, systemClock } from '../clock.js'
import type { Rates } from '../http/rates.js'
import { failureName, type Log } from '../log.js'
import { createProjects } from '../projects/createProjects.js'
import { telemetryRoutes } from '../routes/telemetry/index.js'
import { createClientNetworks, isExposed } from '../serving/clientNetwork.js'
import { ownHosts } from '../serving/listen.js'
import { openServer } from '../serving/openServer.js'
import { developmentZones } from '../sources/names/zones.js'
import { createIdempotentCallStore } from '../store/idempotentCalls.js'
import type { Database } from '../store/openDatabase.js'
import { createProjectStore } from '../store/projects.js'
import { createTelemetryStore } from '../store/telemetry.js'
import { createTelemetry, type Telemetry } from '../telemetry/createTelemetry.js'
import { type ComposedRoutes, composeRoutes, type RouteSettings } from './composeRoutes.js'

export type { Rates } from '../http/rates.js'
export { developmentProjectId } from '../store/projects.js'

export type ApiOptions = Partial<RouteSettings> & {
  /** 0 picks a free port. */
  readonly port: number
  readonly database: Database
  /** 127.0.0.1 by default. */
  readonly host?: string
  /** The provider's public URL, without a trailing slash. */
  readonly publicUrl?: string
  /** The login site's URL: its frames may call for every project. */
  readonly loginUrl?: string
  /** Both by default. */
  readonly roles?: readonly ('api' | 'telemetry')[]
  /** Addresses or networks whose forwarding headers are trusted. */
  readonly trustedProxies?: readonly string[]
  readonly rates?: Partial<Rates>
  /** Lets a scraper on another machine read /metrics. */
  readonly metricsToken?: string
  readonly log?: Log
  readonly clock?: Clock
  readonly random?: () => number
}

export type RunningApi = {
  readonly url: string
  readonly port: number
  stop(): Promise<void>
}

const sweepIntervalMs = 60_000
const noRoutes: ComposedRoutes = {
  routes: [],
  rawRoutes: [],
  checkNodes: async () => undefined,
  readMetrics: async () => [],
  sweep: async () => undefined,
  stop() {},
}

/** Starts the API server. */
export async function startApi(options: ApiOptions): Promise<RunningApi> {
  const { database, host = '127.0.0.1', roles = ['api', 'telemetry'] } = options
  const { log = () => {}, clock = systemClock, random = Math.random } = options
  const { sql } = database
  const isLocal = !isExposed(host, [options.publicUrl, options.loginUrl])

  const store = createProjectStore(sql)
  if (isLocal) await store.createDevelopmentProject()
  const projects = createProjects({ list: store.list, clock, log, servesDevelopment: isLocal })
  const telemetry = roles.includes('telemetry')
    ? createTelemetry({ store: createTelemetryStore(sql), clock, log })
    : undefined

  const idempotency = createIdempotency({ store: createIdempotentCallStore(sql), clock })

  const server = await openServer(options.port, host)
  const { url, port } = server
  const publicUrl = options.publicUrl ?? url

  let composed: ComposedRoutes
  try {
    composed = roles.includes('api')
      ? await composeRoutes({
          ...options,
          chains: options.chains ?? [],
          names: options.names ?? (isLocal ? developmentZones : undefined),
          sql,
          clock,
          random,
          log,
          ownOrigins: isLocal ? [publicUrl] : [],
        })
      : noRoutes
  } catch (error) {
    await server.close()
    throw error
  }
  const api = createApi({
    ...withTelemetry(composed, telemetry),
    projects,
    publicUrl,
    clock,
    log,
    idempotency,
    hasDiskSpace: database.hasDiskSpace,
    networks: createClientNetworks(options.trustedProxies ?? [], {
      isExposed: !isLocal,
      now: clock.now,
    }),
    checks: { database: () => sql`select 1`, nodes: composed.checkNodes },
    readMetrics: composed.readMetrics,
    hosts: ownHosts(host, port, publicUrl),
    ...(options.loginUrl !== undefined && { loginOrigin: new URL(options.loginUrl).origin }),
    ...(options.rates && { rates: options.rates }),
    ...(options.metricsToken === undefined ? {} : { metricsToken: options.metricsToken }),
  })
  server.serve(api.app.fetch)

  const cancelSweeps = clock.every(sweepIntervalMs, () => {
    api.removeIdle()
    for (const { sweep } of [idempotency, composed, ...(telemetry ? [telemetry] : [])]) {
      sweep().catch((error: unknown) => {
        log({ level: 'warn', event: 'sweep-failed', reason: failureName(error) })
      })
    }
  })
  return {
    url,
    port,
    async stop() {
      cancelSweeps()
      await server.close()
      composed.stop()
    },
  }
}

function withTelemetry({ routes, rawRoutes }: ComposedRoutes, telemetry: Telemetry | undefined) {
  if (!telemetry) return { routes, rawRoutes }
  return { routes: [...routes, ...telemetryRoutes(telemetry)], rawRoutes }
}
