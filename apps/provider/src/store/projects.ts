import { randomBytes } from 'node:crypto'
import { featureIds, type ProjectFeature, projectFeature } from '@latchkey/wire/http/config'
import { depositFeature, payFeature } from '@latchkey/wire/http/pay'
import { signInFeature } from '@latchkey/wire/http/signIn'
import type { Sql } from 'postgres'
import * as v from 'valibot'
import { ProjectError } from '../errors/ProjectError.js'
import { parseAllowedOrigins } from '../projects/origins.js'
import type { Project } from '../projects/Project.js'

/** For pages on localhost, without registering a project. */
export const developmentProjectId = 'latchkey-development'

/** Stored projects. Changes throw a ProjectError for bad values. */
export type ProjectStore = {
  list(): Promise<Project[]>
  get(id: string): Promise<Project>
  /** Without an id, a random one. */
  create(project: {
    id?: string | undefined
    name: string
    allowedOrigins: readonly string[]
  }): Promise<Project>
  change(id: string, changes: Partial<Omit<Project, 'id'>>): Promise<Project>
  remove(id: string): Promise<void>
  /** Creates the development project if there is no project yet. */
  createDevelopmentProject(): Promise<void>
}

/** Checked before a project is stored. */
const fields = {
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'A project needs a name.'), v.maxLength(100)),
  allowedOrigins: v.pipe(v.array(v.string()), v.maxLength(200)),
  isDevelopment: v.boolean(),
  features: v.array(projectFeature),
  isAnalyticsEnabled: v.boolean(),
  limits: v.object({
    perSecond: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(100_000))),
    burst: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000))),
  }),
}

/** Ids are parts of URLs and of lists in settings. */
const newId = v.pipe(v.string(), v.regex(/^[a-zA-Z0-9][\w-]{0,63}$/))
const idRule = 'is not an id: at most 64 letters, digits, - and _, and a letter or digit first.'

const storedProject = v.object({ id: v.string(), ...fields })

/** By default the site decides every feature. */
const defaultFeatures: readonly ProjectFeature[] = featureIds.map((id) => ({
  id,
  isEnabled: true,
  config: null,
}))

export function createProjectStore(sql: Sql): ProjectStore {
  const columns = sql`
    id, name, allowed_origins as "allowedOrigins", is_development as "isDevelopment", features,
    is_analytics_enabled as "isAnalyticsEnabled", limits`

  /** False if there is a project with this id. */
  async function insert(project: Project): Promise<boolean> {
    const { count } = await sql`
      insert into projects
        (id, name, allowed_origins, is_development, features, is_analytics_enabled, limits)
      values (${project.id}, ${project.name}, ${project.allowedOrigins as string[]},
        ${project.isDevelopment}, ${sql.json(project.features as never)},
        ${project.isAnalyticsEnabled}, ${sql.json(project.limits as never)})
      on conflict (id) do nothing`
    return count > 0
  }

  const store: ProjectStore = {
    async list() {
      const rows = await sql`select ${columns} from projects order by created_at, id`
      return rows.map(parseRow)
    },
    async get(id) {
      const [row] = await sql`select ${columns} from projects where id = ${id}`
      if (!row) throw unknownProject(id)
      return parseRow(row)
    },
    async create({ id = randomBytes(16).toString('hex'), name, allowedOrigins }) {
      if (!v.is(newId, id)) throw new ProjectError('bad-value', `"${id}" ${idRule}`)
      const project = assertProject({
        id,
        name,
        allowedOrigins,
        isDevelopment: false,
        features: defaultFeatures,
        isAnalyticsEnabled: false,
        limits: {},
      })
      if (!(await insert(project))) {
        throw new ProjectError('bad-value', `There is already a project "${id}".`)
      }
      return project
    },
    async change(id, changes) {
      return sql.begin(async (tx) => {
        const [row] = await tx`select ${columns} from projects where id = ${id} for update`
        if (!row) throw unknownProject(id)
        const project = assertProject({ ...parseRow(row), ...changes, id })
        await tx`
          update projects set
            name = ${project.name},
            allowed_origins = ${project.allowedOrigins as string[]},
            is_development = ${project.isDevelopment},
            features = ${sql.json(project.features as never)},
            is_analytics_enabled = ${project.isAnalyticsEnabled},
            limits = ${sql.json(project.limits as never)}
          where id = ${id}`
        return project
      })
    },
    async remove(id) {
      const { count } = await sql`delete from projects where id = ${id}`
      if (count === 0) throw unknownProject(id)
    },
    async createDevelopmentProject() {
      const [row] = await sql`select 1 from projects limit 1`
      if (row) return
      await insert({
        id: developmentProjectId,
        name: 'Development',
        allowedOrigins: [],
        isDevelopment: true,
        features: [
          ...defaultFeatures,
          ...[signInFeature, payFeature, depositFeature].map((id) => ({
            id,
            isEnabled: true,
            config: [],
          })),
        ],
        isAnalyticsEnabled: false,
        limits: {},
      })
    },
  }
  return store
}

function parseRow(row: unknown): Project {
  return v.parse(storedProject, row) as Project
}

function assertProject(project: Project): Project {
  const result = v.safeParse(storedProject, project)
  if (!result.success) {
    const [issue] = result.issues
    throw new ProjectError('bad-value', `${v.getDotPath(issue) ?? 'project'}: ${issue.message}`)
  }
  try {
    parseAllowedOrigins(project.allowedOrigins)
  } catch (cause) {
    throw new ProjectError('bad-value', (cause as Error).message, { cause })
  }
  return result.output as Project
}

function unknownProject(id: string): ProjectError {
  return new ProjectError('unknown-project', `There is no project "${id}".`)
}
