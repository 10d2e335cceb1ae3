import type { Clock } from '../clock.js'
import { withDeadline } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import { failureName, type Log } from '../log.js'
import { getProjectOrigins } from './origins.js'
import type { KnownProject, Project, Projects } from './Project.js'

/** Changes take effect after at most this long, unless the database is down. */
const cacheLifetimeMs = 5_000
/** Read again while the cache is still valid, so that under load no request waits. */
const refreshMs = 2_500
/** While the database is down, cached projects are served for a day. */
const maxStaleMs = 86_400_000
/** An unknown project may be new, so read again, but not more often than this. */
const recheckMs = 1_000
/** A database that takes longer counts as down. */
const readTimeoutMs = 2_000

type CachedProject = { readonly project: Project; allows(origin: string): boolean }

/** Caches all projects. Requests wait for the database only after a quiet time, at most two seconds, so reads survive an outage. */
export function createProjects(parts: {
  list: () => Promise<readonly Project[]>
  clock: Clock
  log: Log
  /** Whether development projects are served. */
  servesDevelopment: boolean
}): Projects {
  const { list, clock, log, servesDevelopment } = parts
  let cached: ReadonlyMap<string, CachedProject> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let lastAttemptAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    lastAttemptAt = clock.now()
    try {
      const projects = await withDeadline(clock, readTimeoutMs, list)
      cached = new Map(
        projects
          .filter(({ isDevelopment }) => servesDevelopment || !isDevelopment)
          .map((project) => [project.id, { project, allows: originsOf(project) }]),
      )
      readAt = clock.now()
      hasFailed = false
    } catch (error) {
      hasFailed = true
      log({ level: 'error', event: 'projects-unread', reason: failureName(error) })
    } finally {
      reading = undefined
    }
  }

  /** A project with an unreadable list allows no site. */
  function originsOf(project: Project): CachedProject['allows'] {
    try {
      return getProjectOrigins(project).allows
    } catch (error) {
      log({ level: 'error', event: 'project-origins-unreadable', reason: failureName(error) })
      return () => false
    }
  }

  function refreshIfOlderThan(ms: number): Promise<void> | undefined {
    if (!reading && clock.now() - lastAttemptAt >= ms) reading = read()
    return reading
  }

  async function getProjects(): Promise<ReadonlyMap<string, CachedProject>> {
    const pending = refreshIfOlderThan(refreshMs)
    const age = () => clock.now() - readAt
    const isTooOld = () => age() > maxStaleMs
    if (isTooOld() || (age() >= cacheLifetimeMs && !hasFailed)) await pending
    if (!cached || isTooOld()) {
      throw new ApiError(503, 'database', 'The database is not available at the moment.', {
        retryAfter: 5,
      })
    }
    return cached
  }

  return {
    async find(id): Promise<KnownProject | undefined> {
      let found = (await getProjects()).get(id)
      if (!found && !hasFailed) {
        await refreshIfOlderThan(recheckMs)
        found = (await getProjects()).get(id)
      }
      return found && { ...found, isStale: hasFailed }
    },
    async findByOrigin(origin) {
      const [found, ...more] = [...(await getProjects()).values()].filter(({ allows }) =>
        allows(origin),
      )
      return found && more.length === 0 ? { ...found, isStale: hasFailed } : undefined
    },
  }
}
