import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import type { Network } from '../../../core/network/network.js'
import { ProviderError } from '../../../core/runtime/errors/provider.js'
import { activityOf } from '../store.js'
import { loadActivity, loadMoreActivity } from './loadActivity.js'

const address = `0x${'a'.repeat(40)}`

const transaction = (hash: string, chain = 'eip155:1') => ({
  id: hash,
  metadata: {
    operationType: 'receive',
    hash,
    minedAt: '2026-11-16T12:00:00Z',
    sentFrom: `0x${'b'.repeat(40)}`,
    sentTo: address,
    status: 'confirmed',
    nonce: 1,
    chain,
  },
  transfers: [{ fungible_info: { symbol: 'ETH' }, direction: 'in', quantity: { numeric: '1' } }],
})
const page = (hashes: readonly string[], next: string | null = null) => ({
  data: hashes.map((hash) => transaction(hash)),
  next,
})

let provider: ReturnType<typeof createFakeProvider>
let world: ReturnType<typeof createTestWidget>
let network: Network
let base: Network

beforeEach(() => {
  provider = createFakeProvider()
  world = createTestWidget({ provider })
  ;[network, base] = world.widget.stores.network.get().networks as [Network, Network]
})
afterEach(() => world.end())

const state = () => activityOf(world.widget).get()
const ids = () => state().items.map(({ id }) => id)
const load = (on = network) => loadActivity(world.widget, { address, network: on })
const more = () => loadMoreActivity(world.widget, { address, network })

describe('loadActivity', () => {
  test('loads the first page, then the next ones', async () => {
    provider.answer('getAccountHistory', ({ cursor }) =>
      cursor ? page(['c', 'b', 'a']) : page(['d', 'c'], 'next'),
    )
    await load()
    expect(ids()).toEqual(['d', 'c'])
    await more()
    expect(ids()).toEqual(['d', 'c', 'b', 'a'])
    expect(state().next).toBeUndefined()
    expect(provider.calls.map(({ input }) => input)).toEqual([
      { account: address, chainId: 'eip155:1' },
      { account: address, chainId: 'eip155:1', cursor: 'next' },
    ])
    expect(world.events).toEqual(['LOAD_MORE_TRANSACTIONS'])
    await more()
    expect(provider.calls).toHaveLength(2)
  })

  test('keeps older pages when the new first page overlaps them', async () => {
    provider.answer('getAccountHistory', ({ cursor }) =>
      cursor ? page(['b', 'a'], 'older') : page(['d', 'c'], 'next'),
    )
    await load()
    await more()
    provider.answer('getAccountHistory', () => page(['e', 'd'], 'newer'))
    await load()
    expect(ids()).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(state().next).toBe('older')
    provider.answer('getAccountHistory', () => page(['z', 'y'], 'far'))
    await load()
    expect(ids()).toEqual(['z', 'y'])
    expect(state().next).toBe('far')
  })

  test('drops the response for an account or network no longer shown', async () => {
    let answer: (value: unknown) => void = () => undefined
    provider.answer('getAccountHistory', ({ chainId }) =>
      chainId === 'eip155:1' ? new Promise((resolve) => (answer = resolve)) : page([]),
    )
    const late = load()
    await load(base)
    answer(page(['a']))
    await late
    expect(state()).toMatchObject({ key: `eip155:8453:${address}`, items: [] })
  })

  test('keeps the loaded pages and rejects when a page fails', async () => {
    provider.answer('getAccountHistory', () => page(['a'], 'next'))
    await load()
    provider.answer('getAccountHistory', () => {
      throw new ProviderError('server-error', { status: 503 })
    })
    await expect(more()).rejects.toMatchObject({
      code: 'activity/history-failed',
      message: 'Failed to fetch transactions',
    })
    expect(ids()).toEqual(['a'])
    expect(state().next).toBe('next')
    expect(world.events).toEqual(['LOAD_MORE_TRANSACTIONS', 'ERROR_FETCH_TRANSACTIONS'])
    expect(world.widget.stores.events.get().last?.data.properties).toEqual({
      address,
      projectId: 'test',
      cursor: 'next',
      isSmartAccount: false,
    })
  })

  test('does not fail for a network without history', async () => {
    provider.answer('getAccountHistory', () => {
      const reasons = [{ field: 'chainId', description: 'Not served here.' }]
      throw new ProviderError('refused', { status: 400, reasons })
    })
    await load()
    expect(state()).toMatchObject({ isRead: true, isIndexed: false, items: [] })
    expect(world.events).toEqual([])
  })

  test('stores and reports nothing when aborted', async () => {
    const over = new AbortController()
    provider.answer('getAccountHistory', () => {
      over.abort()
      throw over.signal.reason
    })
    const given = { address, network, signal: over.signal }
    await expect(loadActivity(world.widget, given)).rejects.toBe(over.signal.reason)
    expect(state().isRead).toBe(false)
    expect(world.events).toEqual([])
  })

  test('stops at a repeating cursor and at empty pages', async () => {
    provider.answer('getAccountHistory', () => page([], 'again'))
    await load()
    await more()
    expect(state()).toMatchObject({ next: undefined, emptyPages: 2 })
  })

  test('has only the journal without a provider', async () => {
    const alone = createTestWidget()
    await loadActivity(alone.widget, { address, network })
    expect(activityOf(alone.widget).get()).toMatchObject({ isRead: true, isIndexed: false })
    alone.end()
  })
})
