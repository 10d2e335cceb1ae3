import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import { type Clock, systemClock } from '../clock.js'
import type { Deadline } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import { type Call, callFromRawRoute, callFromRoute } from '../http/call.js'
import { metricsResponse } from '../http/metricsResponse.js'
import { createRateGuard, defaultRates, type Rates } from '../http/rates.js'
import { readBody } from '../http/readBody.js'
import {
  checkHost,
  checkJson,
  delayResponse,
  getClientAddress,
  getNetwork,
  getOutgoing,
} from '../http/request.js'
import { diskFullError, respondInTime, startRequestTimeout } from '../http/requestTimeout.js'
import {
  emptyResponse,
  failureResponse,
  type HttpResponse,
  jsonResponse,
  withHeader,
} from '../http/response.js'
import type { AnonymousCaller, Caller, RawRequest, RawRoute, Route } from '../http/route.js'
import { createTraffic, type RequestTraffic } from '../http/traffic.js'
import type { Log } from '../log.js'
import type { Projects } from '../projects/Project.js'
import { type ClientNetworks, createClientNetworks } from '../serving/clientNetwork.js'
import { completeHeaders } from '../serving/headers.js'
import { isResponsive } from '../serving/isResponsive.js'
import { createRequestMetrics } from '../serving/requestMetrics.js'
import type { Idempotency } from './idempotency.js'
import { createOpenApi } from './openApi.js'
import { type AccessRequest, createProjectAccess } from './projectAccess.js'

export type ApiParts = {
  readonly routes: readonly Route[]
  readonly rawRoutes?: readonly RawRoute[]
  readonly projects: Projects
  /** The provider's public URL, without a trailing slash. */
  readonly publicUrl: string
  readonly clock?: Clock
  readonly log?: Log
  readonly networks?: ClientNetworks
  readonly rates?: Partial<Rates>
  /** Whether the disk can store more; always true when absent. */
  readonly hasDiskSpace?: () => boolean
  /** Without it, `Idempotency-Key` headers are ignored. */
  readonly idempotency?: Idempotency
  /** Readiness checks by name, for `/ready`. */
  readonly checks?: Readonly<Record<string, () => Promise<unknown>>>
  /** The login site's origin, allowed for every project: its frames call for them. */
  readonly loginOrigin?: string
  /** Accepted `Host` names; any when absent. */
  readonly hosts?: ReadonlySet<string>
  readonly metricsToken?: string
  /** Further metrics, as lines of Prometheus text. */
  readonly readMetrics?: () => Promise<readonly string[]>
}

export type Api = {
  readonly app: Hono
  /** Call it regularly: drops the counters of idle clients. */
  removeIdle(): void
}

const requestTimeoutMs = 15_000

