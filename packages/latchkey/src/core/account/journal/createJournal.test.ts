import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import {
  journalPrefix,
  type Ports,
  type StorageItems,
  type StorageKey,
} from '../../runtime/ports.js'
import { getJournal, mergeRecords } from './createJournal.js'
import { isSettled, type Journal, type JournalEntry, statuses } from './journal.js'
import {
  isEntry,
  type JournalRecord,
  maxSettled,
  readRecord,
  readRecords,
  tidy,
  toKey,
  writeRecord,
} from './storedJournal.js'

vi.setConfig({ testTimeout: 60_000 })

const ends: (() => void)[] = []
const endAll = () => {
  for (const end of ends.splice(0)) end()
}
afterEach(endAll)

const request = { to: '0xB2', value: '5', data: '0xa9059cbb' }
const intent = { networkId: 'eip155:1', from: '0xA1', request } as const

function open(stored: Partial<StorageItems> = {}) {
  const { widget, storage, clock, end } = createTestWidget({ stored })
  ends.push(end)
  return { widget, storage, clock, journal: getJournal(widget) }
}

/** The next page, with the journal as it is stored. */
function reopen({ storage }: { readonly storage: Ports['storage'] }) {
  const keys = storage.keys(journalPrefix)
  return open(Object.fromEntries(keys.map((key) => [key, storage.get(key) ?? ''])))
}

it('records a mismatch for all tabs and raises one event', () => {
  const { widget, storage, journal } = open()
  const { id } = journal.open(intent)
  journal.update(id, { status: 'pending', hash: '0xhash' })
  journal.reportMismatch(id)
  expect(journal.entries()).toMatchObject([{ id, hash: '0xhash', isMismatch: true }])
  expect(reopen({ storage }).journal.entries()).toMatchObject([{ id, isMismatch: true }])
  expect(widget.stores.events.get().last?.data).toEqual({
    type: 'error',
    event: 'TRANSACTION_MISMATCH',
    properties: { network: 'eip155:1', hash: '0xhash' },
  })
})

/** Tabs with shared storage; each is notified of writes only when `tell` is called. */
function openTabs(count: number) {
  const shared = new Map<StorageKey, string>()
  const tabs = Array.from({ length: count }, () => {
    const { widget, end } = createTestWidget()
    ends.push(end)
    const listeners = new Set<(changed: StorageKey) => void>()
    Object.assign(widget.ports.storage, {
      get: (name: StorageKey) => shared.get(name),
      set: (name: StorageKey, value: string) => shared.set(name, value),
      remove: (name: StorageKey) => shared.delete(name),
      keys: (prefix: string) => [...shared.keys()].filter((name) => name.startsWith(prefix)),
      watch: (listener: (changed: StorageKey) => void) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    })
    const notify = () => {
      for (const listener of listeners) for (const name of [...shared.keys()]) listener(name)
    }
    return { journal: getJournal(widget), notify, storage: widget.ports.storage }
  })
  const storage = tabs[0]?.storage as Ports['storage']
  return { tabs, shared, storage }
}

