import { afterEach, expect, it, vi } from 'vitest'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import * as limits from '../../core/runtime/limits.js'
import { createBufferedLog } from './createBufferedLog.js'
import { createLog } from './createLog.js'

const clock = { ...createFakeClock(), now: () => Date.UTC(2026, 0, 2, 3, 4, 5) }

afterEach(() => {
  vi.restoreAllMocks()
})

it('buffers all lines and writes no events to the console', () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const log = createBufferedLog({ log: createLog(), clock })
  log.info('MODAL_OPEN')
  log.warn('Careful', new TypeError('why', { cause: new Error('because') }))
  expect(warn).toHaveBeenCalledOnce()
  expect(log.read()).toBe(
    [
      '2026-01-02T03:04:05.000Z info MODAL_OPEN',
      '2026-01-02T03:04:05.000Z warn Careful: TypeError: why: Error: because',
    ].join('\n'),
  )
})

it('removes pairing keys', () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const log = createBufferedLog({ log: createLog(), clock })
  log.error('Broken', new Error('wc:1@2?relay-protocol=irn&symKey=abcdef0123&x=1'))
  log.error('Broken', { uri: 'acme://wc?uri=wc%3A1%402%3FsymKey%3Dabcdef0123' })
  expect(log.read()).not.toContain('abcdef0123')
})

it('drops the oldest lines beyond a megabyte and accepts any cause', () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const log = createBufferedLog({ log: createLog(), clock })
  const circle: Record<string, unknown> = {}
  circle.self = circle
  const hostile = {
    get message() {
      throw new Error('no')
    },
    toString() {
      throw new Error('no')
    },
  }
  log.warn('first')
  for (let count = 0; count < 400; count += 1) log.warn('x'.repeat(5_000))
  for (const cause of [circle, hostile, null, Symbol('a'), () => 1, 'y'.repeat(2_000_000)]) {
    log.warn('odd', cause)
  }
  expect(log.read().length).toBeLessThanOrEqual(limits.logBuffer)
  expect(log.read().length).toBeGreaterThan(limits.logBuffer * 0.9)
  expect(log.read()).not.toContain('first')
  expect(log.read()).toContain('odd')
})
