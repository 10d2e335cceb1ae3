import { randomBytes, randomUUID } from 'node:crypto'
import { type FrameSettings, frameSettings, isProjectOrigin } from '@latchkey/wire/login/page'
import { type Context, Hono } from 'hono'
import * as v from 'valibot'
import { type Answer, emptyAnswer, failureAnswer, jsonAnswer, withHeader } from '../api/answer.js'
import { answerInTime, NO_DATABASE, NO_ROOM, startTime } from '../api/answerInTime.js'
import { answerTo, checkInput } from '../api/call.js'
import { metricsAnswer } from '../api/metricsAnswer.js'
import { Refusal } from '../api/Refusal.js'
import { createRateGuard, DEFAULT_RATES } from '../api/rates.js'
import { readBody } from '../api/readBody.js'
import { checkHost, checkJson, networkOf } from '../api/request.js'
import type { Clock } from '../clock.js'
import { failureName, type Log } from '../log.js'
import type { Project } from '../projects/Project.js'
import type { Projects } from '../projects/Projects.js'
import { answersInTime } from '../serving/answersInTime.js'
import type { ClientNetworks } from '../serving/clientNetwork.js'
import { createRequestMetrics } from '../serving/requestMetrics.js'
import { ancestorsOf, frameDocument, frameNotice, plainOrigins } from './frameDocument.js'
import {
  assetHeaders,
  callHeaders,
  frameHeaders,
  type SitePlace,
  windowHeaders,
} from './headers.js'
import { isChosen } from './loginChoices.js'
import { loginRefusal } from './loginRefusal.js'
import type { LoginCaller, LoginRoute, SignedInCaller } from './loginRoute.js'
import type { Sessions } from './sessions.js'
import type { SiteFiles } from './siteFiles.js'
import { escapeHtml, type PageAnswer, renderBlank, renderPage, type SitePage } from './sitePage.js'
import { siteSigns } from './siteSigns.js'
import { createWaits } from './waits.js'

export interface LoginSiteParts {
  readonly routes: readonly LoginRoute[]
  readonly pages: readonly SitePage[]
  readonly projects: Projects
  readonly sessions: Pick<Sessions, 'read'>
  readonly files: SiteFiles
  /** The site's own origin, as browsers know it. */
  readonly origin: string
  /** What every frame is told, whichever its project. */
  readonly frame: Pick<FrameSettings, 'apiUrl' | 'chains'>
  readonly clock: Clock
  readonly log: Log
  readonly networks: ClientNetworks
  readonly hasRoom: () => boolean
  readonly ping: () => Promise<unknown>
  readonly hosts: ReadonlySet<string>
  readonly metricsToken?: string | undefined
  /** Ends every call that waits. */
  readonly stopping: AbortSignal
}

export interface LoginSite {
  readonly app: Hono
  /** To be called now and then: forgets the limits of those who left. */
  forgetQuiet(): void
}

const BODY_LIMIT = 16_384
const REQUEST_LIMIT_MS = 15_000
const WAIT_LIMIT_MS = 30_000

