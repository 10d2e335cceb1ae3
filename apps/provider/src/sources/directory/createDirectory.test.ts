import { getWallets } from '@latchkey/wire/http/wallets'
import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { createDirectory } from './createDirectory.js'

const wallets = [
  { id: 'unmask', name: 'Unmasked Azur' },
  {
    id: 'meta',
    name: 'MetaMask',
    badge_type: 'certified',
    chains: ['eip155:1', 'eip155:10'],
    rdns: 'io.metamask',
  },
  {
    id: 'trust',
    name: 'Trust Wallet',
    badge_type: 'certified',
    chains: ['eip155:1', 'solana:main'],
    rdns: 'com.trust',
  },
  { id: 'token', name: 'TokenPocket', chains: ['eip155:56'] },
  { id: 'pocket', name: 'Pocket Universe', badge_type: 'none' },
  { id: 'cafe', name: 'Café Zürich', chains: ['cosmos:hub'] },
  { id: 'dcent', name: "D'CENT", chains: ['eip155:1'], rdns: 'com.dcent' },
  { id: 'mask', name: 'Mask' },
] as const
const directory = createDirectory(
  wallets.map((wallet) => ({ ...wallet, chains: [...('chains' in wallet ? wallet.chains : [])] })),
)

const everything = wallets.map(({ id }) => id).join(' ')

/** Queries with URL parameters, as a caller does. */
function search(fields: Record<string, string>, from = directory) {
  const { data, count } = from.find(v.parse(getWallets.query, fields))
  return { ids: data.map(({ id }) => id).join(' '), count }
}

describe('finding wallets', () => {
  it.each<[string, Record<string, string>, string]>([
    ['everything', {}, everything],
    [
      'the beginning of a name, then of words, then the middle',
      { search: 'mask' },
      'mask meta unmask',
    ],
    ['a word inside a name', { search: 'pocket' }, 'pocket token'],
    ['any case, spaces around', { search: '  TRUST ' }, 'trust'],
    ['several words', { search: 'trust wal' }, 'trust'],
    ['a name without its accents', { search: 'cafe zur' }, 'cafe'],
    ['a word without its accents as well as with them', { search: 'zur' }, 'cafe unmask'],
    ['a name with accents it does not have', { search: 'mètamásk' }, 'meta'],
    ['a name without its punctuation', { search: 'dcent' }, 'dcent'],
    ['letters inside a word', { search: 'ocke' }, 'token pocket'],
    ['no match', { search: 'zzz' }, ''],
    ['punctuation alone', { search: '!!' }, ''],
    ['blanks alone', { search: '   ' }, everything],
    ['the certified', { badge_type: 'certified' }, 'meta trust'],
    ['the certified, by the other name', { badge: 'certified' }, 'meta trust'],
    ['those without a badge', { badge_type: 'none' }, 'unmask token pocket cafe dcent mask'],
    ['only these', { include: 'dcent,meta,unknown' }, 'meta dcent'],
    ['all but these', { exclude: 'dcent,meta,unknown' }, 'unmask trust token pocket cafe mask'],
    ['these but not those', { include: 'dcent,meta', exclude: 'meta' }, 'dcent'],
    ['all wallets for empty lists', { include: ',', exclude: '', chains: '' }, everything],
    ['a network', { chains: 'eip155:10' }, 'meta'],
    ['any of several networks', { chains: 'eip155:56,cosmos:hub,solana:main' }, 'trust token cafe'],
    ['no wallet for an unused network', { chains: 'eip155:9' }, ''],
    ['installed wallets by rdns', { rdns: 'com.dcent,io.metamask' }, 'meta dcent'],
    ['installed wallets by name', { names: 'tokenpocket,MASK' }, 'token mask'],
    [
      'installed wallets by either',
      { names: 'Mask', rdns: 'io.metamask', badge: 'certified' },
      'meta',
    ],
    ['search within limits', { search: 'm', chains: 'eip155:1', exclude: 'meta' }, ''],
    [
      'all wallets with an unsupported order',
      { sort: 'wcpay', include_pay_only: 'true' },
      everything,
    ],
  ])('finds %s', (_, fields, expected) => {
    expect(search(fields)).toEqual({
      ids: expected,
      count: expected === '' ? 0 : expected.split(' ').length,
    })
  })

  it.each<[string, Record<string, string>, string]>([
    ['the first page', { page: '1', entries: '3' }, 'unmask meta trust'],
    ['the last one', { page: '3', entries: '3' }, 'dcent mask'],
    ['a page that does not exist', { page: '10000', entries: '100' }, ''],
    ['a page of a search', { page: '2', entries: '1', search: 'pocket' }, 'token'],
  ])('gives %s', (_, fields, expected) => {
    expect(search(fields).ids).toBe(expected)
  })

  it('counts all matches, not only the page', () => {
    expect(search({ page: '2', entries: '1', badge_type: 'certified' })).toEqual({
      ids: 'trust',
      count: 2,
    })
  })
})

