import { afterEach, describe, expect, it, vi } from 'vitest'
import { createFakeFamily } from '../../../../fixtures/fakeFamily.js'
import {
  createFakeChain,
  type FakeChain,
  withTransfers,
} from '../../../../fixtures/fakeTransfers.js'
import { createTestWidget } from '../../../../fixtures/testWidget.js'
import type { ChainSession } from '../../connection/family.js'
import type { TransactionOutcome, TransferReading } from '../../connection/transfer.js'
import { getNetworkById } from '../../network/store.js'
import * as limits from '../../runtime/limits.js'
import { getBalances } from '../balance.js'
import { getJournal } from './createJournal.js'
import type { JournalEntry } from './journal.js'
import { toKey, writeRecord } from './storedJournal.js'

vi.setConfig({ testTimeout: 60_000 })

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

const now = 1_700_000_000_000
const intent = {
  networkId: 'eip155:1',
  from: '0xA1',
  request: { to: '0xB2', value: '5' },
} as const

const aSwap = {
  step: 'swap',
  source: { symbol: 'ETH', decimals: 18, units: '5' },
  target: { symbol: 'USDC', decimals: 6, units: '7', tokenAddress: '0xc3' },
} as const

function entry(changes: Partial<JournalEntry> = {}): JournalEntry {
  const { id = 'one', ...rest } = changes
  return {
    ...intent,
    id,
    madeAt: now,
    requestedAt: now,
    status: 'pending',
    hash: `0x${id}`,
    ...rest,
  }
}

function start(stored: readonly JournalEntry[] = [], reading: Partial<TransferReading> = {}) {
  const chain: FakeChain = createFakeChain()
  const follow = vi.fn<TransferReading['follow']>(async () => ({ status: 'pending' }))
  Object.assign(chain.reading, { follow, ...reading })
  const family = createFakeFamily()
  const made = createTestWidget({
    options: { families: [withTransfers(family, chain)] },
    stored: Object.fromEntries(stored.map((entry) => [toKey(entry), writeRecord(entry)])),
  })
  ends.push(made.end)
  const status = (id = 'one') => entries().find((one) => one.id === id)?.status
  const entries = () => getJournal(made.widget).entries()
  return { ...made, family, chain, follow, entries, status }
}

const mockOutcome = (follow: ReturnType<typeof start>['follow'], outcome: TransactionOutcome) =>
  follow.mockResolvedValue(outcome)

/** The watcher is lazily loaded, which takes real time. */
const started = (follow: ReturnType<typeof start>['follow']) =>
  vi.waitFor(() => expect(follow).toHaveBeenCalled())

