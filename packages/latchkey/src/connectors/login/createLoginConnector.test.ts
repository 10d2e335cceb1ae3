import { appPrefix, framePrefix } from '@latchkey/wire/frame/envelope'
import { frameRequestNames } from '@latchkey/wire/frame/requests'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeLoginPage, loginOrigin } from '../../../fixtures/fakeLoginPage.js'
import { createTestWidget } from '../../../fixtures/testWidget.js'
import * as limits from '../../core/runtime/limits.js'
import { setTheme } from '../../core/theme/actions/setTheme.js'
import { createLoginConnector } from './createLoginConnector.js'
import { getRequestTimeout } from './frameRequests.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

function setUp(options: Parameters<typeof createTestWidget>[0] = {}) {
  const page = createFakeLoginPage()
  const test = createTestWidget({
    ...options,
    options: { providerUrls: { login: loginOrigin }, ...options.options },
  })
  test.widget.ports.modalElement = () => page.host as unknown as HTMLElement
  const connector = createLoginConnector(test.widget)
  ends.push(() => {
    test.end()
    page.end()
  })
  /** Advances the clock and lets messages arrive. */
  const pass = async (ms: number) => {
    await page.settle()
    await test.clock.advance(ms)
    await page.settle()
  }
  const ready = async () => {
    await pass(limits.frameReadyDelay)
    const frame = page.frames.at(-1)
    if (!frame) throw new Error('no frame')
    return frame
  }
  const last = (name: string) => {
    const found = page.frames.at(-1)?.requests.findLast((one) => one.name === name)
    if (!found) throw new Error(`${name} was not requested`)
    return found
  }
  return { ...test, page, connector, pass, ready, last }
}

/** Whether a port can clone the value: not if reading it throws. */
function isSendable(data: unknown): boolean {
  try {
    structuredClone(data)
    return true
  } catch {
    return false
  }
}

/** The state of a promise, without waiting for it. */
function watched<value>(promise: Promise<value>) {
  const seen: { value?: value; error?: Error & { code?: string; reason?: string } } = {}
  promise.then(
    (value) => Object.assign(seen, { value }),
    (error) => Object.assign(seen, { error }),
  )
  return seen
}

describe('the login frame', () => {
  it('is created with the first request and minimal permissions', async () => {
    const { page, connector, ready } = setUp()
    expect(page.frames).toHaveLength(0)
    void watched(connector.request('IS_CONNECTED', {}))
    const { element, posted } = await ready()
    expect(page.host.children).toEqual([element])
    expect(page.host.shadowRoot).toBeTruthy()
    expect(element.slot).toBe('latchkey-login')
    expect(element.title).not.toBe('')
    expect(element.referrerPolicy).toBe('strict-origin')
    expect(element.attributes.sandbox).toBe(
      'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-storage-access-by-user-activation',
    )
    expect(element.allow).toBe(
      `publickey-credentials-get ${loginOrigin}; publickey-credentials-create ${loginOrigin}; clipboard-write ${loginOrigin}`,
    )
    const url = new URL(element.src)
    expect(url.origin + url.pathname).toBe(`${loginOrigin}/sdk`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      projectId: 'test',
      chainId: 'eip155:1',
      version: '4',
      enableLogger: 'true',
      rpcUrl: 'https://rpc.test/1',
    })
    expect(posted).toEqual([
      {
        target: loginOrigin,
        message: { id: expect.stringMatching(/^[0-9a-f]{32}$/), type: `${appPrefix}HANDSHAKE` },
      },
    ])
  })

  it("receives requests once it is ready, after the site's details", async () => {
    const { page, connector, pass, last } = setUp()
    const answer = watched(connector.request('IS_CONNECTED', {}))
    await pass(limits.frameReadyDelay - 1)
    expect(page.frames[0]?.requests).toEqual([])
    await pass(1)
    expect(page.frames[0]?.requests.map(({ name }) => name).sort()).toEqual([
      'GET_SMART_ACCOUNT_ENABLED_NETWORKS',
      'IS_CONNECTED',
      'SYNC_DAPP_DATA',
      'SYNC_THEME',
    ])
    expect(last('SYNC_DAPP_DATA').payload).toMatchObject({
      projectId: 'test',
      metadata: { name: 'Test page' },
    })
    page.frames[0]?.answer(last('IS_CONNECTED').id, 'IS_CONNECTED', { isConnected: true })
    await pass(0)
    expect(answer.value).toEqual({ isConnected: true })
  })

  it('follows the theme and reports its height and smart account networks', async () => {
    const { page, widget, storage, connector, pass, ready, last } = setUp()
    void watched(connector.request('IS_CONNECTED', {}))
    const frame = await ready()
    expect(widget.stores.login.get().smartAccountNetworks).toEqual([1])
    expect(storage.get('@appkit-wallet/SMART_ACCOUNT_ENABLED_NETWORKS')).toBe('1')
    setTheme(widget, { mode: 'dark', variables: { '--lk-accent': '#123456' } })
    frame.post({ type: `${framePrefix}SCREEN`, payload: { height: 321 } })
    await pass(0)
    expect(last('SYNC_THEME').payload).toMatchObject({
      themeMode: 'dark',
      w3mThemeVariables: { '--w3m-accent': '#123456' },
    })
    expect(widget.stores.login.get().screenHeight).toBe(321)
    expect(page.frames).toHaveLength(1)
  })

  it('is reported as unverified when it rejects this page', async () => {
    const { page, connector, widget, pass } = setUp()
    page.behaviour.handshake = 'refuse'
    const answer = watched(connector.request('IS_CONNECTED', {}))
    await pass(limits.frameReadyDelay)
    expect(answer.error).toMatchObject({ code: 'login/unverified_domain' })
    expect(widget.stores.notice.get().alert?.code).toBe('UNVERIFIED_DOMAIN')
  })

  it('is reported as unverified when it loads but may not respond', async () => {
    const { page, connector, widget, pass } = setUp()
    page.behaviour.greeting = 'nothing'
    const served = vi.fn(async () => new Response())
    vi.stubGlobal('fetch', served)
    const answer = watched(connector.request('IS_CONNECTED', {}))
    await pass(0)
    page.frames[0]?.element.dispatchEvent(new Event('load'))
    // A loaded document that stays silent is not waited for.
    await pass(limits.framePolling)
    expect(answer.error).toMatchObject({ reason: 'iframe_load_failed' })
    await pass(0)
    expect(served).toHaveBeenCalledOnce()
    expect(widget.stores.notice.get().alert?.code).toBe('UNVERIFIED_DOMAIN')
  })
})

