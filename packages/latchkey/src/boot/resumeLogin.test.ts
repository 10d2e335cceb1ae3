import { afterEach, expect, it, vi } from 'vitest'
import { createTestWidget } from '../../fixtures/testWidget.js'
import { createEngine } from './engine.js'
import { resumeLogin } from './startup.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** Opens a page with this URL; `now` is the URL after the synchronous part. */
function visit(address: string) {
  const { widget, log } = createTestWidget({
    options: { providerUrls: { login: 'https://login.test' } },
  })
  const replaceState = vi.fn()
  vi.stubGlobal('location', new URL(address, 'https://site.test'))
  vi.stubGlobal('history', { state: { of: 'the site' }, replaceState })
  const done = resumeLogin(widget, createEngine(widget))
  // Read synchronously, before any other code of the page runs.
  const [state, , now] = replaceState.mock.calls[0] ?? []
  return { widget, log, done, state, now: now as string | undefined }
}

it.each([
  ['/p?result_uri=x', '/p'],
  ['/p?result_uri=x#there?result_uri=y', '/p#there?result_uri=y'],
  ['/p?a=b%20c&result_uri=x&d', '/p?a=b%20c&d'],
  ['/?result_uri=x&result_uri=y&z=1', '/?z=1'],
  ['/?result_uri=', '/'],
  ['/?result_uri=%E0%A4%A', '/'],
])('removes the result from %s synchronously and keeps the rest', async (before, after) => {
  const { now, state, widget, done } = visit(before)
  expect(now).toBe(after)
  expect(state).toEqual({ of: 'the site' })
  await done
  expect(widget.attempts.size).toBe(0)
  expect(widget.stores.modal.get().isOpen).toBe(false)
})

it.each(['/', '/?a=result_uri=x', '/?my_result_uri=x', '/#result_uri=x'])(
  'does not change %s',
  (address) => {
    expect(visit(address).now).toBeUndefined()
  },
)

it('does not change the URL of a site without a log-in', () => {
  vi.stubGlobal('location', new URL('https://site.test/?result_uri=x'))
  const { widget } = createTestWidget()
  const replaceState = vi.fn()
  vi.stubGlobal('history', { replaceState })
  void resumeLogin(widget, createEngine(widget))
  expect(replaceState).not.toHaveBeenCalled()
})