describe('watchJournal', () => {
  it('follows stored transactions until they are settled', async () => {
    const { follow, clock, status, entries } = start([entry({ nonce: '7' })])
    await started(follow)
    expect(follow.mock.calls[0]?.[0].transaction).toMatchObject({ hash: '0xone', nonce: '7' })
    mockOutcome(follow, { status: 'included', blockHash: '0xb1', minedAt: 5 })
    await clock.advance(limits.nodePolling)
    expect(entries()[0]).toMatchObject({ status: 'included', blockHash: '0xb1', nonce: '7' })
    mockOutcome(follow, { status: 'pending' })
    await clock.advance(limits.transactionPolling)
    expect(status()).toBe('pending')
    expect(entries()[0]?.blockHash).toBeUndefined()
    mockOutcome(follow, { status: 'final', blockHash: '0xb2' })
    await clock.advance(limits.transactionPolling)
    expect(status()).toBe('final')
    const { length } = follow.mock.calls
    await clock.advance(600_000)
    expect(follow).toHaveBeenCalledTimes(length)
    expect(clock.sleepers).toBe(0)
  })

  it('follows a new transaction', async () => {
    const { follow, widget } = start()
    const journal = getJournal(widget)
    const { id } = journal.open(intent)
    journal.update(id, { status: 'pending', hash: '0x01' })
    await started(follow)
  })

  it('checks at once when a request has become a transaction, and closely after that', async () => {
    const find = vi.fn<NonNullable<TransferReading['find']>>(async () => undefined)
    const { hash: _, ...unclear } = entry({ status: 'unclear' })
    const { follow, clock, widget } = start([unclear], { find })
    await vi.waitFor(() => expect(find).toHaveBeenCalled())
    await vi.waitFor(() => expect(clock.sleepers).toBe(1))
    getJournal(widget).update('one', { status: 'pending', hash: '0x01' })
    await started(follow)
    await vi.waitFor(() => expect(clock.sleepers).toBe(1))
    await clock.advance(1_000)
    expect(follow).toHaveBeenCalledTimes(2)
  })

  it('sends no request when all transactions are settled', async () => {
    const { follow, clock } = start([entry({ status: 'final' })])
    await new Promise((resolve) => setTimeout(resolve, 50))
    await clock.advance(600_000)
    expect(follow).not.toHaveBeenCalled()
  })

  it.each([
    ['sent', { status: 'sent', hash: '0xmined' }, { status: 'pending', hash: '0xmined' }],
    ['failed', { status: 'failed' }, { status: 'failed' }],
    ['waiting', { status: 'waiting' }, { status: 'pending' }],
  ] as const)('asks the wallet about a batch: %s', async (_, batch, expected) => {
    const { hash: _hash, ...sent } = entry({ proposal: '0xbatch', isBatch: true })
    const { widget, entries } = start([{ ...sent, swap: aSwap }])
    const readBatch = vi.fn(async () => batch)
    const accounts = () => [{ namespace: 'eip155', address: '0xa1', type: 'eoa' }]
    widget.sessions.set('eip155', { accounts, readBatch } as unknown as ChainSession)
    expect(entries()).toMatchObject([{ isBatch: true, swap: aSwap }])
    await vi.waitFor(() => expect(readBatch).toHaveBeenCalledWith('0xbatch', widget.signal))
    await vi.waitFor(() => expect(entries()).toMatchObject([expected]))
  })

  it('skips a proposal until it has a hash', async () => {
    const find = vi.fn(async () => '0xfound')
    const { hash: _, ...proposed } = entry({ id: 'two', proposal: '0x5afe' })
    const { follow, clock, entries } = start([entry(), proposed], { find })
    await started(follow)
    await clock.advance(2_000_000)
    expect(find).not.toHaveBeenCalled()
    expect(entries().find(({ id }) => id === 'two')).toMatchObject({
      status: 'pending',
      proposal: '0x5afe',
    })
    expect(follow.mock.calls.some(([{ transaction }]) => transaction.hash !== '0xone')).toBe(false)
  })

  it('skips networks the site does not have', async () => {
    const { follow, clock } = start([entry(), entry({ id: 'two', networkId: 'eip155:137' })])
    await started(follow)
    await clock.advance(60_000)
    expect(follow.mock.calls.every(([{ network }]) => network.id === 'eip155:1')).toBe(true)
  })

  it('checks less often over time', async () => {
    const { follow, clock } = start([entry()])
    await started(follow)
    await clock.advance(60_000)
    const eager = follow.mock.calls.length
    expect(eager).toBeGreaterThan(12)
    await clock.advance(600_000)
    follow.mockClear()
    await clock.advance(600_000)
    expect(follow.mock.calls.length).toBeLessThanOrEqual(600_000 / limits.transactionPolling + 1)
  })

  it('limits the number of watched transactions', async () => {
    const many = Array.from({ length: 150 }, (_, index) => entry({ id: `n${index}` }))
    const { follow } = start(many)
    await vi.waitFor(() => expect(follow.mock.calls.length).toBeGreaterThanOrEqual(99))
    expect(follow).toHaveBeenCalledTimes(limits.watchedTransactions)
  })

  it('follows other networks when one fails', async () => {
    const { follow, clock, status, log } = start([
      entry(),
      entry({ id: 'two', networkId: 'eip155:8453' }),
    ])
    follow.mockImplementation(async ({ network }) => {
      if (network.id === 'eip155:1') throw new Error('down')
      return { status: 'final' }
    })
    await vi.waitFor(() => expect(status('two')).toBe('final'))
    expect(status()).toBe('pending')
    expect(log).toBeDefined()
    follow.mockImplementation(async () => ({ status: 'final' }))
    await clock.advance(limits.transactionPolling)
    expect(status()).toBe('final')
  })

  it('marks a transaction as dropped only after the timeout', async () => {
    const { follow, clock, status } = start([entry()])
    await started(follow)
    mockOutcome(follow, { status: 'dropped', isProvisional: true })
    await clock.advance(800_000)
    expect(status()).toBe('pending')
    mockOutcome(follow, { status: 'pending' })
    await clock.advance(60_000)
    mockOutcome(follow, { status: 'dropped', isProvisional: true })
    await clock.advance(800_000)
    expect(status()).toBe('pending')
    await clock.advance(200_000)
    expect(status()).toBe('dropped')
  })

  it('checks again while the outcome is provisional', async () => {
    const { follow, clock, entries } = start([entry()])
    await started(follow)
    mockOutcome(follow, { status: 'replaced', replacedBy: '0x02', isProvisional: true })
    await clock.advance(limits.nodePolling)
    expect(entries()[0]).toMatchObject({ status: 'replaced', isProvisional: true })
    mockOutcome(follow, { status: 'final' })
    await clock.advance(limits.transactionPolling)
    expect(entries()[0]?.status).toBe('final')
    expect(entries()[0]?.replacedBy).toBeUndefined()
  })

  it('reloads the balance when a transaction is included', async () => {
    const { follow, clock, widget, family, status } = start([entry()])
    const network = getNetworkById(widget.stores.network.get(), 'eip155:1')
    if (!network) throw new Error('no network')
    const balance = getBalances(widget)
    const key = { address: '0xA1', network }
    await balance.load(key)
    await started(follow)
    family.behaviour.balance = 3n
    mockOutcome(follow, { status: 'included' })
    await clock.advance(limits.nodePolling)
    expect(status()).toBe('included')
    await vi.waitFor(() => expect(balance.get(key)).toMatchObject({ value: 3n }))
  })
})

