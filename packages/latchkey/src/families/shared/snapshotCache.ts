import type { Namespace } from '@latchkey/wire/caip'
import * as limits from '../../core/runtime/limits.js'
import type { Ports } from '../../core/runtime/ports.js'

/**
 * The last accounts of a wallet, stored for the next page. For wallets that may open a window on any
 * request, so that a reload sends them none.
 */
export type SnapshotCache = {
  /** Untrusted like a wallet's response: any script of the page may have written it. */
  read(): unknown
  write(snapshot: unknown): void
  clear(): void
}

export function createSnapshotCache(
  storage: Ports['storage'],
  { id, namespace }: { readonly id: string; readonly namespace: Namespace },
): SnapshotCache {
  const key = `${namespace}:told_cache` as const

  /** By wallet: a site may allow several connections. */
  const readAll = (): Readonly<Record<string, unknown>> => {
    try {
      return Object(JSON.parse(storage.get(key) ?? ''))
    } catch {
      return {}
    }
  }

  return {
    read: () => (Object.hasOwn(readAll(), id) ? readAll()[id] : undefined),
    write(snapshot) {
      try {
        const text = JSON.stringify({ ...readAll(), [id]: snapshot })
        if (text.length <= limits.snapshotLength) storage.set(key, text)
      } catch {
        // Not serialisable: the visitor has to connect again.
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