/** The provider's HTTP application. Every response passes through here. */
export function createApi(parts: ApiParts): Api {
  const { projects, publicUrl, clock = systemClock, log = () => {}, hosts } = parts
  const networks = parts.networks ?? createClientNetworks([])
  const allRates = { ...defaultRates, ...parts.rates }
  const rates = createRateGuard(allRates, clock)
  const traffic = createTraffic(allRates.rpcBytes, clock)
  const metrics = createRequestMetrics('api')
  const access = createProjectAccess(projects, parts.loginOrigin)
  const calls = [
    ...parts.routes.map(callFromRoute),
    ...(parts.rawRoutes ?? []).map(callFromRawRoute),
  ]

  /** Handles one request within the timeout and records its metrics. */
  async function serve(
    context: Context,
    name: string,
    handle: (serving: ActiveRequest) => Promise<HttpResponse>,
    isForOperator = false,
  ): Promise<Response> {
    const started = clock.now()
    const { raw } = context.req
    const outgoing = getOutgoing(context)
    const time = startRequestTimeout(raw, clock, requestTimeoutMs, outgoing)
    const network = getNetwork(context, networks)
    const requestTraffic = traffic.open(network)
    // The response stays in memory until the caller has read it.
    outgoing?.once('close', requestTraffic.release)
    const serving: ActiveRequest = {
      raw,
      params: context.req.param() as Record<string, string>,
      url: new URL(context.req.url),
      origin: context.req.header('origin'),
      network,
      get address() {
        return getClientAddress(context, networks)
      },
      traffic: requestTraffic,
      get deadline() {
        return time.deadline
      },
      grant: undefined,
    }
    const response = await respondInTime(time, { name, log }, async () => {
      if (!isForOperator) {
        checkHost(serving.url, hosts)
        rates.count('network', serving.network)
      }
      return handle(serving)
    })
    if (!outgoing) requestTraffic.release()
    const { status, body } = response
    metrics.record(name, status, (clock.now() - started) / 1_000)
    const delay = status === 429 ? rates.rejectionDelay(network) : 0
    if (delay > 0) await delayResponse(clock, delay, outgoing)
    const headers = completeHeaders(response.headers, {
      requestId: randomUUID(),
      // A rejection has no data of a project, so every site may read why.
      grant: serving.grant ?? (status >= 400 && serving.origin !== undefined ? '*' : undefined),
    })
    return new Response(body, { status, headers })
  }

  async function respondToCall(call: Call, serving: ActiveRequest): Promise<HttpResponse> {
    const { raw, network, origin, params, url } = serving
    if (call.isForAnySite) serving.grant = '*'
    const readRequestBody = () => {
      if (call.method === 'GET') return ''
      const length = Number(raw.headers.get('content-length') ?? call.bodyLimit)
      serving.traffic.addBody(Math.min(length, call.bodyLimit))
      return readBody(raw, call.bodyLimit)
    }
    const isNamed = url.searchParams.has('projectId') || raw.headers.has('x-project-id')
    // A caller that names its project outside the body is checked before the body is read.
    let body = isNamed || call.isOpen ? undefined : await readRequestBody()
    const known = call.isOpen ? undefined : await access.identify(call, serving, body ?? '')
    rates.count(call.rate, network, known?.project)
    if (call.rate === 'rpc') serving.traffic.checkNodeBytes()
    if (call.writes && parts.hasDiskSpace?.() === false) throw diskFullError
    if (call.changes) {
      const isOriginChecked = origin !== undefined && serving.grant === origin
      checkJson(raw.headers, { isOriginChecked })
    }
    body ??= await readRequestBody()
    const caller: AnonymousCaller | Caller = {
      network,
      get address() {
        return serving.address
      },
      origin,
      publicUrl,
      traffic: serving.traffic,
      countCalls: (count) => rates.count(call.rate, network, known?.project, count),
      get deadline() {
        return serving.deadline
      },
      get signal() {
        return serving.deadline.signal
      },
      ...(known && { project: known.project, allowsOrigin: known.allows }),
    }
    const request: RawRequest = { params, query: url.searchParams, headers: raw.headers, body }
    const run = () => call.respond(request, caller)
    let response =
      call.changes && parts.idempotency
        ? await parts.idempotency.once(call.name, { request, caller: caller as Caller }, run)
        : await run()
    if (known?.isStale) response = withHeader(response, 'warning', '110 - "Response is Stale"')
    // Shared caches key by URL, and this URL does not name the project.
    const isNameless = known && !url.searchParams.has('projectId')
    return isNameless ? withHeader(response, 'cache-control', 'no-store') : response
  }

  const app = new Hono()
  for (const path of new Set(calls.map((call) => call.path))) {
    const callsAtPath = calls.filter((call) => call.path === path)
    app.all(path, (context) => {
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
      const call = callsAtPath.find((candidate) => candidate.method === method)
      if (call) return serve(context, call.name, (serving) => respondToCall(call, serving))
      if (method === 'OPTIONS') {
        const isForAnySite = callsAtPath.every((candidate) => candidate.isForAnySite)
        return serve(context, 'preflight', async (serving) => {
          // Grants nothing but to ask: the request itself is checked, and its rejection is readable.
          serving.grant = isForAnySite ? '*' : serving.origin
          return emptyResponse(204)
        })
      }
      return serve(context, 'none', async () =>
        notAllowed(callsAtPath.map((candidate) => candidate.method)),
      )
    })
  }
  /** Operator pages: no project, no limits, no host check. */
  const page = (path: string, handle: (context: Context) => Promise<HttpResponse>) =>
    app.all(path, (context) =>
      ['GET', 'HEAD'].includes(context.req.method)
        ? serve(context, path.slice(1), () => handle(context), true)
        : serve(context, 'none', async () => notAllowed(['GET'])),
    )
  page('/health', async () => jsonResponse(200, { status: 'ok' }))
  page('/ready', async () => {
    const entries = Object.entries({ ...parts.checks })
    const states = await Promise.all(
      entries.map(async ([name, check]) => [name, await isResponsive(check)] as const),
    )
    const isReady = states.every(([, isUp]) => isUp)
    const shown = states.map(([name, isUp]) => [name, isUp ? 'ok' : 'unreachable'])
    return jsonResponse(isReady ? 200 : 503, {
      status: isReady ? 'ok' : 'not-ready',
      ...Object.fromEntries(shown),
    })
  })
  page('/metrics', (context) => metricsResponse(context, metrics, parts))
  const openApi = createOpenApi(parts.routes, parts.rawRoutes ?? [], publicUrl)
  page('/openapi.json', async () => jsonResponse(200, openApi, 'public'))
  app.notFound((context) =>
    serve(context, 'none', async () => {
      throw new ApiError(404, 'path', 'There is no endpoint at this path.')
    }),
  )
  return {
    app,
    removeIdle() {
      rates.removeIdle()
      traffic.removeIdle()
    },
  }
}

/** One request in progress. */
type ActiveRequest = AccessRequest & {
  readonly params: Readonly<Record<string, string>>
  readonly network: string | undefined
  readonly address: string | undefined
  readonly traffic: RequestTraffic
  readonly deadline: Deadline
}

function notAllowed(methods: readonly string[]): HttpResponse {
  const description = `This path only accepts ${methods.join(' and ')}.`
  const response = failureResponse(405, [{ field: 'method', description }])
  return withHeader(response, 'allow', [...methods, 'OPTIONS'].join(', '))
}
