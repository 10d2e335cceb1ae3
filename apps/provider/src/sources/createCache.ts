import type { Clock } from '../clock.js'

/** A cache with a lifetime and a maximum size. */
export type Cache<value> = {
  /** The cached value, or the result of `read`. Concurrent callers share one read. */
  get(key: string, read: () => Promise<value>): Promise<value>
  peek(key: string): value | undefined
  set(key: string, value: value): void
  delete(key: string): void
}

export function createCache<value>(
  clock: Clock,
  { lifetime, size }: { readonly lifetime: number; readonly size: number },
): Cache<value> {
  const entries = new Map<string, { readonly until: number; readonly value: value }>()
  const pending = new Map<string, Promise<value>>()

  function peek(key: string): value | undefined {
    const entry = entries.get(key)
    return entry && entry.until > clock.now() ? entry.value : undefined
  }

  function set(key: string, value: value): void {
    // A pending read is older than this value.
    pending.delete(key)
    entries.delete(key)
    entries.set(key, { until: clock.now() + lifetime, value })
    const oldest = entries.size > size ? entries.keys().next().value : undefined
    if (oldest !== undefined) entries.delete(oldest)
  }

  return {
    peek,
    set,
    delete: (key) => entries.delete(key),
    async get(key, read) {
      const cached = peek(key)
      if (cached !== undefined) return cached
      const shared = pending.get(key)
      if (shared) return shared
      const fresh = read()
      pending.set(key, fresh)
      try {
        const value = await fresh
        if (pending.get(key) === fresh) set(key, value)
        return value
      } finally {
        if (pending.get(key) === fresh) pending.delete(key)
      }
    },
  }
}
