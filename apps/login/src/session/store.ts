/**
 * Storage of the frame. Values are cloned, including CryptoKeys. If the browser cannot store them,
 * they last as long as the document.
 */
export type Store = {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  /** Removes the key, and all keys that start with it and a slash. Rejects on failure. */
  remove(key: string): Promise<void>
}

/** For browsers that deny storage to frames. */
export function createMemoryStore(): Store {
  const values = new Map<string, unknown>()
  return {
    get: async (key) => values.get(key),
    put: async (key, value) => {
      values.set(key, structuredClone(value))
    },
    remove: async (key) => {
      for (const name of values.keys()) {
        if (name === key || name.startsWith(`${key}/`)) values.delete(name)
      }
    },
  }
}
