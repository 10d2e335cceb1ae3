import { frameKey, frameKeyHeader } from '@latchkey/wire/login/fields'
import { isProjectOrigin } from '@latchkey/wire/login/page'
import * as v from 'valibot'
import { ApiError } from '../../errors/ApiError.js'
import type { Answer } from '../../http/answer.js'
import { NO_DATABASE, NO_ROOM } from '../../http/answerInTime.js'
import { answerTo, checkInput } from '../../http/call.js'
import type { RateGuard } from '../../http/rates.js'
import { readBody } from '../../http/readBody.js'
import { checkJson } from '../../http/request.js'
import type { Project } from '../../projects/Project.js'
import type { Projects } from '../../projects/Projects.js'
import { loginRefusal } from '../session/loginRefusal.js'
import type { LoginCaller, LoginRoute, SignedInCaller } from '../session/loginRoute.js'
import type { Sessions } from '../session/sessions.js'
import { plainOrigins } from './frameDocument.js'
import type { Serving } from './serving.js'
import { createWaits } from './waits.js'

const BODY_LIMIT = 16_384

export interface CallParts {
  readonly projects: Projects
  readonly sessions: Pick<Sessions, 'read'>
  readonly rates: RateGuard
  /** The site's own origin, as browsers know it. */
  readonly origin: string
  readonly hasRoom: () => boolean
}

/** Answers the calls of the site's own documents: who asks, for which project and site, and signed in or not. */
export function createCalls({ projects, sessions, rates, origin, hasRoom }: CallParts) {
  const waits = createWaits()

  async function projectOf(headers: Headers): Promise<Project> {
    const id = headers.get('x-project-id')
    const known = id === null ? undefined : await projects.find(id)
    if (!known) throw new ApiError(401, 'projectId', 'There is no such project.')
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

  return async (route: LoginRoute, serving: Serving): Promise<Answer> => {
    const { raw, params, url, network } = serving
    const { endpoint } = route
    // Only the site's own documents call; browsers say so truly and other programs gain nothing.
    if (raw.headers.get('origin') !== origin) {
      throw new ApiError(403, 'origin', 'Only the login site itself may call this.')
    }
    checkJson(raw.headers)
    const project = await projectOf(raw.headers)
    rates.count('quote', network, project)
    if (!hasRoom()) throw NO_ROOM
    const body = await readBody(raw, BODY_LIMIT)
    const request = { params, query: url.searchParams, headers: raw.headers, body }
    const input = checkInput(endpoint, request)
    const site = siteOf(project, input.origin ?? raw.headers.get('x-site-origin'))
    const caller = await callerOf(route, serving, {
      project,
      origin: site,
      frameKey: frameKeyOf(raw.headers),
      network,
      get signal() {
        return serving.signal
      },
    })
    const handle = () => route.handle(input, caller)
    const reply = route.waits ? waits.during(network, handle) : handle()
    return answerTo(endpoint, await reply, request)
  }
}

function frameKeyOf(headers: Headers): string | undefined {
  const told = headers.get(frameKeyHeader)
  return v.is(frameKey, told) ? told : undefined
}
