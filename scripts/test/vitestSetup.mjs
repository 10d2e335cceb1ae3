import { afterAll, vi } from 'vitest'
import { patience } from './patience.mjs'

const { waitFor } = vi
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(condition, options = {}) {
    const given = typeof options === 'number' ? { timeout: options } : options
    return waitFor(condition, { timeout: patience, ...given })
  }
}

// Test files share a process: restore what one has replaced before the next. And finish its pending
// imports: an interrupted import stays failed for all later files.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await vi.dynamicImportSettled()
})
