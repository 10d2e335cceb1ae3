import type { Clock } from '../clock.js'

/** Remembers what was read, for a while and for so many keys. */
export interface Memory<value> {
  /** The value remembered, or what `read` gives. Callers at the same time share one reading. */
  get(key: string, read: () => Promise<value>): Promise<value>
  peek(key: string): value | undefined
  set(key: string, value: value): void
  forget(key: string): void
}

export function createMemory<value>(
  clock: Clock,
  { lifetime, size }: { readonly lifetime: number; readonly size: number },
): Memory<value> {
  const kept = new Map<string, { readonly until: number; readonly value: value }>()
  const reading = new Map<string, Promise<value>>()

  function peek(key: string): value | undefined {
    const entry = kept.get(key)
    return entry && entry.until > clock.now() ? entry.value : undefined
  }

  function set(key: string, value: value): void {
    // Whatever is still being read is older.
    reading.delete(key)
    kept.delete(key)
    kept.set(key, { until: clock.now() + lifetime, value })
    const oldest = kept.size > size ? kept.keys().next().value : undefined
    if (oldest !== undefined) kept.delete(oldest)
  }

  return {
    peek,
    set,
    forget: (key) => kept.delete(key),
    async get(key, read) {
      const known = peek(key)
      if (known !== undefined) return known
      const underway = reading.get(key)
      if (underway) return underway
      const fresh = read()
      reading.set(key, fresh)
      try {
        const value = await fresh
        if (reading.get(key) === fresh) set(key, value)
        return value
      } finally {
        if (reading.get(key) === fresh) reading.delete(key)
      }
    },
  }
}
