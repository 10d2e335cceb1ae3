import type { Ports } from '../../core/runtime/ports.js'
import type { StorageKey } from '../../core/runtime/storedItems.js'
import { formatOf } from './items.js'

/** Keeps values in the browser's local storage, apart for each `instance`. */
export function createStorage({ instance }: { readonly instance: string }): Ports['storage'] {
  const prefix = instance ? `@appkit/${instance}/` : '@appkit/'
  /** Keys with a prefix of their own keep it. */
  const nameOf = (key: string) =>
    key[0] === '@' ? key.replace('/', prefix.slice('@appkit'.length)) : prefix + key

  return {
    get(key) {
      const text = attempt((area) => area.getItem(nameOf(key)))
      return text == null ? undefined : formatOf(key).read(text)
    },
    set(key, value) {
      attempt((area) => area.setItem(nameOf(key), formatOf(key).write(value)))
    },
    remove(key) {
      attempt((area) => area.removeItem(nameOf(key)))
    },
    watch(listener) {
      if (typeof window === 'undefined') return () => {}
      const onStorage = ({ key, storageArea }: StorageEvent) => {
        if (!key?.startsWith(prefix)) return
        const name = key.slice(prefix.length)
        const isOurs = attempt((area) => area === storageArea) && formatOf(name) !== undefined
        if (isOurs) listener(name as StorageKey)
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

/** Undefined where there is no storage, or it is blocked or full: the widget works without. */
function attempt<result>(use: (area: Storage) => result): result | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return use(window.localStorage)
  } catch {
    return undefined
  }
}
