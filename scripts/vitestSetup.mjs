import { afterAll, vi } from 'vitest'
import { patience } from './patience.mjs'

const { waitFor } = vi
if (waitFor.name !== 'waitPatiently') {
  vi.waitFor = function waitPatiently(condition, options = {}) {
    const given = typeof options === 'number' ? { timeout: options } : options
    return waitFor(condition, { timeout: patience, ...given })
  }
}

// Files share their process: what one has put in the place of something, the next finds as it was. And
// what one has begun to load is there before the next: a load that is cut off stays failed for all.
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  await vi.dynamicImportSettled()
})
