import type { Store } from './store.js'

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