describe('the journal', () => {
  it('stores an entry before `open` returns', () => {
    const { journal, storage } = open()
    const entry = journal.open(intent)
    const next = reopen({ storage }).journal
    expect(next.entries()).toEqual([entry])
    expect(entry).toMatchObject({ ...intent, status: 'requested' })
    expect(entry.id).toMatch(/^[0-9a-f]{32}$/)
  })

  it('lists the newest first', () => {
    const { journal, clock } = open()
    const first = journal.open(intent)
    void clock.advance(1_000)
    const second = journal.open(intent)
    expect(journal.entries().map(({ id }) => id)).toEqual(
      expect.arrayContaining([first.id, second.id]),
    )
  })

  it('works on pages without TLS', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const { journal } = open()
    expect(journal.open(intent).id).not.toBe(journal.open(intent).id)
    vi.unstubAllGlobals()
  })

  it('allows one claim per entry', () => {
    const { journal, storage } = open()
    const { id } = journal.open(intent)
    expect(journal.claim(id, request)?.requestedAt).toBeTypeOf('number')
    expect(journal.claim(id, request)).toBeUndefined()
    expect(reopen({ storage }).journal.claim(id, request)).toBeUndefined()
    expect(journal.claim('nobody', request)).toBeUndefined()
  })

  it('allows one claim per entry across tabs', () => {
    const { tabs } = openTabs(3)
    const [one, two, three] = tabs as [(typeof tabs)[0], (typeof tabs)[0], (typeof tabs)[0]]
    const { id } = one.journal.open(intent)
    // No tab has been notified yet.
    expect(two.journal.claim(id, request)).toBeDefined()
    expect(one.journal.claim(id, request)).toBeUndefined()
    expect(three.journal.claim(id, request)).toBeUndefined()
  })

  it('removes an entry in every tab', () => {
    const { tabs, storage } = openTabs(2)
    const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
    const { id } = one.journal.open(intent)
    two.notify()
    expect(two.journal.entries()).toHaveLength(1)
    one.journal.remove(id)
    two.journal.open(intent)
    one.notify()
    two.notify()
    expect(one.journal.entries().map((entry) => entry.id)).not.toContain(id)
    expect(reopen({ storage }).journal.entries()).toHaveLength(1)
    one.journal.update(id, { status: 'unclear' })
    expect(one.journal.entries().map((entry) => entry.id)).not.toContain(id)
  })

  it('keeps the entry of a tab that closes before any other tab reads it', () => {
    const stored = new Map<StorageKey, string>()
    /** A tab that never reads what others wrote after it opened. */
    const openStale = () => {
      const { widget, end } = createTestWidget()
      ends.push(end)
      const seen = new Map(stored)
      Object.assign(widget.ports.storage, {
        get: (name: StorageKey) => seen.get(name),
        keys: () => [...seen.keys()],
        set(name: StorageKey, value: string) {
          seen.set(name, value)
          stored.set(name, value)
        },
      })
      return getJournal(widget)
    }
    const [one, two] = [openStale(), openStale()]
    const ids = [one.open(intent), two.open(intent)].map(({ id }) => id)
    expect(
      openStale()
        .entries()
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids.sort())
  })

  it('restores the version of an entry that an older one overwrote', () => {
    const { tabs, shared } = openTabs(2)
    const [one, two] = tabs as [(typeof tabs)[0], (typeof tabs)[0]]
    const { id } = one.journal.open(intent)
    const old = shared.get(`${journalPrefix}${id}`) as string
    one.journal.update(id, { status: 'pending', hash: '0x01' })
    shared.set(`${journalPrefix}${id}`, old)
    one.notify()
    two.notify()
    for (const { journal } of tabs) expect(journal.entries()).toMatchObject([{ hash: '0x01' }])
  })

  it('does not reopen a settled entry', () => {
    const { journal } = open()
    const { id } = journal.open(intent)
    journal.update(id, { status: 'final', hash: '0x01' })
    journal.update(id, { status: 'pending' })
    expect(journal.entries()[0]?.status).toBe('final')
    journal.update('nobody', { status: 'final' })
    expect(journal.entries()).toHaveLength(1)
  })

  it('goes back to pending before it is settled', () => {
    const { journal } = open()
    const { id } = journal.open(intent)
    journal.update(id, { status: 'included', hash: '0x01', blockHash: '0x02' })
    journal.update(id, { status: 'pending', blockHash: undefined })
    expect(journal.entries()[0]).toMatchObject({ status: 'pending', hash: '0x01' })
    expect(journal.entries()[0]?.blockHash).toBeUndefined()
  })

  it('keeps all unsettled entries and the newest settled ones', () => {
    const { journal, storage } = open()
    const underway = Array.from({ length: 30 }, () => journal.open(intent).id)
    for (let count = 0; count < maxSettled + 50; count += 1) {
      journal.update(journal.open(intent).id, { status: 'final', hash: '0x01' })
    }
    const kept = reopen({ storage }).journal.entries()
    expect(kept.filter(isSettled)).toHaveLength(maxSettled)
    expect(storage.keys(journalPrefix)).toHaveLength(maxSettled + underway.length)
    expect(
      kept
        .filter((entry) => !isSettled(entry))
        .map(({ id }) => id)
        .sort(),
    ).toEqual(underway.sort())
  })

  it('works in memory when storage is unavailable', () => {
    const { widget, end } = createTestWidget()
    ends.push(end)
    Object.assign(widget.ports.storage, { get: () => undefined, set: () => undefined })
    const journal = getJournal(widget)
    const { id } = journal.open(intent)
    expect(journal.claim(id, request)).toBeDefined()
    expect(journal.claim(id, request)).toBeUndefined()
    journal.update(id, { status: 'pending', hash: '0x01' })
    expect(journal.entries()[0]).toMatchObject({ id, status: 'pending', hash: '0x01' })
  })

  it('stores unsettled entries first when storage is full', () => {
    const { widget, storage, end } = createTestWidget()
    ends.push(end)
    const { set } = storage
    const room = 2_000
    widget.ports.storage.set = (name, value) => {
      const others = storage.keys(journalPrefix).filter((key) => key !== name)
      const size = others.reduce((sum, key) => sum + (storage.get(key)?.length ?? 0), 0)
      if (size + value.length <= room) set(name, value)
    }
    const journal = getJournal(widget)
    for (let count = 0; count < 20; count += 1) {
      journal.update(journal.open(intent).id, { status: 'final', hash: '0x01' })
    }
    const waiting = [journal.open(intent).id, journal.open(intent).id]
    expect(journal.entries()).toHaveLength(22)
    const kept = readRecords(storage).filter(isEntry)
    expect(kept.map((one) => one.id)).toEqual(expect.arrayContaining(waiting))
    expect(kept.length).toBeLessThan(22)
  })

  it('does not store long calldata and icons', () => {
    const { journal, storage } = open()
    const entry = journal.open({
      ...intent,
      request: { ...request, data: `0x${'00'.repeat(40_000)}` },
    })
    expect(storage.get(toKey(entry))?.length).toBeLessThan(1_000)
  })

  it('notifies its listeners', () => {
    const { journal } = open()
    const received = vi.fn()
    const stop = journal.subscribe(received)
    journal.open(intent)
    stop()
    journal.open(intent)
    expect(received).toHaveBeenCalledTimes(1)
  })
})

