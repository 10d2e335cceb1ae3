import { afterEach, expect, it, vi } from 'vitest'
import { createLog } from './createLog.js'

afterEach(() => {
  vi.restoreAllMocks()
})

it('writes to the console with a prefix and the cause', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const error = vi.spyOn(console, 'error').mockReturnValue()
  const cause = new Error('why')
  const log = createLog()
  log.warn('Careful')
  log.error('Broken', cause)
  expect(warn).toHaveBeenCalledExactlyOnceWith('[latchkey]', 'Careful')
  expect(error).toHaveBeenCalledExactlyOnceWith('[latchkey]', 'Broken', cause)
})