describe('a request without a response', () => {
  const requestedEntry = (changes: Partial<JournalEntry> = {}) => {
    const { hash: _, ...rest } = entry({ status: 'requested', ...changes })
    return rest
  }

  it('becomes unclear after the timeout, or is removed if it was never sent', async () => {
    const { clock, status, entries } = start([
      requestedEntry(),
      requestedEntry({ id: 'two', requestedAt: undefined }),
    ])
    await vi.waitFor(() => expect(clock.sleepers).toBe(1))
    expect(status()).toBe('requested')
    await clock.advance(limits.walletDecisionWait + limits.transactionPolling)
    expect(status()).toBe('unclear')
    expect(entries().map(({ id }) => id)).toEqual(['one'])
  })

  it('is found on the chain if the node supports it', async () => {
    const find = vi.fn(async () => '0xfound')
    const { entries } = start(
      [requestedEntry({ madeAt: now - 1_000, requestedAt: now - 1_000 }), entry({ id: 'two' })],
      { find },
    )
    await vi.waitFor(() => expect(find).toHaveBeenCalled())
    expect(find).toHaveBeenCalledWith(
      expect.objectContaining({ since: now - 1_000, except: ['0xtwo'], request: intent.request }),
    )
    await vi.waitFor(() => {
      expect(entries().find(({ id }) => id === 'one')).toMatchObject({
        status: 'pending',
        hash: '0xfound',
        isLate: true,
      })
    })
  })

  it('is searched for a limited number of times and stays unclear', async () => {
    const find = vi.fn(async () => undefined)
    const { clock, status } = start([requestedEntry({ status: 'unclear' })], { find })
    await vi.waitFor(() => expect(find).toHaveBeenCalled())
    await clock.advance(3_600_000)
    expect(find.mock.calls.length).toBeLessThanOrEqual(5)
    expect(status()).toBe('unclear')
  })
})
