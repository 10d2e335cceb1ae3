import type { Ports, StorageKey } from '../../core/runtime/ports.js'

/** Local storage with a prefix per `instance`. */
export function createStorage({ instance }: { readonly instance: string }): Ports['storage'] {
  const prefix = instance ? `@appkit/${instance}/` : '@appkit/'
  /** Some keys already have a prefix, which stays. */
  const toItemName = (key: string) =>
    key[0] === '@' ? key.replace('/', prefix.slice('@appkit'.length)) : prefix + key

  return {
    get(key) {
      return tryStorage((area) => area.getItem(toItemName(key))) || undefined
    },
    set(key, value) {
      tryStorage((area) => area.setItem(toItemName(key), value))
    },
    remove(key) {
      tryStorage((area) => area.removeItem(toItemName(key)))
    },
    keys(start) {
      const names = tryStorage(Object.keys) ?? []
      return names
        .filter((name) => name.startsWith(prefix + start))
        .map((name) => name.slice(prefix.length) as StorageKey)
    },
    watch(listener) {
      if (typeof window === 'undefined') return () => {}
      const onStorage = ({ key, storageArea }: StorageEvent) => {
        if (!key?.startsWith(prefix)) return
        const name = key.slice(prefix.length)
        // A slash belongs to the prefix of another instance.
        const isOurs = !name.includes('/') && tryStorage((area) => area === storageArea)
        if (isOurs) listener(name as StorageKey)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** Undefined when storage is missing, blocked or full: the widget works without it. */
function tryStorage<result>(use: (area: Storage) => result): result | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return use(window.localStorage)
  } catch {
    return undefined
  }
}