/** The login site's HTTP face: the frame's document, its scripts, windows of its own, and its API. */
export function createLoginSite(parts: LoginSiteParts): LoginSite {
  const { projects, sessions, files, origin, clock, log, networks, hosts, stopping } = parts
  const rates = createRateGuard(DEFAULT_RATES, clock)
  const waits = createWaits()
  const metrics = createRequestMetrics('login')
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

  async function projectOf(headers: Headers): Promise<Project> {
    const id = headers.get('x-project-id')
    const known = id === null ? undefined : await projects.find(id)
    if (!known) throw new Refusal(401, 'projectId', 'There is no such project.')
    if (known.isStale) throw NO_DATABASE
    return known.project
  }

  /** The site around the frame, which must be one of the project's. */
  function siteOf(project: Project, told: unknown): string | undefined {
    if (typeof told !== 'string') return undefined
    const { isDevelopment } = project
    if (!isProjectOrigin(told, { origins: plainOrigins(project), isDevelopment })) {
      throw loginRefusal('origin-refused')
    }
    return told
  }

  async function callerOf(
    route: LoginRoute,
    { raw: { headers } }: Serving,
    caller: LoginCaller,
  ): Promise<LoginCaller> {
    if (!route.needsSession) return caller
    const [, token] = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(headers.get('authorization') ?? '') ?? []
    const session =
      token === undefined || caller.origin === undefined
        ? undefined
        : await sessions.read(token, { projectId: caller.project.id, origin: caller.origin })
    if (!session) throw loginRefusal('not-signed-in')
    return Object.assign(caller, { session }) as SignedInCaller
  }

  async function answerRoute(route: LoginRoute, serving: Serving): Promise<Answer> {
    const { raw, params, url, network } = serving
    const { endpoint } = route
    // Only the site's own documents call; browsers say so truly and other programs gain nothing.
    if (raw.headers.get('origin') !== origin) {
      throw new Refusal(403, 'origin', 'Only the login site itself may call this.')
    }
    checkJson(raw.headers)
    const project = await projectOf(raw.headers)
    rates.count('quote', network, project)
    if (!parts.hasRoom()) throw NO_ROOM
    const body = await readBody(raw, BODY_LIMIT)
    const request = { params, query: url.searchParams, headers: raw.headers, body }
    const input = checkInput(endpoint, request)
    const site = siteOf(project, input.origin ?? raw.headers.get('x-site-origin'))
    const caller = await callerOf(route, serving, {
      project,
      origin: site,
      network,
      get signal() {
        return serving.signal
      },
    })
    const handle = () => route.handle(input, caller)
    const reply = route.waits ? waits.during(network, handle) : handle()
    return answerTo(endpoint, await reply, request)
  }

  async function answerPage(page: SitePage, serving: Serving): Promise<PageAnswer> {
    const { raw, params, url, network } = serving
    const body = page.method === 'POST' ? await readBody(raw, page.bodyLimit ?? BODY_LIMIT) : ''
    const isForm = /^application\/x-www-form-urlencoded(?:;|$)/i.test(
      raw.headers.get('content-type') ?? '',
    )
    return page.answer({
      params,
      query: url.searchParams,
      headers: raw.headers,
      form: new URLSearchParams(isForm ? body : ''),
      cookies: cookiesOf(raw.headers),
      network,
      get signal() {
        return serving.signal
      },
    })
  }

  async function answerFrame({ url }: Serving): Promise<Answer> {
    const nonce = newNonce()
    const refuse = (status: number, text: string): Answer => ({
      status,
      body: frameNotice(text),
      headers: frameHeaders(place, nonce, "'none'"),
    })
    try {
      const id = url.searchParams.get('projectId')
      const project = id === null ? undefined : (await projects.find(id))?.project
      if (!project) return refuse(404, 'There is no such project.')
      const entry = await files.entry()
      if (!entry) return refuse(503, 'The login site has not been built.')
      const settings = v.parse(frameSettings, {
        projectId: project.id,
        ...parts.frame,
        origins: plainOrigins(project),
        isDevelopment: project.isDevelopment,
        confirmsInWindow: isChosen(project, 'confirm_in_window'),
      })
      return {
        status: 200,
        body: frameDocument(settings, entry, nonce),
        headers: frameHeaders(place, nonce, ancestorsOf(project)),
      }
    } catch (error) {
      log({ level: 'error', event: 'frame-failed', reason: failureName(error) })
      return refuse(503, 'The login site cannot be used now.')
    }
  }

  async function answerAsset({ raw, params }: Serving): Promise<Answer> {
    const asset = await files.asset(params.name ?? '')
    if (!asset) throw new Refusal(404, 'path', 'There is nothing at this address.')
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
    GET: async (context) => finish(await serve(context, 'frame', answerFrame)),
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
        const isUp = await answersInTime(parts.ping)
        return jsonAnswer(isUp ? 200 : 503, { status: isUp ? 'ok' : 'database-unreachable' })
      })
      return finish(answer)
    },
  })
  mount('/metrics', {
    GET: async (context) =>
      finish(
        await serve(context, 'metrics', async () =>
          metricsAnswer(context, metrics, parts.metricsToken),
        ),
      ),
  })
  for (const route of parts.routes) {
    const { name, method, path } = route.endpoint
    const limitMs = route.waits ? WAIT_LIMIT_MS : REQUEST_LIMIT_MS
    mount(path, {
      [method]: async (context) =>
        finish(await serve(context, name, (serving) => answerRoute(route, serving), limitMs)),
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
      throw new Refusal(404, 'path', 'There is nothing at this address.')
    })
    // Somebody who mistyped or followed an old link reads a page; programs read what they always do.
    const isRead = context.req.header('accept')?.includes('text/html')
    return isRead ? pageResponse(place, failedPage(answer)) : finish(answer)
  })
  return { app, forgetQuiet: rates.forgetQuiet }
}

/** One request while it is answered. */
interface Serving {
  readonly raw: Request
  readonly url: URL
  readonly params: Readonly<Record<string, string>>
  readonly network: string | undefined
  readonly signal: AbortSignal
}

function newNonce(): string {
  return randomBytes(16).toString('base64')
}

function pageResponse(place: SitePlace, answer: PageAnswer): Response {
  const nonce = newNonce()
  const headers = new Headers(windowHeaders(place, nonce))
  for (const cookie of answer.cookies ?? []) headers.append('set-cookie', cookie)
  if ('redirect' in answer) {
    headers.set('location', answer.redirect)
    return new Response('', { status: answer.status ?? 303, headers })
  }
  const body = 'blank' in answer ? renderBlank(answer.blank) : renderPage(answer.document, nonce)
  return new Response(body, { status: answer.status ?? 200, headers })
}

/** What a person sees of a page that could not be answered. */
function failedPage({ status, body }: Answer): PageAnswer {
  const { reasons } = JSON.parse(String(body)) as { reasons: { description: string }[] }
  const text = escapeHtml(reasons[0]?.description ?? '')
  return {
    status,
    document: {
      title: 'This did not work',
      body: `${siteSigns.bad}<h1>This did not work</h1><p>${text}</p><p class="quiet">You can close this window.</p>`,
    },
  }
}

function cookiesOf(headers: Headers): ReadonlyMap<string, string> {
  const pairs = (headers.get('cookie') ?? '').split(';').map((pair) => pair.trim().split('='))
  return new Map(pairs.map(([name = '', ...value]) => [name, value.join('=')]))
}

function notAllowed(methods: readonly string[]): Answer {
  const description = `Only ${methods.join(' and ')} is answered here.`
  const answer = failureAnswer(405, [{ field: 'method', description }])
  return withHeader(answer, 'allow', methods.join(', '))
}