const chain = fc.constantFrom('eip155:1', 'eip155:10', 'solana:main', 'cosmos:hub')
const wallet = fc.record({
  name: fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...'aAbéB m-') }),
  badge_type: fc.constantFrom('certified' as const, 'none' as const, undefined),
  chains: fc.uniqueArray(chain),
})
const query = fc.record(
  {
    search: fc.constantFrom('a', 'b', 'É', 'ab', 'm-'),
    badge_type: fc.constantFrom('certified', 'none'),
    chains: fc.uniqueArray(chain, { minLength: 1 }).map((list) => list.join(',')),
    include: fc.uniqueArray(fc.nat(60), { minLength: 1 }).map((list) => list.join(',')),
    exclude: fc.uniqueArray(fc.nat(60)).map((list) => list.join(',')),
  },
  { requiredKeys: [] },
)

describe('pages', () => {
  it('together contain every match once, in order', () => {
    fc.assert(
      fc.property(
        fc.array(wallet, { maxLength: 60 }),
        query,
        fc.integer({ min: 1, max: 20 }),
        (list, fields, entries) => {
          const some = createDirectory(list.map((one, index) => ({ ...one, id: String(index) })))
          const whole = search({ ...fields, entries: '100' }, some)
          const paged: string[] = []
          for (let page = 1; paged.length < whole.count; page++) {
            const { ids, count } = search(
              { ...fields, page: String(page), entries: String(entries) },
              some,
            )
            expect(count).toBe(whole.count)
            expect(ids).not.toBe('')
            paged.push(...ids.split(' '))
          }
          expect(paged.join(' ')).toBe(whole.ids)
          expect(new Set(paged).size).toBe(whole.count)
          const beyond = String(Math.ceil(whole.count / entries) + 1)
          expect(search({ ...fields, page: beyond, entries: String(entries) }, some).ids).toBe('')
        },
      ),
      { numRuns: 150 },
    )
  })

  it('leave out only wallets that the query excludes', () => {
    fc.assert(
      fc.property(fc.array(wallet, { maxLength: 40 }), query, (list, fields) => {
        const some = createDirectory(list.map((one, index) => ({ ...one, id: String(index) })))
        const found = new Set(search({ ...fields, entries: '100' }, some).ids.split(' '))
        const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
        for (const [index, one] of list.entries()) {
          const fits =
            (!fields.include || fields.include.split(',').includes(String(index))) &&
            !(fields.exclude ?? '').split(',').includes(String(index)) &&
            (!fields.badge_type || (one.badge_type ?? 'none') === fields.badge_type) &&
            (!fields.chains ||
              fields.chains.split(',').some((id) => one.chains.some((c) => c === id))) &&
            (!fields.search ||
              plain(one.name).trim().includes(plain(fields.search)) ||
              plain(one.name).replace(/[ -]/g, '').includes(plain(fields.search).replace(/-/g, '')))
          expect(found.has(String(index))).toBe(fits)
        }
      }),
      { numRuns: 150 },
    )
  })
})
