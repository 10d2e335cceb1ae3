import { startEmail } from '@latchkey/wire/login/email'
import { loginErrorReasons } from '@latchkey/wire/login/fields'
import { describe, expect, test } from 'vitest'
import { createLoginApi } from './loginApi.js'

const input = {
  email: 'ann@mail.test',
  binding: '0'.repeat(64),
  origin: 'https://shop.test',
}
const good = {
  flowId: crypto.randomUUID(),
  action: 'VERIFY_OTP',
  codeLength: 6,
  expiresAt: 2_000_000,
}
const never = new AbortController().signal

function callWith(respond: () => Response | Promise<Response>, signal = never, limit = 1_000) {
  const api = createLoginApi({
    fetch: async () => respond(),
    projectId: 'shop',
    origin: 'https://shop.test',
    frameKey: 'key',
  })
  return api(startEmail, input, { signal, limit })
}

const failureOf = (promise: Promise<unknown>) =>
  promise.then(
    () => undefined,
    (error: { failure?: unknown }) => error.failure ?? error,
  )

describe('loginApi', () => {
  test('rejects with the reason of the server, for every known reason', async () => {
    for (const field of loginErrorReasons) {
      const reasons = [{ field, description: 'because' }]
      const respondFailed = () => Response.json({ status: 'FAILED', reasons }, { status: 400 })
      expect(await failureOf(callWith(respondFailed)), field).toMatchObject({
        code: expect.any(String),
        message: expect.any(String),
      })
    }
    const reasons = [{ field: 'too-soon', description: '' }]
    const headers = { 'retry-after': '17' }
    const soon = () => Response.json({ status: 'FAILED', reasons }, { status: 429, headers })
    expect(await failureOf(callWith(soon))).toEqual({
      code: 'too-soon',
      message: 'Please try again after 17 seconds',
      retryAfter: 17,
    })
  })

  test('rejects as unreachable without a valid response', async () => {
    const broken = new ReadableStream({
      pull: (controller) => controller.error(new TypeError('cut off')),
    })
    const responders: readonly (() => Response | Promise<Response>)[] = [
      () => Promise.reject(new TypeError('Failed to fetch')),
      () => new Response('<html>', { status: 200 }),
      () => new Response('oops', { status: 502 }),
      () => Response.json({ ...good, flowId: 'x' }),
      () => Response.json({ ...good, pad: 'x'.repeat(300_000) }),
      () => new Response(broken),
    ]
    for (const respond of responders) {
      expect(await failureOf(callWith(respond))).toMatchObject({ code: 'unreachable' })
    }
    const hanging = callWith(() => new Promise(() => {}), never, 5)
    expect(await failureOf(hanging)).toMatchObject({ code: 'unreachable' })
    const off = new AbortController()
    const calledOff = failureOf(callWith(() => new Promise(() => {}), off.signal))
    off.abort('enough')
    expect(await calledOff).toBe('enough')
  })

  test('converts times of the server to the local clock', async () => {
    const served = (date: number) => () =>
      Response.json(good, { headers: { date: new Date(date).toUTCString() } })
    const hour = 3_600_000
    const respond = (await callWith(served(Date.now() - hour))) as typeof good
    expect(Math.abs(respond.expiresAt - good.expiresAt - hour)).toBeLessThan(5_000)
    expect(await callWith(served(Date.now()))).toEqual(good)
    expect(await callWith(() => Response.json(good))).toEqual(good)
  })
})
