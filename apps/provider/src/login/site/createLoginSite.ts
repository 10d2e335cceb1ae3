import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import { metricsResponse } from '../../http/metricsResponse.js'
import { createRateGuard, defaultRates } from '../../http/rates.js'
import { checkHost, getNetwork } from '../../http/request.js'
import { respondInTime, startRequestTimeout } from '../../http/requestTimeout.js'
import {
  emptyResponse,
  failureResponse,
  type HttpResponse,
  jsonResponse,
  withHeader,
} from '../../http/response.js'
import type { ClientNetworks } from '../../serving/clientNetwork.js'
import { isResponsive } from '../../serving/isResponsive.js'
import { createRequestMetrics } from '../../serving/requestMetrics.js'
import type { LoginRoute } from '../session/loginRoute.js'
import { type CallParts, createCallHandler } from './callHandler.js'
import { createFrameResponse, type FrameParts } from './frameResponse.js'
import { handlePage, toFailurePage, toPageResponse } from './pageResponses.js'
import { assetHeaders, callHeaders, type SiteContext } from './siteHeaders.js'
import type { PageResponse, SitePage, SiteRequest } from './sitePage.js'

export type LoginSiteParts = Omit<FrameParts, 'site'> &
  Omit<CallParts, 'rates'> & {
    readonly routes: readonly LoginRoute[]
    readonly pages: readonly SitePage[]
    readonly clock: Clock
    readonly networks: ClientNetworks
    readonly ping: () => Promise<unknown>
    readonly hosts: ReadonlySet<string>
    readonly metricsToken?: string | undefined
    /** Additional lines for `/metrics`. */
    readonly moreMetrics: () => readonly string[]
    /** Ends every long poll. */
    readonly stopping: AbortSignal
  }

export type LoginSite = {
  readonly app: Hono
  /** Call regularly: removes the rate limits of inactive networks. */
  forgetQuiet(): void
}

const requestTimeoutMs = 15_000
const longPollTimeoutMs = 30_000

/** The HTTP server of the login site: the frame, its scripts, pages and API. */
export function createLoginSite(parts: LoginSiteParts): LoginSite {
  const { files, origin, clock, log, networks, hosts, stopping } = parts
  const rates = createRateGuard(defaultRates, clock)
  const handleCall = createCallHandler({ ...parts, rates })
  const metrics = createRequestMetrics('login', parts.moreMetrics)
  const site: SiteContext = {
    apiOrigin: new URL(parts.frame.apiUrl).origin,
    isEncrypted: origin.startsWith('https:'),
  }

  /** Always responds before the timeout. */
  async function serve(
    context: Context,
    name: string,
    handle: (request: SiteRequest) => Promise<HttpResponse>,
    limitMs = requestTimeoutMs,
  ): Promise<HttpResponse> {
    const { raw } = context.req
    const started = clock.now()
    const time = startRequestTimeout(raw, clock, limitMs)
    const response = await respondInTime(time, { name, log }, async () => {
      const url = new URL(context.req.url)
      const network = getNetwork(context, networks)
      checkHost(url, hosts)
      rates.count('network', network)
      const params = context.req.param() as Record<string, string>
      return handle({
        raw,
        url,
        params,
        network,
        get signal() {
          return AbortSignal.any([time.deadline.signal, stopping])
        },
      })
    })
    metrics.record(name, response.status, (clock.now() - started) / 1_000)
    return response
  }

  async function serveAsset({ raw, params }: SiteRequest): Promise<HttpResponse> {
    const asset = await files.readAsset(params.name ?? '')
    if (!asset) throw new ApiError(404, 'path', 'There is nothing at this address.')
    const { contentType, bytes, gzipped } = asset
    const plain = { status: 200, body: bytes, headers: assetHeaders(site, contentType) }
    const acceptsGzip = /\bgzip\b/.test(raw.headers.get('accept-encoding') ?? '')
    return gzipped && acceptsGzip
      ? withHeader({ ...plain, body: gzipped }, 'content-encoding', 'gzip')
      : plain
  }

  /** Documents and files have all their headers; everything else is JSON. */
  function toResponse({ status, body, headers }: HttpResponse): Response {
    const hasAllHeaders = Object.hasOwn(headers, 'content-security-policy')
    const lines = hasAllHeaders ? headers : callHeaders(site, headers, randomUUID())
    return new Response(body, { status, headers: lines })
  }

  const app = new Hono()
  const mount = (
    path: string,
    methods: Readonly<Record<string, (context: Context) => Promise<Response>>>,
  ) =>
    app.all(path, async (context) => {
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
      const handle = methods[method]
      if (handle) return handle(context)
      return toResponse(
        await serve(context, 'none', async () => methodNotAllowed(Object.keys(methods))),
      )
    })

  mount('/sdk', {
    GET: async (context) =>
      toResponse(
        await serve(context, 'frame', ({ url }) =>
          createFrameResponse({ ...parts, site }, url.searchParams.get('projectId')),
        ),
      ),
  })
  mount('/assets/:name', {
    GET: async (context) => toResponse(await serve(context, 'asset', serveAsset)),
  })
  // Browsers request it with every window.
  mount('/favicon.ico', {
    GET: async (context) =>
      toResponse(await serve(context, 'icon', async () => emptyResponse(204))),
  })
  mount('/health', {
    GET: async (context) => {
      const response = await serve(context, 'health', async () => {
        const isUp = await isResponsive(parts.ping)
        return jsonResponse(isUp ? 200 : 503, { status: isUp ? 'ok' : 'database-unreachable' })
      })
      return toResponse(response)
    },
  })
  mount('/metrics', {
    GET: async (context) =>
      toResponse(
        await serve(context, 'metrics', async () => metricsResponse(context, metrics, parts)),
      ),
  })
  for (const route of parts.routes) {
    const { name, method, path } = route.endpoint
    const limitMs = route.isLongPoll ? longPollTimeoutMs : requestTimeoutMs
    mount(path, {
      [method]: async (context) =>
        toResponse(await serve(context, name, (request) => handleCall(route, request), limitMs)),
    })
  }
  for (const path of new Set(parts.pages.map((page) => page.path))) {
    const pages = parts.pages.filter((page) => page.path === path)
    mount(
      path,
      Object.fromEntries(
        pages.map((page) => [
          page.method,
          async (context: Context) => {
            let pageResponse: PageResponse | undefined
            const response = await serve(context, page.name, async (request) => {
              pageResponse = await handlePage(page, request)
              return { status: 200, body: null, headers: {} }
            })
            return toPageResponse(
              site,
              response.status === 200 && pageResponse ? pageResponse : toFailurePage(response),
            )
          },
        ]),
      ),
    )
  }
  app.notFound(async (context) => {
    const response = await serve(context, 'none', async () => {
      throw new ApiError(404, 'path', 'There is nothing at this address.')
    })
    // A page for people who mistyped or followed an old link, JSON for programs.
    const wantsHtml = context.req.header('accept')?.includes('text/html')
    return wantsHtml ? toPageResponse(site, toFailurePage(response)) : toResponse(response)
  })
  return { app, forgetQuiet: rates.removeIdle }
}

function methodNotAllowed(methods: readonly string[]): HttpResponse {
  const description = `Only ${methods.join(' and ')} is allowed here.`
  const response = failureResponse(405, [{ field: 'method', description }])
  return withHeader(response, 'allow', methods.join(', '))
}
