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
  /** Some calls of older widgets name no project. */
  async function findByOrigin(origin: string | undefined): Promise<KnownProject> {
    const known = origin === undefined ? undefined : await projects.findByOrigin(origin)
    if (known) return known
    throw new ApiError(401, 'projectId', 'The request does not name a project.')
  }

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
      const { origin } = request
      const known = id === undefined ? await findByOrigin(origin) : await projects.find(id)
      if (!known) throw new ApiError(401, 'projectId', 'There is no such project.')
      if (origin !== undefined && !isForAnySite) {
        if (!known.allows(origin) && origin !== loginOrigin) throw originRejected()
        request.grant = origin
      }
      if (known.isStale && isSensitive) throw databaseDownError
      return known
    },
  }
}

const originRejected = () => new ApiError(403, 'origin', 'The project does not allow this origin.')

function projectIdIn(body: string): string | undefined {
  if (body === '') return undefined
  const { projectId } = Object(parseBoundedJson(body)) as { projectId?: unknown }
  return typeof projectId === 'string' ? projectId : undefined
}
