import { formatSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { evmAddress, hex, personalSign, seed } from '../../../fixtures/siwxAccounts.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import { createNonce, verify } from '../../exports/siwx/server.js'
import { backendSessions, createSiwx } from '../../exports/siwx.js'

const chainId = 'eip155:1'
const address = evmAddress(seed)

beforeEach(() => vi.stubGlobal('location', new URL('https://shop.example/cart')))
afterEach(() => vi.unstubAllGlobals())

type Call = { readonly path: string; readonly init: RequestInit }

/** The four calls as the guide describes them, with one visitor's session. */
function startBackend() {
  const calls: Call[] = []
  const visitor = { nonce: '', sessions: [] as { address: string; chainId: string }[] }
  const handlers: Record<string, (url: URL, init: RequestInit) => Promise<Response> | Response> = {
    'GET /siwx/nonce': () => {
      visitor.nonce = createNonce()
      return Response.json({ nonce: visitor.nonce })
    },
    'POST /siwx/verify': async (_, init) => {
      const { nonce } = visitor
      visitor.nonce = ''
      const answer = await verify({
        ...JSON.parse(String(init.body)),
        nonce,
        domain: 'shop.example',
      })
      if (!answer.ok) return Response.json({ reason: answer.reason }, { status: 401 })
      const { address, chainId } = answer
      visitor.sessions = [...visitor.sessions, { address: address.toLowerCase(), chainId }]
      return new Response(null, { status: 204 })
    },
    'GET /siwx/session': () => Response.json({ sessions: visitor.sessions }),
    'DELETE /siwx/session': (url) => {
      const { chainId, address = '' } = Object.fromEntries(url.searchParams)
      visitor.sessions = visitor.sessions.filter(
        (session) =>
          chainId && (session.chainId !== chainId || session.address !== address.toLowerCase()),
      )
      return new Response(null, { status: 204 })
    },
  }
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(String(input), 'https://shop.example')
    calls.push({ path: `${init.method} ${url.pathname}${url.search}`, init })
    return (
      handlers[`${init.method} ${url.pathname}`]?.(url, init) ?? new Response(null, { status: 404 })
    )
  }
  return { calls, visitor, handlers, fetch }
}

async function sign(siwx: ReturnType<typeof createSiwx>, chain = chainId): Promise<SiwxSession> {
  const message = await siwx.createMessage({
    accountAddress: address,
    chainId: chain as 'eip155:1',
  })
  return {
    data: { ...message },
    message: message.toString(),
    signature: hex(personalSign(message.toString())),
  }
}

describe('sessions of a backend', () => {
  test('start with its nonce, survive a reload and end', async () => {
    const { fetch, calls, visitor } = startBackend()
    const create = () => createSiwx({ storage: backendSessions({ url: '/siwx/', fetch }) })
    const siwx = create()
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    const session = await sign(siwx)
    expect(session.data.nonce).toBe(visitor.nonce)
    await siwx.addSession(session)
    expect(await create().getSessions(chainId, address)).toMatchObject([
      { data: { accountAddress: address, chainId, domain: 'shop.example' } },
    ])
    expect(await create().getSessions('eip155:10', address)).toEqual([])
    await siwx.revokeSession(chainId, address)
    expect(await create().getSessions(chainId, address)).toEqual([])
    expect(calls.map(({ path }) => path)).toEqual([
      'GET /siwx/session',
      'GET /siwx/nonce',
      'POST /siwx/verify',
      'GET /siwx/session',
      'GET /siwx/session',
      `DELETE /siwx/session?chainId=eip155%3A1&address=${address}`,
      'GET /siwx/session',
    ])
    for (const { init } of calls) {
      expect(init).toMatchObject({
        credentials: 'same-origin',
        redirect: 'error',
        cache: 'no-store',
      })
    }
  })

  test('are refused when the nonce was used before', async () => {
    const { fetch, visitor } = startBackend()
    const siwx = createSiwx({ storage: backendSessions({ url: '/siwx', fetch }) })
    const session = await sign(siwx)
    await siwx.addSession(session)
    await expect(siwx.addSession(session)).rejects.toMatchObject({
      code: 'siwx/invalid-session',
      reason: 'wrong-nonce',
    })
    expect(visitor.sessions).toHaveLength(1)
  })

  test('of one nonce are sent once, and sessions that are not in the list are ended', async () => {
    const { fetch, calls, visitor } = startBackend()
    const siwx = createSiwx({ storage: backendSessions({ url: '/siwx', fetch }) })
    await siwx.addSession(await sign(siwx, 'eip155:5'))
    await siwx.addSession(await sign(siwx, 'eip155:7'))
    const [kept] = await siwx.getSessions('eip155:7', address)
    const first = await sign(siwx)
    const data: SiwxMessage = { ...first.data, chainId: 'eip155:10' }
    const message = formatSiwxMessage(data)
    const second = { data, message, signature: hex(personalSign(message)) }
    await siwx.setSessions([first, second, ...(kept ? [kept] : [])])
    expect(calls.filter(({ path }) => path.startsWith('POST'))).toHaveLength(3)
    expect(visitor.sessions.map((session) => session.chainId)).toEqual(['eip155:7', chainId])
    await siwx.setSessions([])
    expect(visitor.sessions).toEqual([])
  })

  test('expire with the time that the server gives', async () => {
    const { fetch, handlers } = startBackend()
    const siwx = createSiwx({ storage: backendSessions({ url: '/siwx', fetch }) })
    const answer = (expirationTime: string) => {
      handlers['GET /siwx/session'] = () =>
        Response.json({ sessions: [{ address, chainId, expirationTime }] })
    }
    answer(new Date(Date.now() + 60_000).toISOString())
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
    answer(new Date(Date.now() - 1).toISOString())
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    answer('tomorrow')
    expect(await siwx.getSessions(chainId, address)).toEqual([])
  })

  test('of other families are compared in their exact case', async () => {
    const { fetch, visitor } = startBackend()
    const siwx = createSiwx({ storage: backendSessions({ url: '/siwx', fetch }) })
    const solana = 'solana:5eykt4UsFvXYuy2AiTLZ7Bkh8W5qW1Zh'
    visitor.sessions = [{ address: 'AbCd', chainId: solana }]
    expect(await siwx.getSessions(solana, 'AbCd')).toHaveLength(1)
    expect(await siwx.getSessions(solana, 'abcd')).toEqual([])
  })

  test('have the headers and credentials of the site', async () => {
    const { fetch, calls } = startBackend()
    const storage = backendSessions({
      url: 'https://api.shop.example/siwx',
      credentials: 'include',
      headers: () => ({ 'x-csrf-token': 'abc' }),
      fetch,
    })
    await storage.get(chainId, address)
    expect(calls[0]?.init).toMatchObject({
      credentials: 'include',
      headers: { 'x-csrf-token': 'abc' },
    })
  })
})

