import { randomUUID } from 'node:crypto'
import { type Context, Hono } from 'hono'
import type { Clock } from '../../clock.js'
import { ApiError } from '../../errors/ApiError.js'
import {
  type Answer,
  emptyAnswer,
  failureAnswer,
  jsonAnswer,
  withHeader,
} from '../../http/answer.js'
import { answerInTime, startTime } from '../../http/answerInTime.js'
import { metricsAnswer } from '../../http/metricsAnswer.js'
import { createRateGuard, DEFAULT_RATES } from '../../http/rates.js'
import { checkHost, networkOf } from '../../http/request.js'
import type { ClientNetworks } from '../../serving/clientNetwork.js'
import { isResponsive } from '../../serving/isResponsive.js'
import { createRequestMetrics } from '../../serving/requestMetrics.js'
import type { LoginRoute } from '../session/loginRoute.js'
import { type CallParts, createCalls } from './answerCall.js'
import { answerFrame, type FrameParts } from './answerFrame.js'
import { assetHeaders, callHeaders, type SitePlace } from './headers.js'
import { answerPage, failedPage, pageResponse } from './pageAnswers.js'
import type { Serving } from './serving.js'
import type { PageAnswer, SitePage } from './sitePage.js'

export interface LoginSiteParts extends Omit<FrameParts, 'place'>, Omit<CallParts, 'rates'> {
  readonly routes: readonly LoginRoute[]
  readonly pages: readonly SitePage[]
  readonly clock: Clock
  readonly networks: ClientNetworks
  readonly ping: () => Promise<unknown>
  readonly hosts: ReadonlySet<string>
  readonly metricsToken?: string | undefined
  /** Lines for `/metrics` beside those about requests. */
  readonly moreMetrics: () => readonly string[]
  /** Ends every call that waits. */
  readonly stopping: AbortSignal
}

export interface LoginSite {
  readonly app: Hono
  /** To be called now and then: forgets the limits of those who left. */
  forgetQuiet(): void
}

const REQUEST_LIMIT_MS = 15_000
const WAIT_LIMIT_MS = 30_000

/** The login site's HTTP face: the frame's document, its scripts, windows of its own, and its API. */
export function createLoginSite(parts: LoginSiteParts): LoginSite {
  const { files, origin, clock, log, networks, hosts, stopping } = parts
  const rates = createRateGuard(DEFAULT_RATES, clock)
  const answerCall = createCalls({ ...parts, rates })
  const metrics = createRequestMetrics('login', parts.moreMetrics)
  const place: SitePlace = {
    apiOrigin: new URL(parts.frame.apiUrl).origin,
    isEncrypted: origin.startsWith('https:'),
  }

  /** Answers within its time, whatever happens. */
  async function serve(
    context: Context,
    name: string,
    answer: (serving: Serving) => Promise<Answer>,
    limitMs = REQUEST_LIMIT_MS,
  ): Promise<Answer> {
    const { raw } = context.req
    const started = clock.now()
    const time = startTime(raw, clock, limitMs)
    const made = await answerInTime(time, { name, log }, async () => {
      const url = new URL(context.req.url)
      const network = networkOf(context, networks)
      checkHost(url, hosts)
      rates.count('network', network)
      const params = context.req.param() as Record<string, string>
      return answer({
        raw,
        url,
        params,
        network,
        get signal() {
          return AbortSignal.any([time.signal, stopping])
        },
      })
    })
    metrics.answered(name, made.status, (clock.now() - started) / 1_000)
    return made
  }

  async function answerAsset({ raw, params }: Serving): Promise<Answer> {
    const asset = await files.asset(params.name ?? '')
    if (!asset) throw new ApiError(404, 'path', 'There is nothing at this address.')
    const { contentType, bytes, packed } = asset
    const plain = { status: 200, body: bytes, headers: assetHeaders(place, contentType) }
    const takesPacked = /\bgzip\b/.test(raw.headers.get('accept-encoding') ?? '')
    return packed && takesPacked
      ? withHeader({ ...plain, body: packed }, 'content-encoding', 'gzip')
      : plain
  }

  /** Documents and files come with all their headers; everything else is an answer in JSON. */
  function finish({ status, body, headers }: Answer): Response {
    const isWhole = Object.hasOwn(headers, 'content-security-policy')
    const lines = isWhole ? headers : callHeaders(place, headers, randomUUID())
    return new Response(body, { status, headers: lines })
  }

  const app = new Hono()
  const mount = (
    path: string,
    methods: Readonly<Record<string, (context: Context) => Promise<Response>>>,
  ) =>
    app.all(path, async (context) => {
      const method = context.req.method === 'HEAD' ? 'GET' : context.req.method
      const answer = methods[method]
      if (answer) return answer(context)
      return finish(await serve(context, 'none', async () => notAllowed(Object.keys(methods))))
    })

  mount('/sdk', {
    GET: async (context) =>
      finish(
        await serve(context, 'frame', ({ url }) =>
          answerFrame({ ...parts, place }, url.searchParams.get('projectId')),
        ),
      ),
  })
  mount('/assets/:name', {
    GET: async (context) => finish(await serve(context, 'asset', answerAsset)),
  })
  // Browsers ask for one with every window.
  mount('/favicon.ico', {
    GET: async (context) => finish(await serve(context, 'icon', async () => emptyAnswer(204))),
  })
  mount('/health', {
    GET: async (context) => {
      const answer = await serve(context, 'health', async () => {
        const isUp = await isResponsive(parts.ping)
        return jsonAnswer(isUp ? 200 : 503, { status: isUp ? 'ok' : 'database-unreachable' })
      })
      return finish(answer)
    },
  })
  mount('/metrics', {
    GET: async (context) =>
      finish(await serve(context, 'metrics', async () => metricsAnswer(context, metrics, parts))),
  })
  for (const route of parts.routes) {
    const { name, method, path } = route.endpoint
    const limitMs = route.waits ? WAIT_LIMIT_MS : REQUEST_LIMIT_MS
    mount(path, {
      [method]: async (context) =>
        finish(await serve(context, name, (serving) => answerCall(route, serving), limitMs)),
    })
  }
  for (const path of new Set(parts.pages.map((page) => page.path))) {
    const here = parts.pages.filter((page) => page.path === path)
    mount(
      path,
      Object.fromEntries(
        here.map((page) => [
          page.method,
          async (context: Context) => {
            let made: PageAnswer | undefined
            const answer = await serve(context, page.name, async (serving) => {
              made = await answerPage(page, serving)
              return { status: 200, body: null, headers: {} }
            })
            return pageResponse(place, answer.status === 200 && made ? made : failedPage(answer))
          },
        ]),
      ),
    )
  }
  app.notFound(async (context) => {
    const answer = await serve(context, 'none', async () => {
      throw new ApiError(404, 'path', 'There is nothing at this address.')
    })
    // Somebody who mistyped or followed an old link reads a page; programs read what they always do.
    const isRead = context.req.header('accept')?.includes('text/html')
    return isRead ? pageResponse(place, failedPage(answer)) : finish(answer)
  })
  return { app, forgetQuiet: rates.forgetQuiet }
}

function notAllowed(methods: readonly string[]): Answer {
  const description = `Only ${methods.join(' and ')} is answered here.`
  const answer = failureAnswer(405, [{ field: 'method', description }])
  return withHeader(answer, 'allow', methods.join(', '))
}
