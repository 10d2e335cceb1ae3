/**
 * What the frame keeps between two loads. Values are cloned, CryptoKeys among them. A browser that
 * keeps nothing, or not this, is no failure: it is kept for as long as the document lasts.
 */
export type Store = {
  get(key: string): Promise<unknown>
  put(key: string, value: unknown): Promise<void>
  /** Removes the key, and all that begin with it and a slash. Rejects when it cannot. */
  remove(key: string): Promise<void>
}

/** For browsers that let a frame keep nothing. */
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
