import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { canPostByXhr, postByXhr } from './postByXhr.js'

/** An XMLHttpRequest whose response the test controls. */
class FakeXhr {
  static last: FakeXhr
  readonly sent: unknown[] = []
  status = 0
  responseText = ''
  retryAfter: string | null = null
  isAborted = false
  onprogress?: (event: { loaded: number }) => void
  onload?: () => void
  onerror?: () => void
  onloadend?: () => void

  constructor() {
    FakeXhr.last = this
  }

  open(...parameters: unknown[]) {
    this.sent.push(...parameters)
  }

  setRequestHeader(...header: unknown[]) {
    this.sent.push(header.join(': '))
  }

  send(body: unknown) {
    this.sent.push(body)
  }

  abort() {
    this.isAborted = true
    this.onloadend?.()
  }

  getAllResponseHeaders() {
    const rest = this.retryAfter && `retry-after: ${this.retryAfter}\r\n`
    return `content-type: application/json\r\n${rest ?? ''}`
  }

  answer(status: number, responseText: string) {
    Object.assign(this, { status, responseText })
    this.onload?.()
    this.onloadend?.()
  }
}

beforeEach(() => {
  vi.stubGlobal('XMLHttpRequest', FakeXhr)
  vi.stubGlobal('location', { origin: 'https://site.example' })
})
afterEach(() => vi.unstubAllGlobals())

function post(signal = new AbortController().signal) {
  const headers = { 'content-type': 'application/json' }
  const response = postByXhr('https://node.example', {
    headers,
    body: '{}',
    signal,
    maxLength: 100,
  })
  return { response, call: FakeXhr.last }
}

it('sends requests and returns responses like `fetch`', async () => {
  const { response, call } = post()
  expect(call.sent).toEqual([
    'POST',
    'https://node.example',
    'content-type: application/json',
    '{}',
  ])
  call.answer(200, '{"result":"0x1"}')
  expect(await (await response).json()).toEqual({ result: '0x1' })
})

it.each([
  [429, '7'],
  [204, null],
  [503, null],
])('returns status %i with its retry-after header', async (status, retryAfter) => {
  const { response, call } = post()
  call.retryAfter = retryAfter
  call.answer(status, '')
  const { status: given, headers } = await response
  expect([given, headers.get('retry-after')]).toEqual([status, retryAfter])
})

it('rejects with the abort reason before and after sending', async () => {
  const reason = new Error('late')
  const stop = new AbortController()
  const { response, call } = post(stop.signal)
  stop.abort(reason)
  await expect(response).rejects.toBe(reason)
  expect(call.isAborted).toBe(true)
  await expect(post(stop.signal).response).rejects.toBe(reason)
})

it('rejects a response that is too long', async () => {
  const { response, call } = post()
  call.onprogress?.({ loaded: 101 })
  await expect(response).rejects.toThrow(RangeError)
  expect(call.isAborted).toBe(true)
})

it('rejects like `fetch` when the request fails', async () => {
  const { response, call } = post()
  call.onerror?.()
  await expect(response).rejects.toThrow(TypeError)
})

it('is used only for other origins, so that no cookie is sent', () => {
  expect(canPostByXhr('https://node.example/1')).toBe(true)
  expect(canPostByXhr('https://site.example/rpc')).toBe(false)
})
