import type { Clock } from '../clock.js'
import { withDeadline } from '../deadline.js'
import { ApiError } from '../errors/ApiError.js'
import { failureName, type Log } from '../log.js'
import { originsOfProject } from './origins.js'
import type { Project } from './Project.js'
import type { KnownProject, Projects } from './Projects.js'

/** Changes take effect after at most this long. */
const FRESH_MS = 5_000
/** While the database is down, cached projects are served for a day. */
const STALE_LIMIT_MS = 86_400_000
/** An unknown project may be new, so read again, but not more often than this. */
const RECHECK_MS = 1_000
/** A database that takes longer counts as down. */
const READ_LIMIT_MS = 2_000

type Known = { readonly project: Project; allows(origin: string): boolean }

/** Caches all projects. After the first read no request waits for the database, so reads survive an outage. */
export function createProjects(parts: {
  list: () => Promise<readonly Project[]>
  clock: Clock
  log: Log
  /** Whether development projects are served. */
  servesDevelopment: boolean
}): Projects {
  const { list, clock, log, servesDevelopment } = parts
  let known: ReadonlyMap<string, Known> | undefined
  let readAt = Number.NEGATIVE_INFINITY
  let triedAt = Number.NEGATIVE_INFINITY
  let hasFailed = false
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    triedAt = clock.now()
    try {
      const projects = await withDeadline(clock, READ_LIMIT_MS, list)
      known = new Map(
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
  function originsOf(project: Project): Known['allows'] {
    try {
      return originsOfProject(project).allows
    } catch (error) {
      log({ level: 'error', event: 'project-origins-unreadable', reason: failureName(error) })
      return () => false
    }
  }

  function readAgainAfter(ms: number): Promise<void> | undefined {
    if (!reading && clock.now() - triedAt >= ms) reading = read()
    return reading
  }

  async function current(): Promise<ReadonlyMap<string, Known>> {
    const pending = readAgainAfter(FRESH_MS)
    const isTooOld = () => clock.now() - readAt > STALE_LIMIT_MS
    if (isTooOld()) await pending
    if (!known || isTooOld()) {
      throw new ApiError(503, 'database', 'The database is not available at the moment.', {
        retryAfter: 5,
      })
    }
    return known
  }

  return {
    async find(id): Promise<KnownProject | undefined> {
      let found = (await current()).get(id)
      if (!found && !hasFailed) {
        await readAgainAfter(RECHECK_MS)
        found = (await current()).get(id)
      }
      return found && { ...found, isStale: hasFailed }
    },
    async isOriginKnown(origin) {
      for (const { allows } of (await current()).values()) if (allows(origin)) return true
      return false
    },
  }
}
