import type { Namespace } from '@latchkey/wire/caip'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'

/**
 * What a wallet told last, kept beyond the page: for wallets that may open a window whatever they are
 * asked, so that coming back to the page asks them nothing.
 */
export type SnapshotCache = {
  /** To be parsed like anything else a wallet tells: any script of the page may have written it. */
  read(): unknown
  write(told: unknown): void
  clear(): void
}

export function createSnapshotCache(
  storage: Ports['storage'],
  { id, namespace }: { readonly id: string; readonly namespace: Namespace },
): SnapshotCache {
  const key = `${namespace}:told_cache` as const

  /** By wallet: a site may let its visitors have several. */
  const readAll = (): Readonly<Record<string, unknown>> => {
    try {
      return Object(JSON.parse(storage.get(key) ?? ''))
    } catch {
      return {}
    }
  }

  return {
    read: () => (Object.hasOwn(readAll(), id) ? readAll()[id] : undefined),
    write(told) {
      try {
        const text = JSON.stringify({ ...readAll(), [id]: told })
        if (text.length <= limits.toldLength) storage.set(key, text)
      } catch {
        // Nothing that could be read again: the visitor will have to connect anew.
        return
      }
    },
    clear() {
      const { [id]: _, ...others } = readAll()
      if (Object.keys(others).length === 0) return storage.remove(key)
      storage.set(key, JSON.stringify(others))
    },
  }
}
