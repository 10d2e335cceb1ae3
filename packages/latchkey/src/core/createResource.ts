import type { Ports } from './ports.js'

/** Data from outside that merely expires. */
export type ResourceState<value> =
  | { readonly status: 'absent' }
  | { readonly status: 'loading'; readonly value?: value | undefined }
  | { readonly status: 'ready'; readonly value: value }
  | { readonly status: 'failed'; readonly error: unknown; readonly value?: value | undefined }

export type Resource<parameters, value> = {
  /** What is known now; keeps the last good value while loading and after a failure. */
  get(parameters: parameters): ResourceState<value>
  /** Loads unless fresh, under way, or blocked after a failure. Never rejects. */
  load(parameters: parameters): Promise<ResourceState<value>>
  /** The next `load` asks again, unless blocked after a failure. */
  invalidate(parameters: parameters): void
  subscribe(listener: () => void): () => void
}

type Entry<value> = {
  state: ResourceState<value>
  loadedAt: number | undefined
  failedAt: number | undefined
  underway: Promise<ResourceState<value>> | undefined
}

const absent = { status: 'absent' } as const

export function createResource<parameters, value>({
  clock,
  signal,
  key,
  lifetime,
  retryGap,
  load,
}: {
  clock: Ports['clock']
  signal: AbortSignal
  key: (parameters: parameters) => string
  lifetime: number
  retryGap: number
  load: (parameters: parameters, signal: AbortSignal) => Promise<value>
}): Resource<parameters, value> {
  const entries = new Map<string, Entry<value>>()
  const listeners = new Set<() => void>()

  function write(entry: Entry<value>, state: ResourceState<value>) {
    entry.state = state
    for (const listener of [...listeners]) listener()
    return state
  }

  function known(entry: Entry<value>): { value?: value } {
    return 'value' in entry.state && entry.state.value !== undefined
      ? { value: entry.state.value }
      : {}
  }

  function isSettled(entry: Entry<value>): boolean {
    const now = clock.now()
    if (entry.failedAt !== undefined) return now - entry.failedAt < retryGap
    return entry.loadedAt !== undefined && now - entry.loadedAt < lifetime
  }

  async function start(entry: Entry<value>, parameters: parameters) {
    write(entry, { status: 'loading', ...known(entry) })
    try {
      const value = await load(parameters, signal)
      entry.loadedAt = clock.now()
      entry.failedAt = undefined
      return write(entry, { status: 'ready', value })
    } catch (error) {
      entry.failedAt = clock.now()
      return write(entry, { status: 'failed', error, ...known(entry) })
    } finally {
      entry.underway = undefined
    }
  }

  return {
    get: (parameters) => entries.get(key(parameters))?.state ?? absent,
    load(parameters) {
      const name = key(parameters)
      let entry = entries.get(name)
      if (!entry) {
        entry = { state: absent, loadedAt: undefined, failedAt: undefined, underway: undefined }
        entries.set(name, entry)
      }
      if (entry.underway) return entry.underway
      if (isSettled(entry)) return Promise.resolve(entry.state)
      entry.underway = start(entry, parameters)
      return entry.underway
    },
    invalidate(parameters) {
      const entry = entries.get(key(parameters))
      if (entry) entry.loadedAt = undefined
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
