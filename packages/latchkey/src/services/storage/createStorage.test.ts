import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import { createFakeWindow } from '../../../fixtures/fakeWindow.js'
import { describeStorage } from '../../../fixtures/storageContract.js'
import type { StorageKey } from '../../core/runtime/ports.js'
import { createStorage } from './createStorage.js'

// Property tests are slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

function openStorage(instance = '') {
  const window = createFakeWindow()
  vi.stubGlobal('window', window)
  return { window, storage: createStorage({ instance }) }
}

afterEach(() => {
  vi.unstubAllGlobals()
})

const keys: readonly StorageKey[] = [
  'active_namespace',
  'active_caip_network_id',
  'connected_namespaces',
  'connection_status',
  'recent_wallets',
  'pairing_pending',
  'pairing_return_link',
  'eip155:connected_connector_id',
]

describeStorage('storage in the browser', () => {
  const { storage, window } = openStorage()
  return { storage, changeElsewhere: (key) => window.changeElsewhere(`@appkit/${key}`) }
})

describeStorage('storage of a named instance', () => {
  const { storage, window } = openStorage('second')
  return { storage, changeElsewhere: (key) => window.changeElsewhere(`@appkit/second/${key}`) }
})

describeStorage('storage for tests', () => {
  const storage = createFakeStorage()
  return {
    storage,
    changeElsewhere: (key) => storage.changeElsewhere(key, undefined),
  }
})

describe('format', () => {
  it('uses the public key names', () => {
    const { storage, window } = openStorage()
    storage.set('connected_namespaces', 'eip155,solana')
    storage.set('recent_wallets', '[{"id":"a","name":"A"}]')
    storage.set('eip155:connected_connector_id', 'injected')
    storage.set('pairing_pending', '5')
    expect(Object.fromEntries(window.items)).toEqual({
      '@appkit/connected_namespaces': 'eip155,solana',
      '@appkit/recent_wallets': '[{"id":"a","name":"A"}]',
      '@appkit/eip155:connected_connector_id': 'injected',
      '@appkit/pairing_pending': '5',
    })
  })

  it('separates instances', () => {
    const { storage, window } = openStorage('second')
    storage.set('active_namespace', 'eip155')
    expect([...window.items.keys()]).toEqual(['@appkit/second/active_namespace'])
    expect(createStorage({ instance: '' }).get('active_namespace')).toBeUndefined()
  })
})

describe('other tabs', () => {
  it('ignores items of other instances, pages and storage areas', () => {
    const { storage, window } = openStorage()
    const listener = vi.fn()
    storage.watch(listener)
    window.changeElsewhere(null)
    window.changeElsewhere('active_namespace')
    window.changeElsewhere('@appkit/other/active_namespace')
    window.changeElsewhere('@appkit/active_namespace', createFakeWindow().localStorage)
    expect(listener).not.toHaveBeenCalled()
  })
})

describe('errors', () => {
  it('never throws on any content', () => {
    const { storage, window } = openStorage()
    const content = fc.oneof(fc.string(), fc.json())
    fc.assert(
      fc.property(fc.constantFrom(...keys), content, (key, text) => {
        window.items.set(`@appkit/${key}`, text)
        const value = storage.get(key)
        // A value that can be read can be written and read again.
        if (value !== undefined) storage.set(key, value)
        if (value !== undefined) expect(storage.get(key)).toEqual(value)
      }),
    )
  })

  it('never throws when storage is full', () => {
    const { storage, window } = openStorage()
    window.localStorage.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
    storage.set('active_namespace', 'eip155')
    expect(storage.get('active_namespace')).toBeUndefined()
  })

  const blocked = {
    ...createFakeWindow(),
    get localStorage(): Storage {
      throw new DOMException('blocked', 'SecurityError')
    },
  }
  it.each([
    ['blocked', blocked],
    ['absent', { ...createFakeWindow(), localStorage: null }],
    ['beyond reach, without a window', undefined],
  ])('never throws when storage is %s', (_, window) => {
    vi.stubGlobal('window', window)
    const storage = createStorage({ instance: '' })
    storage.set('active_namespace', 'eip155')
    expect(storage.get('active_namespace')).toBeUndefined()
    storage.remove('active_namespace')
    storage.watch(() => {})()
  })
})
