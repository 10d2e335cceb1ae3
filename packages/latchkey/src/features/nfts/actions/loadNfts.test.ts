import type { Nft } from '@latchkey/wire/http/nfts'
import { afterEach, expect, test } from 'vitest'
import { evmNetwork } from '../../../../fixtures/evmNetwork.js'
import { createFakeProvider } from '../../../../fixtures/fakeProvider.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import { ProviderError } from '../../../core/runtime/errors/provider.js'
import * as limits from '../../../core/runtime/limits.js'
import { nftsOf, ownerKey } from '../store.js'
import { loadNfts } from './loadNfts.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const network = evmNetwork('1')
const owner = { address: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', network }
const collection = { address: '0x00000000000000000000000000000000000000c0', name: 'Keys' }

const nft = (number: number, more: Partial<Nft> = {}): Nft => ({
  chainId: network.id,
  standard: 'ERC721',
  collection,
  tokenId: String(number),
  quantity: '1',
  name: `Key ${number}`,
  description: null,
  image: null,
  isSpam: false,
  ...more,
})

type Page = { readonly data: readonly Nft[]; readonly next: string | null }

/** A provider with these pages by cursor; the first has none. */
function widgetWith(pages: Record<string, Page>) {
  const provider = createFakeProvider({ getAccountNfts: ({ cursor = '' }) => pages[cursor] })
  const made = createTestWidget({ provider, options: { providerUrl: 'http://127.0.0.1:1' } })
  ends.push(made.end)
  const { widget } = made
  return {
    ...made,
    provider,
    list: () => nftsOf(widget).get().lists[ownerKey(owner)],
    names: () =>
      nftsOf(widget)
        .get()
        .lists[ownerKey(owner)]?.items.map(({ name }) => name),
    load: (goal: 'first' | 'next' | 'again', signal?: AbortSignal) =>
      loadNfts(widget, { ...owner, goal, signal }),
    requestCount: () => provider.count('getAccountNfts'),
  }
}

test('loads page after page without duplicates', async () => {
  const { load, names, list, requestCount, provider } = widgetWith({
    '': { data: [nft(1), nft(2)], next: 'b' },
    // A new item moved the last one to the next page, so it appears twice.
    b: { data: [nft(2), nft(3)], next: null },
  })
  await load('first')
  expect(names()).toEqual(['Key 1', 'Key 2'])
  await load('next')
  expect(names()).toEqual(['Key 1', 'Key 2', 'Key 3'])
  await load('next')
  expect([requestCount(), list()?.next]).toEqual([2, null])
  expect(provider.calls[1]?.input).toMatchObject({ cursor: 'b', chainId: 'eip155:1' })
})

test('reloads a stale first page and keeps the others if it is unchanged', async () => {
  const { load, names, requestCount, clock, provider } = widgetWith({
    '': { data: [nft(1)], next: 'b' },
    b: { data: [nft(2)], next: null },
  })
  await load('first')
  await load('next')
  await load('first')
  expect(requestCount()).toBe(2)
  await clock.advance(limits.balanceLifetime)
  await load('first')
  expect([requestCount(), names()]).toEqual([3, ['Key 1', 'Key 2']])

  provider.answer('getAccountNfts', () => ({ data: [nft(9), nft(1)], next: 'b' }))
  await clock.advance(limits.balanceLifetime)
  await load('first')
  expect(names()).toEqual(['Key 9', 'Key 1'])
})

test('keeps loaded items on failure, waits, and retries on request', async () => {
  const { load, names, list, requestCount, clock, provider, events } = widgetWith({
    '': { data: [nft(1)], next: 'b' },
  })
  await load('first')
  provider.answer('getAccountNfts', () => {
    throw new ProviderError('server-error')
  })
  await load('next')
  expect(names()).toEqual(['Key 1'])
  expect(list()?.failure).toMatchObject({ cursor: 'b' })
  expect(events).toContain('API_ERROR')
  await load('first')
  expect(requestCount()).toBe(2)

  provider.answer('getAccountNfts', ({ cursor }) => ({
    data: cursor === 'b' ? [nft(2)] : [nft(1)],
    next: null,
  }))
  await load('again')
  expect([names(), list()?.failure]).toEqual([['Key 1', 'Key 2'], undefined])

  provider.answer('getAccountNfts', () => {
    throw new ProviderError('unreachable')
  })
  await clock.advance(limits.balanceLifetime)
  await load('first')
  await clock.advance(limits.balanceRetryGap)
  await load('first')
  expect([requestCount(), names()]).toEqual([5, ['Key 1', 'Key 2']])
})

test('skips a few empty pages and stops at a repeating cursor', async () => {
  const pages = Object.fromEntries(
    Array.from({ length: 10 }, (_, page) => [
      page === 0 ? '' : String(page),
      { data: page === 6 ? [nft(6)] : [], next: page === 9 ? '9' : String(page + 1) },
    ]),
  )
  const { load, names, list, requestCount } = widgetWith(pages)
  await load('first')
  expect([requestCount(), list()?.isExhausted, names()]).toEqual([4, true, []])
  await load('next')
  expect([requestCount(), list()?.isExhausted, names()]).toEqual([7, false, ['Key 6']])
  await load('next')
  expect([requestCount(), list()?.next]).toEqual([10, null])
})

test('changes nothing when aborted, and separates accounts', async () => {
  const { load, list, widget, provider } = widgetWith({ '': { data: [nft(1)], next: null } })
  provider.answer('getAccountNfts', () => new Promise(() => {}))
  const controller = new AbortController()
  const waiting = load('first', controller.signal)
  controller.abort()
  await expect(waiting).rejects.toThrow()
  expect(list()).toBeUndefined()

  provider.answer('getAccountNfts', () => ({ data: [nft(1)], next: null }))
  const other = { address: '0x0000000000000000000000000000000000000001', network }
  await loadNfts(widget, { ...other, goal: 'first' })
  expect(nftsOf(widget).get().lists[ownerKey(other)]?.items).toHaveLength(1)
  expect(list()).toBeUndefined()
})

test('drops items of other networks and items no longer owned', async () => {
  const { load, names } = widgetWith({
    '': {
      data: [nft(1, { chainId: 'eip155:8453' }), nft(2, { quantity: '0' }), nft(3)],
      next: null,
    },
  })
  await load('first')
  expect(names()).toEqual(['Key 3'])
})
