import { ApiError } from '../errors/ApiError.js'
import { parseBoundedJson } from '../http/boundedJson.js'
import type { Call } from '../http/call.js'
import { databaseDownError } from '../http/requestTimeout.js'
import type { KnownProject, Projects } from '../projects/Project.js'

/** A request as far as access depends on it. */
export type AccessRequest = {
  readonly raw: Request
  readonly url: URL
  readonly origin: string | undefined
  /** The origin that may read the response in a browser (CORS). */
  grant: string | undefined
}

/** Which project a request is for, and whether its page may make it. */
export function createProjectAccess(projects: Projects, loginOrigin: string | undefined) {
  return {
    /** Sets the grant of the request. Throws an ApiError. */
    async identify(
      { isForAnySite, isSensitive }: Pick<Call, 'isForAnySite' | 'isSensitive'>,
      request: AccessRequest,
      body: string,
    ): Promise<KnownProject> {
      const id =
        request.url.searchParams.get('projectId') ??
        request.raw.headers.get('x-project-id') ??
        projectIdIn(body)
      if (id === undefined)
        throw new ApiError(401, 'projectId', 'The request does not name a project.')
      const known = await projects.find(id)
      if (!known) throw new ApiError(401, 'projectId', 'There is no such project.')
      const { origin } = request
      if (origin !== undefined && !isForAnySite) {
        if (!known.allows(origin) && origin !== loginOrigin) throw originRejected()
        request.grant = origin
      }
      if (known.isStale && isSensitive) throw databaseDownError
      return known
    },

    /** Sets the grant of a CORS preflight. Throws an ApiError. */
    async checkPreflight(
      request: AccessRequest,
      { isForAnySite }: { readonly isForAnySite: boolean },
    ): Promise<void> {
      const { origin, url } = request
      if (isForAnySite) request.grant = '*'
      else if (origin !== undefined) {
        const id = url.searchParams.get('projectId')
        const isAllowed =
          origin === loginOrigin ||
          (id === null
            ? await projects.isOriginKnown(origin)
            : (await projects.find(id))?.allows(origin) === true)
        if (!isAllowed) throw originRejected()
        request.grant = origin
      }
    },
  }
}

const originRejected = () => new ApiError(403, 'origin', 'The project does not allow this origin.')

function projectIdIn(body: string): string | undefined {
  if (body === '') return undefined
  const { projectId } = Object(parseBoundedJson(body)) as { projectId?: unknown }
  return typeof projectId === 'string' ? projectId : undefined
}
