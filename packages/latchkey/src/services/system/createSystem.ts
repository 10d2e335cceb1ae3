import type { Ports } from '../../core/runtime/ports.js'

/** A page that never rests gets no more time than this. */
const idleWait = 1_000
const darkQuery = '(prefers-color-scheme: dark)'

/** What is known of the visitor's browser before anything is opened. */
export function createSystem(): Ports['system'] {
  const page = typeof window === 'undefined' ? undefined : window
  return {
    whenIdle(run) {
      if (page?.requestIdleCallback) page.requestIdleCallback(run, { timeout: idleWait })
      else if (page) setTimeout(run, idleWait)
    },
    savesData: () =>
      (page?.navigator as { connection?: { saveData?: boolean } } | undefined)?.connection
        ?.saveData === true,
    // Dark also where the browser cannot tell.
    prefersDark: () => matchesMedia(darkQuery) || !matchesMedia('(prefers-color-scheme: light)'),
    watchPrefersDark(listener) {
      const media = page?.matchMedia?.(darkQuery)
      media?.addEventListener('change', listener)
      return () => media?.removeEventListener('change', listener)
    },
  }
}

/** False where there is no window, or one that cannot tell. */
export function matchesMedia(query: string): boolean {
  return typeof window !== 'undefined' && window.matchMedia?.(query).matches === true
}
