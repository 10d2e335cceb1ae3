import type { Ports } from './ports.js'

/** External data with a lifetime. */
export type ResourceState<value> =
  | { readonly status: 'absent' }
  | {
      readonly status: 'loading'
      readonly value?: value | undefined
      /** The stored value had already expired. */
      readonly isStale?: true | undefined
    }
  | { readonly status: 'ready'; readonly value: value }
  | { readonly status: 'failed'; readonly error: unknown; readonly value?: value | undefined }

export type Resource<parameters, value> = {
  /** Keeps the last good value while loading and after a failure. */
  get(parameters: parameters): ResourceState<value>
  /** Loads unless fresh, already loading, or within the retry gap after a failure. Never rejects. */
  load(parameters: parameters): Promise<ResourceState<value>>
  /** The next `load` requests it again, except within the retry gap. */
  invalidate(parameters: parameters): void
  /** Waits for a pending load, then loads again, except within the retry gap. Never rejects. */
  refresh(parameters: parameters): Promise<ResourceState<value>>
  /** When the retry gap ends; undefined without a failure. */
  retryAt(parameters: parameters): number | undefined
  /** Sets a value that is known without loading, such as the result of an action. */
  set(parameters: parameters, value: value): void
  subscribe(listener: () => void): () => void
}

type Entry<value> = {
  state: ResourceState<value>
  loadedAt: number | undefined
  failedAt: number | undefined
  pending: Promise<ResourceState<value>> | undefined
}

const absent = { status: 'absent' } as const

export function createResource<parameters, value>({
  clock,
  signal,
  key,
  lifetime,
  retryGap,
  load,
  recall,
}: {
  clock: Ports['clock']
  signal: AbortSignal
  key: (parameters: parameters) => string
  lifetime: number
  retryGap: number
  /** Resolves with undefined when there is no such data. */
  load: (parameters: parameters, signal: AbortSignal) => Promise<value | undefined>
  /** Reads a value stored by an earlier page, with its time. */
  recall?: (parameters: parameters) => { readonly value: value; readonly at: number } | undefined
}): Resource<parameters, value> {
  const entries = new Map<string, Entry<value>>()
  const listeners = new Set<() => void>()

  function write(entry: Entry<value>, state: ResourceState<value>) {
    entry.state = state
    for (const listener of [...listeners]) listener()
    return state
  }

  function getKnown({ state }: Entry<value>): { value?: value; isStale?: true | undefined } {
    if (!('value' in state) || state.value === undefined) return {}
    return { value: state.value, ...('isStale' in state && { isStale: state.isStale }) }
  }

  function isFresh(at: number | undefined): boolean {
    return at !== undefined && clock.now() - at < lifetime
  }

  function isSettled(entry: Entry<value>): boolean {
    if (entry.failedAt !== undefined) return clock.now() - entry.failedAt < retryGap
    return isFresh(entry.loadedAt)
  }

  async function start(entry: Entry<value>, parameters: parameters) {
    write(entry, { status: 'loading', ...getKnown(entry) })
    try {
      const value = await load(parameters, signal)
      entry.loadedAt = clock.now()
      entry.failedAt = undefined
      return write(entry, value === undefined ? absent : { status: 'ready', value })
    } catch (error) {
      entry.failedAt = clock.now()
      const { value } = getKnown(entry)
      return write(entry, { status: 'failed', error, ...(value !== undefined && { value }) })
    } finally {
      entry.pending = undefined
    }
  }

  function getEntry(parameters: parameters): Entry<value> {
    const name = key(parameters)
    let entry = entries.get(name)
    if (!entry) {
      entry = createEntry(recall?.(parameters))
      entries.set(name, entry)
    }
    return entry
  }

  function createEntry(recalled?: { readonly value: value; readonly at: number }): Entry<value> {
    return {
      state: toState(recalled),
      loadedAt: recalled?.at,
      failedAt: undefined,
      pending: undefined,
    }
  }

  function toState(recalled?: {
    readonly value: value
    readonly at: number
  }): ResourceState<value> {
    if (!recalled) return absent
    const { value } = recalled
    // A stale value is shown only while a new one loads.
    return isFresh(recalled.at)
      ? { status: 'ready', value }
      : { status: 'loading', value, isStale: true }
  }

  function loadOnce(parameters: parameters): Promise<ResourceState<value>> {
    const entry = getEntry(parameters)
    if (entry.pending) return entry.pending
    if (isSettled(entry)) return Promise.resolve(entry.state)
    entry.pending = start(entry, parameters)
    return entry.pending
  }

  return {
    get: (parameters) => getEntry(parameters).state,
    load: loadOnce,
    invalidate(parameters) {
      getEntry(parameters).loadedAt = undefined
    },
    async refresh(parameters) {
      await getEntry(parameters).pending
      getEntry(parameters).loadedAt = undefined
      return loadOnce(parameters)
    },
    retryAt(parameters) {
      const { failedAt } = getEntry(parameters)
      return failedAt === undefined ? undefined : failedAt + retryGap
    },
    set(parameters, value) {
      // A pending load is older than this value: it keeps writing to its own, dropped entry.
      entries.delete(key(parameters))
      const entry = getEntry(parameters)
      entry.loadedAt = clock.now()
      write(entry, { status: 'ready', value })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