const id = fc.constantFrom('a', 'b', 'c', 'd')
const hash = fc.constantFrom(undefined, '0x01', '0x02')
const entry: fc.Arbitrary<JournalRecord> = fc
  .record({
    id,
    status: fc.constantFrom(...statuses),
    hash,
    requestedAt: fc.option(fc.nat(5), { nil: undefined }),
    revision: fc.nat(3),
    isProvisional: fc.constantFrom(true, undefined),
  })
  .map((fields) => ({ ...intent, ...fields, madeAt: fields.id.charCodeAt(0) }))
const removed: fc.Arbitrary<JournalRecord> = id.map((name) => ({
  id: name,
  madeAt: name.charCodeAt(0),
  status: 'removed' as const,
}))
const records = fc
  .array(fc.oneof({ weight: 9, arbitrary: entry }, removed))
  .map((list) =>
    [...mergeRecords([], list).values()].flatMap(
      (record) => readRecord({ get: () => writeRecord(record) }, toKey(record)) ?? [],
    ),
  )
const merged = (...lists: (readonly JournalRecord[])[]) =>
  tidy(
    lists.reduce<readonly JournalRecord[]>(
      (all, list) => [...mergeRecords(all, list).values()],
      [],
    ),
  )

describe('mergeRecords', () => {
  it('does not depend on order or repetition', () => {
    fc.assert(
      fc.property(records, records, records, (one, two, three) => {
        const all = merged(one, two, three)
        expect(merged(three, one, two)).toEqual(all)
        expect(merged(one, merged(two, three))).toEqual(all)
        expect(merged(all, two)).toEqual(all)
      }),
    )
  })

  it('never loses an entry, a hash or a settled status', () => {
    fc.assert(
      fc.property(records, records, (one, two) => {
        const all = new Map(merged(one, two).map((kept) => [kept.id, kept]))
        for (const kept of [...one, ...two]) {
          const now = all.get(kept.id)
          expect(now).toBeDefined()
          if (!now || !isEntry(now) || !isEntry(kept)) continue
          if (isSettled(kept)) expect(isSettled(now)).toBe(true)
          else if (kept.hash !== undefined) expect(now.hash).toBeDefined()
        }
      }),
    )
  })

  it('makes all tabs agree after any sequence of steps', () => {
    type Step = {
      tab: number
      act: 'open' | 'claim' | 'hash' | 'end' | 'remove' | 'sync'
      pick: number
    }
    const step: fc.Arbitrary<Step> = fc.record({
      tab: fc.nat(2),
      act: fc.constantFrom('open', 'claim', 'hash', 'end', 'remove', 'sync'),
      pick: fc.nat(9),
    })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { tabs } = openTabs(3)
        const claims = new Map<string, number>()
        const opened: string[] = []
        for (const { tab, act, pick } of steps) {
          const { journal, notify } = tabs[tab] as (typeof tabs)[0]
          const target = opened[pick % Math.max(opened.length, 1)] ?? 'nobody'
          run(journal, act, target, opened, claims)
          if (act === 'sync') notify()
        }
        for (let round = 0; round < 3; round += 1) for (const { notify } of tabs) notify()
        const [first, ...rest] = tabs.map(({ journal }) => journal.entries())
        for (const other of rest) expect(other).toEqual(first)
        for (const count of claims.values()) expect(count).toBeLessThanOrEqual(1)
        endAll()
      }),
      { numRuns: 300 },
    )
  })
})

