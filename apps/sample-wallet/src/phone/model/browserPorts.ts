import type { PairingClock, PairingEnvironment, PairingStorage } from '@latchkey/pairing/ports'

const prefix = 'sample-phone:'

export const browserStorage: PairingStorage = {
  async get(key) {
    const text = localStorage.getItem(prefix + key)
    return text === null ? undefined : JSON.parse(text)
  },
  async set(key, value) {
    localStorage.setItem(prefix + key, JSON.stringify(value))
  },
  async remove(key) {
    localStorage.removeItem(prefix + key)
  },
  lock: (name, run) => navigator.locks.request(prefix + name, run),
}

export const browserClock: PairingClock = {
  now: () => Date.now(),
  setTimeout(run, milliseconds) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}

export const browserEnvironment: PairingEnvironment = {
  online: () => navigator.onLine,
  visible: () => document.visibilityState === 'visible',
  watch(listener) {
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('online', listener, { signal })
    window.addEventListener('offline', listener, { signal })
    document.addEventListener('visibilitychange', listener, { signal })
    return () => stop.abort()
  },
}