describe('timeouts', () => {
  it('times out a request after two minutes and replaces the frame', async () => {
    const { page, connector, widget, pass, ready, log } = setUp()
    const email = watched(connector.request('CONNECT_EMAIL', { email: 'a@b.test' }))
    const other = watched(connector.request('GET_CHAIN_ID', undefined))
    await ready()
    await pass(limits.frameRequestTimeout - limits.frameReadyDelay - 1)
    expect(email.error).toBeUndefined()
    await pass(1)
    expect(email.error).toMatchObject({ reason: 'iframe_request_timeout' })
    expect(other.error).toBeDefined()
    expect(widget.stores.notice.get().alert?.code).toBe('IFRAME_REQUEST_TIMEOUT')
    expect(log.entries.length).toBeGreaterThan(0)
    void watched(connector.request('GET_CHAIN_ID', undefined))
    await ready()
    expect(page.frames).toHaveLength(2)
  })

  it('allows a user the lifetime of a code, but two minutes to check it', async () => {
    expect(getRequestTimeout('CONNECT_OTP', {})).toBe(limits.frameScreenWait)
    expect(getRequestTimeout('CONNECT_DEVICE', undefined)).toBe(limits.frameScreenWait)
    expect(getRequestTimeout('RPC_REQUEST', { method: 'personal_sign' })).toBe(
      limits.frameScreenWait,
    )
    for (const name of frameRequestNames) {
      if (!/OTP|DEVICE|CONNECT_SOCIAL|CONNECT_FARCASTER|OPEN_ACCOUNT/.test(name)) {
        const payload = { method: 'eth_call' } as never
        expect(getRequestTimeout(name, payload)).toBe(limits.frameRequestTimeout)
      }
    }
    const { connector, pass, ready } = setUp()
    const typed = watched(connector.request('CONNECT_OTP', {}))
    await ready()
    const given = watched(connector.request('CONNECT_OTP', { otp: '123456' }))
    await pass(limits.frameRequestTimeout)
    expect(given.error).toMatchObject({ reason: 'iframe_request_timeout' })
    expect(typed.error).toBeDefined()
  })

  it('starts no load timer for fire-and-forget messages', async () => {
    const { page, connector, pass, widget } = setUp()
    page.behaviour.greeting = 'nothing'
    const logged = watched(connector.request('SET_PREFERRED_ACCOUNT', { type: 'eoa' }))
    await pass(limits.frameLoadTimeout * 2)
    expect(logged.error).toBeUndefined()
    await pass(limits.frameRequestTimeout)
    expect(logged.error).toBeDefined()
    expect(widget.stores.notice.get().alert).toBeUndefined()
  })

  it('replaces frames that never respond or are removed', async () => {
    const rounds = process.env.THOROUGH === 'true' ? 100 : 20
    const { page, connector, clock } = setUp()
    for (let round = 0; round < rounds; round += 1) {
      page.behaviour.greeting = 'nothing'
      const silent = [1, 2, 3].map(() => watched(connector.request('IS_CONNECTED', {})))
      await clock.advance(limits.frameLoadTimeout)
      for (const one of silent) expect(one.error).toMatchObject({ reason: 'iframe_load_failed' })

      page.behaviour.greeting = 'hello'
      const killed = watched(connector.request('IS_CONNECTED', {}))
      await page.settle()
      await clock.advance(limits.frameReadyDelay)
      await page.settle()
      const frame = page.frames.at(-1)
      if (round % 2) frame?.element.remove()
      else {
        frame?.element.dispatchEvent(new Event('load'))
        frame?.element.dispatchEvent(new Event('load'))
      }
      await clock.advance(limits.framePolling * 2)
      expect(killed.error).toMatchObject({
        code: 'login/frame-closed',
        message: 'Something went wrong',
      })
    }
    expect(page.frames).toHaveLength(2 * rounds)
    page.answers.set('IS_CONNECTED', () => ({ isConnected: false }))
    const works = watched(connector.request('IS_CONNECTED', {}))
    await page.settle()
    await clock.advance(limits.frameReadyDelay)
    await page.settle()
    expect(works.value).toEqual({ isConnected: false })
    expect(page.listenerCount).toBe(1)
  })
})