describe('a backend', () => {
  test.each<[string, string, () => Response | Promise<Response>, string]>([
    ['does not respond', 'GET /siwx/nonce', () => Promise.reject(new TypeError()), 'unreachable'],
    ['fails', 'GET /siwx/nonce', () => new Response('oops', { status: 500 }), 'failed'],
    ['is busy', 'GET /siwx/nonce', () => new Response('', { status: 429 }), 'failed'],
    ['refuses a nonce', 'GET /siwx/nonce', () => new Response('', { status: 403 }), 'failed'],
    ['sends a page', 'GET /siwx/nonce', () => new Response('<!doctype html>'), 'malformed'],
    ['sends no nonce', 'GET /siwx/nonce', () => Response.json({ nonce: 7 }), 'malformed'],
    ['sends too much', 'GET /siwx/nonce', () => new Response('a'.repeat(200_000)), 'malformed'],
    ['sends no list', 'GET /siwx/session', () => Response.json({ sessions: {} }), 'malformed'],
    ['fails to list', 'GET /siwx/session', () => new Response('', { status: 400 }), 'failed'],
    [
      'fails to sign out',
      'DELETE /siwx/session',
      () => new Response('', { status: 403 }),
      'failed',
    ],
  ])('that %s makes the call fail with a typed error', async (_, call, handler, problem) => {
    const { fetch, handlers } = startBackend()
    const siwx = createSiwx({ storage: backendSessions({ url: '/siwx', fetch }) })
    handlers[call] = handler
    const used = call.startsWith('DELETE')
      ? siwx.setSessions([])
      : call.endsWith('nonce')
        ? siwx.createMessage({ accountAddress: address, chainId })
        : siwx.getSessions(chainId, address)
    await expect(used).rejects.toMatchObject({ code: `siwx/server-${problem}` })
  })

  test.each([204, 401, 404])('that answers %s has no session', async (status) => {
    const { fetch, handlers } = startBackend()
    const siwx = createSiwx({ storage: backendSessions({ url: '/siwx', fetch }) })
    handlers['GET /siwx/session'] = () => new Response(null, { status })
    handlers['DELETE /siwx/session'] = () => new Response(null, { status })
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    await siwx.revokeSession(chainId, address)
  })

  test('that refuses without a known reason makes the sign-in fail', async () => {
    const { fetch, handlers } = startBackend()
    const siwx = createSiwx({ storage: backendSessions({ url: '/siwx', fetch }) })
    handlers['POST /siwx/verify'] = () => Response.json({ reason: 'banned' }, { status: 403 })
    await expect(siwx.addSession(await sign(siwx))).rejects.toMatchObject({ reason: 'refused' })
  })

  test('that never responds is given up after ten seconds', async () => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    timeout.mockImplementation(() => AbortSignal.abort(new DOMException('late', 'TimeoutError')))
    const fetch: typeof globalThis.fetch = async (_, init) => {
      init?.signal?.throwIfAborted()
      return new Response()
    }
    await expect(
      backendSessions({ url: '/siwx', fetch }).get(chainId, address),
    ).rejects.toMatchObject({ code: 'siwx/server-timeout' })
    expect(timeout).toHaveBeenCalledWith(10_000)
    timeout.mockRestore()
  })

  test('cannot make the page use a nonce that is not one', async () => {
    const { fetch, handlers } = startBackend()
    const siwx = createSiwx({ storage: backendSessions({ url: '/siwx', fetch }) })
    handlers['GET /siwx/nonce'] = () => Response.json({ nonce: 'abcdefgh\nIssued At: never' })
    await expect(siwx.createMessage({ accountAddress: address, chainId })).rejects.toMatchObject({
      code: 'config/invalid-option',
    })
  })
})
