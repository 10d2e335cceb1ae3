import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeWindow, type FakeWindow } from '../../../fixtures/fakeWindow.js'
import type { SiwxSession } from '../../core/siwx/siwx.js'
import { localSessions } from './localSessions.js'

const chainId = 'eip155:1'
const address = '0x742d35Cc6634C0532925a3b844Bc9e7595f2bD3e'
const key = '@appkit/siwx'

let window: FakeWindow
beforeEach(() => {
  window = createFakeWindow()
  vi.stubGlobal('window', window)
})
afterEach(() => vi.unstubAllGlobals())

function createSession(more: Partial<SiwxSession['data']> = {}, signature = '0x01'): SiwxSession {
  return {
    data: {
      accountAddress: address,
      chainId,
      domain: 'shop.example',
      uri: 'https://shop.example',
      version: '1',
      nonce: 'k3Xw9QpLm2Zr',
      ...more,
    },
    message: 'text',
    signature,
  }
}

describe('sessions in the browser', () => {
  test('are shared by tabs', async () => {
    const [one, other] = [localSessions(), localSessions()]
    await one.add(createSession())
    expect(await other.get(chainId, address)).toEqual([createSession()])
    await other.add(createSession({ chainId: 'eip155:10' }))
    await one.delete(chainId, address)
    expect(await other.get(chainId, address)).toEqual([])
    expect(await one.get('eip155:10', address)).toHaveLength(1)
  })

  test('are found by exactly their account and network', async () => {
    const storage = localSessions()
    await storage.add(createSession())
    expect(await storage.get(chainId, address.toLowerCase())).toEqual([])
    expect(await storage.get('eip155:10', address)).toEqual([])
    expect(await storage.get(chainId, address)).toEqual([createSession()])
  })

  test('are deleted only if they are still the expected one', async () => {
    const storage = localSessions()
    await storage.add(createSession({}, '0x02'))
    await storage.delete(chainId, address, createSession({}, '0x01'))
    expect(await storage.get(chainId, address)).toHaveLength(1)
    await storage.delete(chainId, address, createSession({}, '0x02'))
    expect(await storage.get(chainId, address)).toEqual([])
  })

  test('have the key of the site', async () => {
    await localSessions({ key: 'shop' }).add(createSession())
    expect([...window.items.keys()]).toEqual(['shop'])
    expect(await localSessions().get(chainId, address)).toEqual([])
  })

  test('do not fill the storage: the oldest are dropped', async () => {
    const storage = localSessions()
    for (let id = 1; id <= 105; id += 1)
      await storage.add(createSession({ chainId: `eip155:${id}` }))
    expect(await storage.get('eip155:5', address)).toEqual([])
    expect(await storage.get('eip155:6', address)).toHaveLength(1)
    expect(await storage.get('eip155:105', address)).toHaveLength(1)
  })
})

describe('corrupt sessions', () => {
  test('never make a call throw, and are dropped', async () => {
    const content = fc.oneof(fc.string(), fc.json(), fc.constant('['), fc.constant('{"a":1}'))
    await fc.assert(
      fc.asyncProperty(content, async (text) => {
        window.items.set(key, text)
        const storage = localSessions()
        expect(await storage.get(chainId, address)).toEqual([])
        await storage.delete(chainId, address)
        await storage.add(createSession())
        expect(await storage.get(chainId, address)).toEqual([createSession()])
      }),
      { numRuns: 50 },
    )
  })

  test('do not take the valid ones with them', async () => {
    const valid = createSession()
    const broken = [null, 7, 'text', [], {}, { ...valid, data: null }, { ...valid, message: 1 }]
    window.items.set(key, JSON.stringify([...broken, valid, { ...valid, signature: undefined }]))
    expect(await localSessions().get(chainId, address)).toEqual([valid])
    await localSessions().add(createSession({ chainId: 'eip155:10' }))
    expect(JSON.parse(window.items.get(key) ?? '')).toHaveLength(2)
  })
})

describe('without local storage', () => {
  const throwing = {
    getItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
    removeItem: () => {
      throw new DOMException('blocked', 'SecurityError')
    },
  }
  test.each([
    ['blocked', { localStorage: throwing }],
    ['missing', { localStorage: undefined }],
    ['not there, on a server', undefined],
  ])('(%s) sessions last as long as the page', async (_, replaced) => {
    vi.stubGlobal('window', replaced)
    const storage = localSessions()
    await storage.add(createSession())
    expect(await storage.get(chainId, address)).toEqual([createSession()])
    expect(await localSessions().get(chainId, address)).toEqual([])
    await storage.set([])
    expect(await storage.get(chainId, address)).toEqual([])
  })

  test('that is full, older sessions are still read after the page is left', async () => {
    await localSessions().add(createSession())
    const { setItem } = window.localStorage
    window.localStorage.setItem = throwing.setItem
    const storage = localSessions()
    await storage.add(createSession({}, '0x02'))
    expect(await storage.get(chainId, address)).toEqual([createSession({}, '0x02')])
    window.localStorage.setItem = setItem
    expect(await localSessions().get(chainId, address)).toEqual([createSession()])
  })
})
