import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeWindow, type FakeWindow } from '../../../fixtures/fakeWindow.js'
import { evmAddress, hex, personalSign, seed } from '../../../fixtures/siwxAccounts.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import { createNonce, verify } from '../../exports/siwx/server.js'
import { createSiwx, hostedSessions } from '../../exports/siwx.js'
import { createHostedSiwx } from '../hostedSiwx.js'

const now = new Date('2026-03-01T12:00:00Z')
const chainId = 'eip155:1'
const address = evmAddress(seed)
const options = { providerUrl: 'https://provider.example/', projectId: 'p1' }

let window: FakeWindow
let provider: ReturnType<typeof startProvider>
beforeEach(() => {
  window = createFakeWindow()
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', new URL('https://shop.example/cart'))
  vi.useFakeTimers({ toFake: ['Date'], now })
  provider = startProvider()
  vi.stubGlobal('fetch', provider.fetch)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const toJwt = (claims: object) => `${encode({ alg: 'ES256' })}.${encode(claims)}.c2ln`
const readJwt = (header: unknown) =>
  JSON.parse(Buffer.from(String(header).split('.')[1] ?? '', 'base64url').toString())

const refuse = (field: string, status: number) =>
  Response.json({ status: 'FAILED', reasons: [{ field, description: field }] }, { status })

/** The provider's calls; tokens last ten minutes. */
function startProvider() {
  const calls: string[] = []
  const state = {
    nonces: new Set<string>(),
    ended: false,
    refresh: 0,
    status: undefined as number | undefined,
    metadata: null as unknown,
    beforeRefresh: undefined as (() => Response) | undefined,
  }
  const issue = (account: string) => {
    state.refresh += 1
    const exp = Math.floor(Date.now() / 1_000) + 600
    return Response.json({
      token: toJwt({ sub: account, exp, id: state.refresh }),
      refreshToken: `${account.replaceAll(':', '_')}.${state.refresh}`,
    })
  }
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input))
    const headers = (init.headers ?? {}) as Record<string, string>
    const body = JSON.parse(String(init.body ?? '{}'))
    calls.push(`${init.method} ${url.pathname}`)
    expect(url.searchParams.get('projectId')).toBe('p1')
    expect(init.credentials).toBe('omit')
    if (state.status) return new Response('', { status: state.status })
    switch (url.pathname) {
      case '/auth/v1/nonce': {
        const nonce = createNonce()
        state.nonces.add(nonce)
        return Response.json({ nonce, token: toJwt({ nonce }) })
      }
      case '/auth/v1/authenticate': {
        const { nonce } = readJwt(headers['x-nonce-jwt'])
        if (!state.nonces.delete(nonce)) return refuse('nonce-used', 401)
        const answer = await verify({ ...body, nonce, domain: 'shop.example' })
        if (!answer.ok) return refuse(answer.reason, 401)
        state.ended = false
        return issue(`${answer.chainId}:${answer.address}`)
      }
      case '/auth/v1/refresh':
        if (state.ended) return refuse('session-ended', 401)
        if (state.beforeRefresh) return state.beforeRefresh()
        return issue(`${chainId}:${address}`)
    }
    const { sub, exp } = readJwt(headers.authorization)
    if (url.pathname === '/auth/v1/sign-out') {
      state.ended = true
      return new Response(null, { status: 200 })
    }
    if (state.ended || exp * 1_000 <= Date.now()) return refuse('token-invalid', 401)
    if (url.pathname === '/auth/v1/account-metadata') {
      state.metadata = body.metadata
      return new Response(null, { status: 200 })
    }
    return Response.json({
      iss: 'https://provider.example',
      aud: 'https://shop.example',
      sub,
      exp,
      projectIdKey: 'p1',
      address: address.toLowerCase(),
      chainId: 1,
      chainNamespace: 'eip155',
      caip2Network: chainId,
      uri: 'https://shop.example/cart',
      domain: 'shop.example',
      projectUuid: 'u1',
      profileUuid: 'u2',
      nonce: 'n',
    })
  }
  return { calls, state, fetch }
}

async function sign(siwx: ReturnType<typeof createSiwx>): Promise<SiwxSession> {
  const message = await siwx.createMessage({ accountAddress: address, chainId })
  const signature = hex(personalSign(`${message}`))
  return { data: { ...message }, message: `${message}`, signature }
}

async function signIn() {
  const sessions = hostedSessions(options)
  const siwx = createSiwx({ storage: sessions })
  const session = await sign(siwx)
  await siwx.addSession(session)
  return { sessions, siwx, session }
}

