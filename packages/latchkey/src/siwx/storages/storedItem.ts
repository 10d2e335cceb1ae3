/** An item of local storage. Where storage is missing, blocked or full, it lasts as long as the page. */
export type StoredItem = {
  get(): string | undefined
  set(value: string): void
  remove(): void
  /** Calls when another tab changes the item. */
  watch(listener: () => void): () => void
}

export function createStoredItem(key: string): StoredItem {
  let unsaved: string | undefined
  return {
    get: () => unsaved ?? tryStorage((area) => area.getItem(key)) ?? undefined,
    set(value) {
      const isSaved = tryStorage((area) => {
        area.setItem(key, value)
        return true
      })
      unsaved = isSaved ? undefined : value
    },
    remove() {
      unsaved = undefined
      tryStorage((area) => area.removeItem(key))
    },
    watch(listener) {
      if (typeof window === 'undefined') return () => {}
      const onStorage = (event: StorageEvent) => {
        // The key is null when a tab clears everything.
        if (event.key === key || event.key === null) listener()
      }
      window.addEventListener('storage', onStorage)
      return () => window.removeEventListener('storage', onStorage)
    },
  }
}

function tryStorage<result>(use: (area: Storage) => result): result | undefined {
  if (typeof window === 'undefined') return undefined
  try {
    return use(window.localStorage)
  } catch {
    return undefined
  }
}