describe('cancelling', () => {
  it('cancels a request and its screen, and still reports a late hash', async () => {
    const { connector, page, pass, ready, last } = setUp()
    const stop = new AbortController()
    const late = vi.fn()
    const transport = connector.transport('eip155')
    transport.onLate?.(late)
    const pending = watched(
      connector.request(
        'RPC_REQUEST',
        { method: 'eth_sendTransaction', params: [], chainNamespace: 'eip155', chainId: 1 },
        { signal: stop.signal },
      ),
    )
    const frame = await ready()
    stop.abort(new Error('enough'))
    await pass(0)
    expect(pending.error?.message).toBe('enough')
    expect(last('RPC_ABORT')).toBeDefined()
    const { id } = last('RPC_REQUEST')
    frame.answer(id, 'RPC_REQUEST', '0xhash')
    frame.answer(id, 'RPC_REQUEST', '0xagain')
    await pass(0)
    expect(late).toHaveBeenCalledExactlyOnceWith({
      method: 'eth_sendTransaction',
      networkId: 'eip155:1',
      response: '0xhash',
    })
    expect(page.frames).toHaveLength(1)
  })

  it('leaves the screen open when only a read is cancelled', async () => {
    const { connector, page, pass, ready } = setUp()
    const stop = new AbortController()
    void watched(
      connector.request('RPC_REQUEST', { method: 'eth_call', chainId: 1 }, { signal: stop.signal }),
    )
    await ready()
    stop.abort()
    await pass(0)
    expect(page.frames[0]?.requests.some(({ name }) => name === 'RPC_ABORT')).toBe(false)
  })

  it('ends with the widget', async () => {
    const { connector, page, end, ready } = setUp()
    const pending = watched(connector.request('IS_CONNECTED', {}))
    const { element } = await ready()
    end()
    await page.settle()
    expect(pending.error).toMatchObject({ code: 'config/destroyed' })
    expect(element.isConnected).toBe(false)
    expect(page.listenerCount).toBe(0)
  })
})