describe('a hosted session', () => {
  test('starts, survives a reload and ends', async () => {
    const { siwx } = await signIn()
    expect([...window.items.keys()].sort()).toEqual([
      '@appkit/siwx-auth-token',
      '@appkit/siwx-auth-token-refresh',
    ])
    const reloaded = createSiwx({ storage: hostedSessions(options) })
    expect(await reloaded.getSessions(chainId, address)).toMatchObject([
      { data: { accountAddress: address, chainId } },
    ])
    expect(await reloaded.getSessions('eip155:10', address)).toEqual([])
    await siwx.revokeSession('eip155:10', address)
    expect(await reloaded.getSessions(chainId, address)).toHaveLength(1)
    await siwx.revokeSession(chainId, address)
    expect(window.items.size).toBe(0)
    expect(provider.state.ended).toBe(true)
    expect(await reloaded.getSessions(chainId, address)).toEqual([])
  })

  test('needs no call while nobody is signed in', async () => {
    expect(
      await createSiwx({ storage: hostedSessions(options) }).getSessions(chainId, address),
    ).toEqual([])
    await createSiwx({ storage: hostedSessions(options) }).setSessions([])
    expect(provider.calls).toEqual([])
  })

  test('gets new tokens before the old one ends, once for all callers', async () => {
    const { siwx, sessions } = await signIn()
    const first = await sessions.getToken()
    vi.setSystemTime(now.getTime() + 569_000)
    expect(await sessions.getToken()).toBe(first)
    vi.setSystemTime(now.getTime() + 570_000)
    const [token] = await Promise.all([sessions.getToken(), siwx.getSessions(chainId, address)])
    expect(token).not.toBe(first)
    expect(window.items.get('@appkit/siwx-auth-token')).toBe(token)
    expect(provider.calls.filter((call) => call.endsWith('refresh'))).toHaveLength(1)
  })

  test('continues with the tokens of another tab when its own refresh comes too late', async () => {
    const { siwx } = await signIn()
    vi.setSystemTime(now.getTime() + 600_000)
    provider.state.beforeRefresh = () => {
      // The other tab was faster, and the old refresh token no longer works.
      const exp = Math.floor(Date.now() / 1_000) + 600
      window.items.set('@appkit/siwx-auth-token', toJwt({ sub: `${chainId}:${address}`, exp }))
      window.items.set('@appkit/siwx-auth-token-refresh', 'next')
      return refuse('session-ended', 401)
    }
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
  })

  test('that was revoked elsewhere is gone', async () => {
    const { siwx } = await signIn()
    provider.state.ended = true
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    expect(window.items.size).toBe(0)
  })

  test('that cannot be checked makes the call fail and stays', async () => {
    const { siwx } = await signIn()
    provider.state.status = 503
    await expect(siwx.getSessions(chainId, address)).rejects.toMatchObject({
      code: 'siwx/server-failed',
    })
    provider.state.status = undefined
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
  })

  test('cannot start with a nonce that was used', async () => {
    const { siwx, session } = await signIn()
    await expect(siwx.addSession(session)).rejects.toMatchObject({ reason: 'wrong-nonce' })
    window.items.set('@appkit/siwx-nonce-token', toJwt({ nonce: session.data.nonce }))
    await expect(siwx.addSession(session)).rejects.toMatchObject({ reason: 'wrong-nonce' })
  })

  test('uses the token of its own nonce when two tabs sign in', async () => {
    const [one, other] = [hostedSessions(options), hostedSessions(options)]
    const [first, second] = [createSiwx({ storage: one }), createSiwx({ storage: other })]
    const session = await sign(first)
    await sign(second)
    await first.addSession(session)
    expect(await first.getSessions(chainId, address)).toHaveLength(1)
  })

  test('ends in this browser even if the provider does not respond', async () => {
    const { siwx } = await signIn()
    provider.state.status = 503
    await siwx.setSessions([])
    expect(window.items.size).toBe(0)
  })

  test.each([
    ['no JSON', () => new Response('<html>')],
    ['no token', () => Response.json({ nonce: 'abcdefgh1' })],
    ['a nonce of two lines', () => Response.json({ nonce: 'abcdefgh\n1', token: 'a.b.c' })],
  ])('does not start when the provider sends %s', async (_, answer) => {
    vi.stubGlobal('fetch', async () => answer())
    const siwx = createSiwx({ storage: hostedSessions(options) })
    await expect(siwx.createMessage({ accountAddress: address, chainId })).rejects.toMatchObject({
      code: 'siwx/server-malformed',
    })
  })
})

describe('the signed-in account', () => {
  test('can be read and have metadata', async () => {
    const { sessions } = await signIn()
    expect(await sessions.getSessionAccount()).toMatchObject({ caip2Network: chainId })
    await sessions.setSessionAccountMetadata({ plan: 'pro' })
    expect(provider.state.metadata).toEqual({ plan: 'pro' })
  })

  test('is needed for its calls', async () => {
    const siwx = createHostedSiwx(options)
    const error = { code: 'siwx/not-signed-in' }
    await expect(siwx.getSessionAccount()).rejects.toMatchObject(error)
    await expect(siwx.setSessionAccountMetadata(null)).rejects.toMatchObject(error)
    expect(await siwx.getToken()).toBeUndefined()
  })

  test('notifies listeners, also when another tab changes it', async () => {
    const siwx = createHostedSiwx(options)
    const [listener, removed] = [vi.fn(), vi.fn()]
    siwx.on('sessionChanged', listener)
    siwx.on('sessionChanged', removed)()
    const session = await sign(siwx)
    await siwx.addSession(session)
    expect(listener.mock.calls).toEqual([[session]])
    window.changeElsewhere('@appkit/siwx-auth-token')
    window.changeElsewhere('@appkit/other')
    expect(listener.mock.calls).toEqual([[session], [undefined]])
    await siwx.setSessions([])
    expect(listener).toHaveBeenCalledTimes(3)
    siwx.removeAllListeners()
    window.changeElsewhere('@appkit/siwx-auth-token')
    expect(listener).toHaveBeenCalledTimes(3)
    expect(removed).not.toHaveBeenCalled()
  })
})
