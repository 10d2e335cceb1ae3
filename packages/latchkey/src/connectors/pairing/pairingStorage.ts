import type { PairingStorage } from '@latchkey/pairing/ports'

/** Keys and sessions in this browser; where it keeps nothing, for as long as the page lives. */
export function createPairingStorage(instance: string): PairingStorage {
  const prefix = `@appkit/${instance ? `${instance}/` : ''}pairing:`
  const memory = new Map<string, string>()

  return {
    async get(key) {
      const text = read(prefix + key) ?? memory.get(key)
      if (text === undefined) return undefined
      try {
        return JSON.parse(text)
      } catch {
        return undefined
      }
    },
    async set(key, value) {
      const text = JSON.stringify(value)
      try {
        localStorage.setItem(prefix + key, text)
        memory.delete(key)
      } catch {
        // Blocked or full: the session then lasts as long as the page.
        memory.set(key, text)
      }
    },
    async remove(key) {
      memory.delete(key)
      try {
        localStorage.removeItem(prefix + key)
      } catch {
        // Blocked: there is nothing to remove.
      }
    },
    lock: (name, run) => (navigator.locks ? navigator.locks.request(prefix + name, run) : run()),
  }
}

function read(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined
  } catch {
    return undefined
  }
}