describe('forged and malformed messages', () => {
  const hostile = { postMessage() {} }

  /** Forged messages of the frame, for every pending request. */
  function* forgeries(ids: readonly string[]) {
    const users = { address: '0xEvil', chainId: 1, email: 'evil@evil.test' }
    for (let count = 0; count < 10_000; count += 1) {
      const name = frameRequestNames[count % frameRequestNames.length]
      const id = ids[count % ids.length] ?? ''
      if (count % 5 === 0) yield { type: `${framePrefix}READY`, payload: { version: '4' } }
      else if (count % 5 === 1)
        yield { id, type: `${framePrefix}IS_CONNECTED_SUCCESS`, payload: { isConnected: true } }
      else if (count % 5 === 2) yield { id, type: `${framePrefix}GET_USER_SUCCESS`, payload: users }
      else if (count % 5 === 3)
        yield { id, type: `${framePrefix}RPC_REQUEST_SUCCESS`, payload: `0x${'11'.repeat(65)}` }
      else yield { id, type: `${framePrefix}${name}_ERROR`, payload: { message: 'forged' } }
    }
  }

  const cyclic: Record<string, unknown> = { type: `${framePrefix}READY` }
  cyclic.payload = cyclic
  const throwing = new Proxy(
    {},
    {
      get() {
        throw new Error('trap')
      },
      ownKeys() {
        throw new Error('trap')
      },
    },
  )
  const malformed: readonly unknown[] = [
    null,
    undefined,
    0,
    '',
    'x'.repeat(5_000_000),
    [],
    {},
    cyclic,
    throwing,
    { type: 7 },
    { type: `${framePrefix}READY` },
    { type: `${framePrefix}READY`, payload: { version: 4 } },
    { type: `${framePrefix}READY`, payload: { version: '4' }, more: true },
    { type: `x${framePrefix}READY`, payload: { version: '4' } },
    JSON.parse('{"__proto__":{"type":"@w3m-frame/READY"}}'),
    {
      get type() {
        throw new Error('getter')
      },
    },
  ]

  it('are ignored by the window and, without a matching id, by the port', async () => {
    const { page, connector, widget, pass, ready } = setUp()
    page.behaviour.greeting = 'nothing'
    const waiting = [
      watched(connector.request('IS_CONNECTED', {})),
      watched(connector.request('GET_USER', {})),
      watched(connector.request('RPC_REQUEST', { method: 'eth_call', chainId: 1 })),
    ]
    await pass(0)
    const [frame] = page.frames
    if (!frame) throw new Error('no frame')
    const own = { origin: loginOrigin, source: frame.element.contentWindow }
    const senders = [
      { origin: 'https://evil.test', source: hostile },
      { origin: loginOrigin, source: hostile },
      { origin: 'https://evil.test', source: own.source },
      { origin: loginOrigin, source: null },
      { origin: 'null', source: own.source },
    ]
    let turn = 0
    const forge = (ids: readonly string[]) => {
      for (const data of forgeries(ids)) {
        page.deliver({ data, ...(senders[Math.floor(turn++ / 5) % senders.length] ?? own) })
      }
    }
    forge(['0'.repeat(32)])
    expect(frame.posted).toEqual([])
    frame.hello()
    await ready()
    const ids = frame.requests.map(({ id }) => id)
    const before = JSON.stringify([widget.stores.login.get(), widget.stores.connection.get()])
    forge(ids)
    for (let count = 0; count < 10_000; count += 1) {
      const data = malformed[count % malformed.length]
      // Also from the frame's own window: only one READY counts, and nothing else does.
      page.deliver({ data, ...(senders[count % (senders.length + 1)] ?? own) })
    }
    for (const data of malformed.filter(isSendable)) frame.post(data)
    frame.answer('0'.repeat(32), 'IS_CONNECTED', { isConnected: true })
    // The right id with another name is not a response either.
    frame.answer(ids.at(-1) ?? '', 'IS_CONNECTED', { isConnected: true })
    await pass(0)
    for (const one of waiting) expect(one).toEqual({})
    expect(JSON.stringify([widget.stores.login.get(), widget.stores.connection.get()])).toBe(before)
    expect(frame.posted).toHaveLength(1)
    expect(page.frames).toHaveLength(1)
  })

  it('are ignored unless both origin and source match', async () => {
    const { page, connector, pass } = setUp()
    page.behaviour.greeting = 'nothing'
    void watched(connector.request('IS_CONNECTED', {}))
    await pass(0)
    const [frame] = page.frames
    const data = { type: `${framePrefix}READY`, payload: { version: '4' } }
    page.deliver({ data, origin: 'https://evil.test', source: frame?.element.contentWindow })
    page.deliver({ data, origin: loginOrigin, source: hostile })
    expect(frame?.posted).toHaveLength(0)
    page.deliver({ data, origin: loginOrigin, source: frame?.element.contentWindow })
    expect(frame?.posted).toHaveLength(1)
    // The handshake is posted to the login origin only, whatever the window shows by then.
    expect(frame?.posted[0]?.target).toBe(loginOrigin)
  })

  it('cannot settle a request twice', async () => {
    const { connector, pass, ready, last } = setUp()
    const pending = watched(connector.request('IS_CONNECTED', {}))
    const frame = await ready()
    const { id } = last('IS_CONNECTED')
    frame.answer(id, 'IS_CONNECTED', { isConnected: false })
    frame.answer(id, 'IS_CONNECTED', { isConnected: true })
    await pass(0)
    expect(pending.value).toEqual({ isConnected: false })
  })
})
