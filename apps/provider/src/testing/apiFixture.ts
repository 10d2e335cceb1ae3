import type { Failure } from '@latchkey/wire/http/failure'
import { type ApiParts, createApi } from '../api/createApi.js'
import type { RawRoute, Route } from '../http/route.js'
import type { LogLine } from '../log.js'
import { parseAllowedOrigins } from '../projects/origins.js'
import type { Project } from '../projects/Project.js'
import { createClientNetworks } from '../serving/clientNetwork.js'
import { createManualClock, type ManualClock } from './manualClock.js'

/** The default project of test calls, and its site. */
export const testProject: Project = {
  id: 'test-project',
  name: 'Test',
  allowedOrigins: ['https://site.example'],
  isDevelopment: false,
  features: [],
  isAnalyticsEnabled: false,
  limits: {},
}
export const testOrigin = 'https://site.example'
export const testUrl = 'https://provider.test'

export type TestResponse = {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly bytes: Uint8Array
  /** The response as JSON; throws if it is not JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of every shape.
  readonly json: any
  /** The reasons of an error response. */
  readonly reasons: Failure['reasons']
}

export type CallOptions = {
  readonly query?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string>>
  /** null sends none, as programs do. */
  readonly origin?: string | null
  /** null sends none. */
  readonly projectId?: string | null
  /** The caller's address; by default this machine, within its development allowance. */
  readonly address?: string
  readonly signal?: AbortSignal
}

export type TestApi = {
  readonly clock: ManualClock
  readonly log: LogLine[]
  get(path: string, options?: CallOptions): Promise<TestResponse>
  /** Sends objects as JSON, text unchanged. */
  post(path: string, body: unknown, options?: CallOptions): Promise<TestResponse>
  send(method: string, path: string, body?: unknown, options?: CallOptions): Promise<TestResponse>
}

/** The complete API with the routes under test. */
export function createTestApi(
  parts: {
    readonly routes?: readonly Route[]
    readonly rawRoutes?: readonly RawRoute[]
    /** Projects in addition to testProject. */
    readonly others?: readonly Project[]
  } & Partial<Omit<ApiParts, 'routes' | 'rawRoutes'>> = {},
): TestApi {
  const { routes = [], rawRoutes = [], others = [], ...rest } = parts
  const clock = createManualClock()
  const log: LogLine[] = []
  const known = [testProject, ...others].map((project) => ({
    project,
    allows: parseAllowedOrigins(project.allowedOrigins).allows,
    isStale: false,
  }))
  const { app } = createApi({
    routes,
    rawRoutes,
    clock,
    log: (line) => log.push(line),
    publicUrl: testUrl,
    networks: createClientNetworks([], { isExposed: false, now: clock.now }),
    projects: {
      find: async (id) => known.find(({ project }) => project.id === id),
      findByOrigin: async (origin) => {
        const [found, ...more] = known.filter(({ allows }) => allows(origin))
        return more.length === 0 ? found : undefined
      },
    },
    ...rest,
  })

  async function send(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<TestResponse> {
    const { origin = testOrigin, projectId = testProject.id, address, signal } = options
    const url = new URL(path, testUrl)
    if (projectId !== null) url.searchParams.set('projectId', projectId)
    for (const [name, value] of Object.entries(options.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, value)
    }
    const headers = new Headers(origin === null ? {} : { origin })
    if (body !== undefined && typeof body !== 'string') {
      headers.set('content-type', 'application/json')
    }
    for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value)
    const response = await app.request(
      url.href,
      {
        method,
        headers,
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal && { signal }),
      },
      {
        incoming: {
          headers: Object.fromEntries(headers),
          socket: { remoteAddress: address ?? '127.0.0.1' },
        },
      },
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    const text = new TextDecoder().decode(bytes)
    return {
      status: response.status,
      headers: response.headers,
      bytes,
      text,
      get json() {
        return JSON.parse(text)
      },
      get reasons() {
        return (JSON.parse(text) as Failure).reasons
      },
    }
  }

  return {
    clock,
    log,
    send,
    get: (path, options) => send('GET', path, undefined, options),
    post: (path, body, options) => send('POST', path, body, options),
  }
}