function run(
  journal: Journal,
  act: string,
  target: string,
  opened: string[],
  claims: Map<string, number>,
) {
  if (act === 'open') opened.push(journal.open(intent).id)
  if (act === 'claim' && journal.claim(target, request)) {
    claims.set(target, (claims.get(target) ?? 0) + 1)
  }
  if (act === 'hash') journal.update(target, { status: 'pending', hash: '0x01' })
  if (act === 'end') journal.update(target, { status: 'final', hash: '0x01' })
  if (act === 'remove') journal.remove(target)
}

describe('stored records', () => {
  const good = writeRecord({
    ...intent,
    id: 'good',
    madeAt: 1,
    status: 'requested',
  } as JournalEntry)
  const openWith = (text: string) => open({ 'transactions_journal:good': text })

  it.each([
    ['empty', ''],
    ['not JSON', '{"id":"a"'],
    ['a list', `[${good}]`],
    ['null', 'null'],
    ['a number', '7'],
    ['without a transaction', '{"id":"good","madeAt":1}'],
    ['an unknown status', good.replace('requested', 'won')],
    ['an unknown network', good.replace('eip155:1', 'near:1')],
    ['an invalid amount', good.replace('"5"', '"5e3"')],
    ['the id of another item', good.replace('"good"', '"other"')],
    ['an invalid time', good.replace('"madeAt":1', '"madeAt":1e400')],
    ['a pending transaction without a hash', good.replace('requested', 'pending')],
  ])('are dropped when the content is: %s', (_, text) => {
    expect(openWith(text).journal.entries()).toEqual([])
  })

  it('are dropped when the id is hostile', () => {
    const text = good.replace('"good"', '"<img src=x>"')
    expect(open({ 'transactions_journal:<img src=x>': text }).journal.entries()).toEqual([])
  })

  it('are kept if they are valid', () => {
    const { journal } = open({
      'transactions_journal:good': good,
      'transactions_journal:bad': 'null',
    })
    expect(journal.entries().map((kept) => kept.id)).toEqual(['good'])
  })

  it('accept any content of the storage', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json(), fc.constant(good)), (text) => {
        const { journal, storage } = openWith(text)
        const opened = journal.open(intent)
        expect(journal.entries().map((kept) => kept.id)).toContain(opened.id)
        expect(readRecords(storage).map((kept) => kept.id)).toContain(opened.id)
        endAll()
      }),
      { numRuns: 200 },
    )
  })
})
