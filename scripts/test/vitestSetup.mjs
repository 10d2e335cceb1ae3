import { afterAll, vi } from 'vitest'

/** A second, as Vitest has it, is about speed; a condition is waited for as long as a busy machine takes. */
const patience = 30_000

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
