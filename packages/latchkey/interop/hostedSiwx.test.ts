/// <reference types="node" />
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  openSignInApis,
  type SignInApi,
} from '../../../apps/provider/src/routes/signIn/signInApi.fixture.js'
import { createFakeWindow, type FakeWindow } from '../fixtures/fakeWindow.js'
import { siwxAccounts } from '../fixtures/siwxAccounts.js'
import { createSiwx, hostedSessions } from '../src/exports/siwx.js'

/** The page's hosted sign-in against two processes of the provider. */

let opened: Awaited<ReturnType<typeof openSignInApis>>
let window: FakeWindow
let origin: string
const minute = 60_000

beforeAll(async () => {
  const noNodes = { chains: [], call: () => Promise.reject(new Error('No node')) }
  opened = await openSignInApis(2, noNodes as unknown as Parameters<typeof openSignInApis>[1])
})
afterAll(() => opened?.stop())

beforeEach(() => {
  window = createFakeWindow()
  origin = 'https://shop.example'
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', new URL('https://shop.example/account'))
  vi.useFakeTimers({ toFake: ['Date'], now: opened.clock.now() })
  let calls = 0
  vi.stubGlobal('fetch', async (input: string, init: RequestInit) => {
    const { pathname, search } = new URL(input)
    calls += 1
    const api = opened.apis[calls % 2] as SignInApi
    const { status, text } = await api.send(
      init.method ?? 'GET',
      `${pathname}${search}`,
      init.body ?? undefined,
      { origin, projectId: null, headers: init.headers as Record<string, string> },
    )
    return new Response(text, { status })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function wait(ms: number) {
  opened.clock.advance(ms)
  vi.setSystemTime(opened.clock.now())
}

type Account = (typeof siwxAccounts)[number]
const create = (projectId = 'shop') =>
  hostedSessions({ providerUrl: 'https://provider.test', projectId })

async function signIn({ chainId, accountAddress, sign }: Account, sessions = create()) {
  const siwx = createSiwx({ storage: sessions })
  const message = await siwx.createMessage({ chainId, accountAddress })
  const session = { data: { ...message }, message: `${message}`, signature: sign(`${message}`) }
  await siwx.addSession(session)
  return { siwx, sessions, session, get: () => siwx.getSessions(chainId, accountAddress) }
}

const [evm] = siwxAccounts as [Account]

describe('hosted sign-in', () => {
  test.each(siwxAccounts)('starts, survives a reload and ends for $chainId', async (account) => {
    const { get, sessions, siwx } = await signIn(account)
    const { chainId, accountAddress } = account
    const reloaded = createSiwx({ storage: create() })
    expect(await get()).toMatchObject([{ data: { chainId, accountAddress } }])
    expect(await reloaded.getSessions(chainId, accountAddress)).toHaveLength(1)
    expect(await sessions.getSessionAccount()).toMatchObject({ caip2Network: chainId })
    await siwx.revokeSession(chainId, accountAddress)
    expect(await reloaded.getSessions(chainId, accountAddress)).toEqual([])
    expect(window.items.size).toBe(0)
  })

  test('lasts longer than a token, and not longer than the message', async () => {
    const { get, sessions } = await signIn(evm)
    const first = await sessions.getToken()
    for (let hour = 0; hour < 3; hour += 1) {
      wait(60 * minute)
      expect(await get()).toHaveLength(1)
    }
    expect(await sessions.getToken()).not.toBe(first)
    wait(7 * 24 * 60 * minute)
    expect(await get()).toEqual([])
    expect(window.items.size).toBe(0)
  })

  test('is known to all tabs while their tokens are replaced', async () => {
    const { get } = await signIn(evm)
    const other = createSiwx({ storage: create() })
    wait(20 * minute)
    const [one, two] = await Promise.all([
      get(),
      other.getSessions(evm.chainId, evm.accountAddress),
    ])
    expect(one).toHaveLength(1)
    expect(two).toHaveLength(1)
    wait(20 * minute)
    expect(await get()).toHaveLength(1)
  })

  test('stores metadata with the account', async () => {
    const { sessions } = await signIn(evm)
    await sessions.setSessionAccountMetadata({ plan: 'pro' })
    expect(await sessions.getSessionAccount()).toMatchObject({
      appKitAccount: { metadata: { plan: 'pro' } },
    })
    await sessions.setSessionAccountMetadata(null)
    expect(await sessions.getSessionAccount()).toMatchObject({ appKitAccount: { metadata: null } })
  })

  test('refuses a nonce that was used, also at another process', async () => {
    const { sessions, siwx, session } = await signIn(evm)
    await siwx.setSessions([])
    await sessions.getNonce?.({ chainId: evm.chainId, accountAddress: evm.accountAddress })
    await expect(siwx.addSession(session)).rejects.toMatchObject({
      code: 'siwx/invalid-session',
      reason: 'wrong-nonce',
    })
    expect(await signIn(evm)).toBeDefined()
  })

  test('gives no session to a page of another site', async () => {
    const { get } = await signIn(evm)
    expect(await get()).toHaveLength(1)
    origin = 'https://admin.shop.example'
    expect(await get()).toEqual([])
  })

  test('says why a project cannot use it', async () => {
    await expect(signIn(evm, create('off'))).rejects.toMatchObject({
      code: 'siwx/server-failed',
      status: 403,
      cause: 'sign-in-off',
    })
  })
})
