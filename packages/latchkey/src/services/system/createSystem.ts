import type { Ports } from '../../core/runtime/ports.js'

const idleTimeout = 1_000
const lightQuery = '(prefers-color-scheme: light)'

/** What the widget reads from the browser before the engine is loaded. */
export function createSystem(): Ports['system'] {
  const page = typeof window === 'undefined' ? undefined : window
  return {
    whenIdle(run) {
      if (page?.requestIdleCallback) page.requestIdleCallback(run, { timeout: idleTimeout })
      else if (page) setTimeout(run, idleTimeout)
    },
    savesData: () =>
      (page?.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection
        ?.saveData === true,
    // Dark is the default when the browser reports no preference.
    prefersDark: () => !matchesMedia(lightQuery),
    watchPrefersDark(listener) {
      const media = page?.matchMedia?.(lightQuery)
      media?.addEventListener('change', listener)
      return () => media?.removeEventListener('change', listener)
    },
  }
}

/** False on a server and in browsers without `matchMedia`. */
export function matchesMedia(query: string): boolean {
  return typeof window !== 'undefined' && window.matchMedia?.(query).matches === true
}
