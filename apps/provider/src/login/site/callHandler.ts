import { frameKey, frameKeyHeader } from '@latchkey/wire/login/fields'
import { isProjectOrigin } from '@latchkey/wire/login/page'
import * as v from 'valibot'
import { ApiError } from '../../errors/ApiError.js'
import { parseInput, toHttpResponse } from '../../http/call.js'
import type { RateGuard } from '../../http/rates.js'
import { readBody } from '../../http/readBody.js'
import { checkJson } from '../../http/request.js'
import { databaseDownError, diskFullError } from '../../http/requestTimeout.js'
import type { HttpResponse } from '../../http/response.js'
import type { Project, Projects } from '../../projects/Project.js'
import { loginError } from '../session/loginError.js'
import type { LoginCaller, LoginRoute, SignedInCaller } from '../session/loginRoute.js'
import type { Sessions } from '../session/sessions.js'
import { normalizeOrigins } from './frameDocument.js'
import { createLongPolls } from './longPolls.js'
import type { SiteRequest } from './sitePage.js'

const maxBodyBytes = 16_384

export type CallParts = {
  readonly projects: Projects
  readonly sessions: Pick<Sessions, 'read'>
  readonly rates: RateGuard
  /** The site's own origin, as browsers know it. */
  readonly origin: string
  readonly hasRoom: () => boolean
}

/**
 * Handles calls of the site's own documents: finds the project, the embedding site and the session.
 */
export function createCallHandler({ projects, sessions, rates, origin, hasRoom }: CallParts) {
  const longPolls = createLongPolls()

  async function readProject(headers: Headers): Promise<Project> {
    const id = headers.get('x-project-id')
    const known = id === null ? undefined : await projects.find(id)
    if (!known) throw new ApiError(401, 'projectId', 'There is no such project.')
    if (known.isStale) throw databaseDownError
    return known.project
  }

  /** The site that embeds the frame, which must be one of the project's. */
  function parseSite(project: Project, claimed: unknown): string | undefined {
    if (typeof claimed !== 'string') return undefined
    const { isDevelopment } = project
    if (!isProjectOrigin(claimed, { origins: normalizeOrigins(project), isDevelopment })) {
      throw loginError('origin-refused')
    }
    return claimed
  }

  async function readCaller(
    route: LoginRoute,
    { raw: { headers } }: SiteRequest,
    caller: LoginCaller,
  ): Promise<LoginCaller> {
    if (!route.needsSession) return caller
    const [, token] = /^Bearer ([A-Za-z0-9_-]{43})$/.exec(headers.get('authorization') ?? '') ?? []
    const session =
      token === undefined || caller.origin === undefined
        ? undefined
        : await sessions.read(token, { projectId: caller.project.id, origin: caller.origin })
    if (!session) throw loginError('not-signed-in')
    return Object.assign(caller, { session }) as SignedInCaller
  }

  return async (route: LoginRoute, siteRequest: SiteRequest): Promise<HttpResponse> => {
    const { raw, params, url, network } = siteRequest
    const { endpoint } = route
    // Only the site's own documents may call. Browsers set this header; other programs gain nothing
    // by faking it.
    if (raw.headers.get('origin') !== origin) {
      throw new ApiError(403, 'origin', 'Only the login site may call this.')
    }
    checkJson(raw.headers)
    const project = await readProject(raw.headers)
    rates.count('quote', network, project)
    if (!hasRoom()) throw diskFullError
    const body = await readBody(raw, maxBodyBytes)
    const request = { params, query: url.searchParams, headers: raw.headers, body }
    const input = parseInput(endpoint, request)
    const site = parseSite(project, input.origin ?? raw.headers.get('x-site-origin'))
    const caller = await readCaller(route, siteRequest, {
      project,
      origin: site,
      frameKey: parseFrameKey(raw.headers),
      network,
      get signal() {
        return siteRequest.signal
      },
    })
    const handle = () => route.handle(input, caller)
    const reply = route.isLongPoll ? longPolls.run(network, handle) : handle()
    return toHttpResponse(endpoint, await reply, request)
  }
}

function parseFrameKey(headers: Headers): string | undefined {
  const claimed = headers.get(frameKeyHeader)
  return v.is(frameKey, claimed) ? claimed : undefined
}
