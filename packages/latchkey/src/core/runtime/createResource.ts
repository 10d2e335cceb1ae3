import type { Ports } from './ports.js'

/** Data from outside that merely expires. */
export type ResourceState<value> =
  | { readonly status: 'absent' }
  | {
      readonly status: 'loading'
      readonly value?: value | undefined
      /** The value was already too old when it was found. */
      readonly isOld?: true | undefined
    }
  | { readonly status: 'ready'; readonly value: value }
  | { readonly status: 'failed'; readonly error: unknown; readonly value?: value | undefined }

export type Resource<parameters, value> = {
  /** What is known now; keeps the last good value while loading and after a failure. */
  get(parameters: parameters): ResourceState<value>
  /** Loads unless fresh, under way, or blocked after a failure. Never rejects. */
  load(parameters: parameters): Promise<ResourceState<value>>
  /** The next `load` asks again, unless blocked after a failure. */
  invalidate(parameters: parameters): void
  /** Asks again, once what is under way has ended, unless blocked after a failure. Never rejects. */
  refresh(parameters: parameters): Promise<ResourceState<value>>
  /** When it may be asked for again after a failure; undefined without one. */
  retryAt(parameters: parameters): number | undefined
  /** A value that is known without asking, such as one just brought about; fresh from now on. */
  put(parameters: parameters, value: value): void
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
  recall,
}: {
  clock: Ports['clock']
  signal: AbortSignal
  key: (parameters: parameters) => string
  lifetime: number
  retryGap: number
  /** Undefined where there is nothing to know. */
  load: (parameters: parameters, signal: AbortSignal) => Promise<value | undefined>
  /** What an earlier page load knew, and since when. */
  recall?: (parameters: parameters) => { readonly value: value; readonly at: number } | undefined
}): Resource<parameters, value> {
  const entries = new Map<string, Entry<value>>()
  const listeners = new Set<() => void>()

  function write(entry: Entry<value>, state: ResourceState<value>) {
    entry.state = state
    for (const listener of [...listeners]) listener()
    return state
  }

  function known({ state }: Entry<value>): { value?: value; isOld?: true | undefined } {
    if (!('value' in state) || state.value === undefined) return {}
    return { value: state.value, ...('isOld' in state && { isOld: state.isOld }) }
  }

  function isFresh(at: number | undefined): boolean {
    return at !== undefined && clock.now() - at < lifetime
  }

  function isSettled(entry: Entry<value>): boolean {
    if (entry.failedAt !== undefined) return clock.now() - entry.failedAt < retryGap
    return isFresh(entry.loadedAt)
  }

  async function start(entry: Entry<value>, parameters: parameters) {
    write(entry, { status: 'loading', ...known(entry) })
    try {
      const value = await load(parameters, signal)
      entry.loadedAt = clock.now()
      entry.failedAt = undefined
      return write(entry, value === undefined ? absent : { status: 'ready', value })
    } catch (error) {
      entry.failedAt = clock.now()
      const { value } = known(entry)
      return write(entry, { status: 'failed', error, ...(value !== undefined && { value }) })
    } finally {
      entry.underway = undefined
    }
  }

  function entryOf(parameters: parameters): Entry<value> {
    const name = key(parameters)
    let entry = entries.get(name)
    if (!entry) {
      entry = firstEntry(recall?.(parameters))
      entries.set(name, entry)
    }
    return entry
  }

  function firstEntry(kept?: { readonly value: value; readonly at: number }): Entry<value> {
    return { state: firstState(kept), loadedAt: kept?.at, failedAt: undefined, underway: undefined }
  }

  function firstState(kept?: { readonly value: value; readonly at: number }): ResourceState<value> {
    if (!kept) return absent
    const { value } = kept
    // What was kept too long is shown only as something that is being asked for again.
    return isFresh(kept.at) ? { status: 'ready', value } : { status: 'loading', value, isOld: true }
  }

  function ask(parameters: parameters): Promise<ResourceState<value>> {
    const entry = entryOf(parameters)
    if (entry.underway) return entry.underway
    if (isSettled(entry)) return Promise.resolve(entry.state)
    entry.underway = start(entry, parameters)
    return entry.underway
  }

  return {
    get: (parameters) => entryOf(parameters).state,
    load: ask,
    invalidate(parameters) {
      entryOf(parameters).loadedAt = undefined
    },
    async refresh(parameters) {
      await entryOf(parameters).underway
      entryOf(parameters).loadedAt = undefined
      return ask(parameters)
    },
    retryAt(parameters) {
      const { failedAt } = entryOf(parameters)
      return failedAt === undefined ? undefined : failedAt + retryGap
    },
    put(parameters, value) {
      // A load that is under way asked before this was so: it is left to end with an entry of its own.
      entries.delete(key(parameters))
      const entry = entryOf(parameters)
      entry.loadedAt = clock.now()
      write(entry, { status: 'ready', value })
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
