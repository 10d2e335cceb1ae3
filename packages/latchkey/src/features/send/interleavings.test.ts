import type { Namespace } from '@latchkey/wire/caip'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeLog } from '../../../fixtures/fakeLog.js'
import { createFakeChain, type FakeChain } from '../../../fixtures/fakeTransfers.js'
import { getJournal } from '../../core/account/journal/createJournal.js'
import { readRecords } from '../../core/account/journal/storedJournal.js'
import type { Account, ChainFamily, ChainSession } from '../../core/connection/family.js'
import { createConnectionStore } from '../../core/connection/store.js'
import { createEventsStore } from '../../core/events/actions/recordEvent.js'
import { createModalStore, createNoticeStore, createRouterStore } from '../../core/modal/store.js'
import { createNetworkStore } from '../../core/network/store.js'
import { UserRejectedError } from '../../core/runtime/errors/connection.js'
import { WalletRequestError } from '../../core/runtime/errors/wallet.js'
import * as limits from '../../core/runtime/limits.js'
import type { Ports, StorageKey } from '../../core/runtime/ports.js'
import type { Widget } from '../../core/widget.js'
import { createReview, estimateSend } from './actions/createReview.lazy.js'
import { sendToken } from './actions/sendToken.js'
import { isSuccess } from './inFlightEntry.js'
import { sendStoreOf } from './store.js'

/**
 * Every event that can happen between a click and its outcome, in any order: one draft, up to two tabs
 * with shared storage, and a wallet that responds at any time.
 */
const steps = [
  'press',
  'press in the other tab',
  'wallet approves',
  'wallet approves, reply lost',
  'wallet approves, then reports an error',
  'wallet declines',
  'time passes',
  'block',
  'reload',
  'other tab crashes',
] as const

type Step = (typeof steps)[number]

const account: Account = { namespace: 'eip155', address: `0x${'a'.repeat(40)}`, type: 'eoa' }
const recipient = `0x${'b'.repeat(40)}`
const network = evmNetwork('1')
const coin = {
  networkId: network.id,
  name: 'Ether',
  symbol: 'ETH',
  decimals: 18,
  units: 10n ** 18n,
}

type Tab = {
  isAlive: boolean
  readonly view: Map<StorageKey, unknown>
  readonly listeners: Set<(key: StorageKey) => void>
  readonly ending: AbortController
  widget: Widget
}

type World = {
  now: number
  sleepers: { readonly due: number; readonly wake: () => void; readonly tab: Tab }[]
  readonly stored: Map<StorageKey, unknown>
  /** The owner of the lock, then the tabs that wait for it. */
  readonly lock: { readonly tab: Tab; readonly grant: () => void }[]
  /** Storage events that are not delivered yet. */
  readonly news: { readonly to: Tab; readonly key: StorageKey; readonly value: unknown }[]
  tabs: Tab[]
  readonly requests: {
    readonly entryId: string
    readonly tab: Tab
    readonly reply: { resolve(hash: string): void; reject(error: Error): void }
  }[]
  /** Journal entries whose transfer reached the chain. */
  readonly broadcasts: string[]
}

function createWorld(): World {
  return {
    now: 1_700_000_000_000,
    sleepers: [],
    lock: [],
    stored: new Map(),
    news: [],
    tabs: [],
    requests: [],
    broadcasts: [],
  }
}

/** Admits one tab at a time, never a closed one. Earlier writes are delivered before the lock is granted. */
function lock(world: World, tab: Tab): Promise<() => void> {
  return new Promise((resolve) => {
    const waiter = {
      tab,
      grant() {
        deliverChanges(world)
        resolve(() => leaveLock(world, (one) => one === waiter))
      },
    }
    world.lock.push(waiter)
    if (world.lock[0] === waiter) waiter.grant()
  })
}

function leaveLock(world: World, isLeaving: (waiter: World['lock'][number]) => boolean) {
  const [holder] = world.lock
  world.lock.splice(0, Infinity, ...world.lock.filter((waiter) => !isLeaving(waiter)))
  if (world.lock[0] !== holder) world.lock[0]?.grant()
}

/** A page with the shared storage. Once closed it neither writes nor receives events. */
function openTab(world: World): Tab {
  const ending = new AbortController()
  const view = new Map(world.stored)
  const listeners = new Set<(key: StorageKey) => void>()
  const tab: Tab = { isAlive: true, view, listeners, ending, widget: {} as Widget }
  const storage: Ports['storage'] = {
    get: ((key: StorageKey) => view.get(key)) as Ports['storage']['get'],
    set(key, value) {
      if (!tab.isAlive) return
      view.set(key, value)
      world.stored.set(key, value)
      for (const other of world.tabs) {
        if (other !== tab && other.isAlive) world.news.push({ to: other, key, value })
      }
    },
    remove: () => undefined,
    watch(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
  const clock: Ports['clock'] = {
    now: () => world.now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { due: world.now + ms, wake: resolve, tab }
        world.sleepers.push(sleeper)
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
      }),
  }
  tab.widget = createSmallWidget({ clock, storage, chain: createFakeChain(), tab, world })
  world.tabs.push(tab)
  return tab
}

function createSmallWidget({
  clock,
  storage,
  chain,
  tab,
  world,
}: {
  clock: Ports['clock']
  storage: Ports['storage']
  chain: FakeChain
  tab: Tab
  world: World
}): Widget {
  const family = {
    namespace: 'eip155',
    loadAdapter: async () => ({ transfers: chain.reading, nativeBalance: async () => coin.units }),
  } as unknown as ChainFamily
  const session = {
    transfer: async (_: unknown, { entryId }: { entryId: string }) => {
      const journal = getJournal(widget)
      if (!journal.claim(entryId, { to: recipient, value: '1' })) throw new Error('Asked before')
      const hash = await new Promise<string>((resolve, reject) => {
        world.requests.push({ entryId, tab, reply: { resolve, reject } })
      })
      journal.update(entryId, { status: 'pending', hash })
      return hash
    },
  } as unknown as ChainSession
  const connection = createConnectionStore()
  connection.set({
    eip155: {
      status: 'connected',
      connectorId: 'one',
      wallet: { name: 'One', type: 'ANNOUNCED' },
      accounts: [account],
      active: account,
      approvedNetworks: undefined,
    },
  })
  const widget = {
    config: { embedded: false },
    stores: {
      connection,
      network: createNetworkStore({
        networks: [network],
        defaultId: network.id,
        activeNamespace: 'eip155',
        active: { eip155: network.id },
      }),
      router: createRouterStore(),
      modal: createModalStore(),
      notice: createNoticeStore(undefined),
      events: createEventsStore(),
    },
    ports: { clock, storage, page: { lock: () => lock(world, tab) }, log: createFakeLog() },
    families: new Map<Namespace, ChainFamily>([['eip155', family]]),
    created: new Map(),
    sessions: new Map<Namespace, ChainSession>([['eip155', session]]),
    attempts: new Map(),
    signal: tab.ending.signal,
  } as unknown as Widget
  return widget
}

/** Runs all pending microtasks and immediates. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

async function press(tab: Tab | undefined) {
  if (!tab?.isAlive) return
  const { widget } = tab
  const store = sendStoreOf(widget)
  // The button is disabled while the same transfer is in flight.
  if (store.get().intent?.inFlight.length) return
  // A visitor who sees it confirmed does not send it again.
  const isDone = getJournal(widget).entries().some(isSuccess)
  if (!store.get().intent && isDone) return
  if (!store.get().intent) {
    store.set({ token: coin, sendTokenAmount: '0.5', receiverAddress: recipient })
    await createReview(widget)
    await estimateSend(widget, { signal: widget.signal })
  }
  sendToken(widget).catch(() => undefined)
}

function deliverChanges(world: World) {
  while (world.news.length > 0) {
    const { to, key, value } = world.news.shift() as World['news'][number]
    if (!to.isAlive) continue
    to.view.set(key, value)
    for (const listener of [...to.listeners]) listener(key)
  }
}

function crash(world: World, tab: Tab | undefined) {
  if (!tab) return
  tab.isAlive = false
  world.tabs = world.tabs.filter((one) => one !== tab)
  leaveLock(world, (waiter) => waiter.tab === tab)
}

function decide(world: World, decision: 'approve' | 'lose' | 'fail' | 'decline') {
  const request = world.requests.shift()
  if (!request) return
  const { entryId, reply, tab } = request
  if (decision !== 'decline') world.broadcasts.push(entryId)
  // A closed page receives nothing, whatever the wallet did.
  if (!tab.isAlive || decision === 'lose') return
  if (decision === 'approve') reply.resolve(`0xhash-${entryId}`)
  else if (decision === 'fail') reply.reject(new WalletRequestError('One'))
  else reply.reject(new UserRejectedError({ request: true }))
}

async function play(steps: readonly Step[]): Promise<World> {
  const world = createWorld()
  openTab(world)
  openTab(world)
  for (const step of steps) {
    const [first, second] = world.tabs
    if (step === 'press') await press(first)
    else if (step === 'press in the other tab') await press(second)
    else if (step === 'wallet approves') decide(world, 'approve')
    else if (step === 'wallet approves, reply lost') decide(world, 'lose')
    else if (step === 'wallet approves, then reports an error') decide(world, 'fail')
    else if (step === 'wallet declines') decide(world, 'decline')
    else if (step === 'time passes') {
      // Storage events arrive before the lock is released.
      deliverChanges(world)
      world.now += limits.tabSettling
      const due = world.sleepers.filter((one) => one.due <= world.now && one.tab.isAlive)
      world.sleepers = world.sleepers.filter((one) => !due.includes(one))
      for (const { wake } of due) wake()
    } else if (step === 'block') mine(world)
    else if (step === 'reload') {
      crash(world, first)
      openTab(world)
    } else if (world.tabs.length > 1) crash(world, second)
    await settle()
  }
  deliverChanges(world)
  return world
}

/** The chain confirms the transactions that pages watch. */
function mine(world: World) {
  for (const { isAlive, widget } of world.tabs) {
    if (!isAlive) continue
    const journal = getJournal(widget)
    for (const { id, status } of journal.entries()) {
      if (status === 'pending') journal.update(id, { status: 'included' })
    }
  }
}

/** Per part; there are four, each with its own time limit. */
const stories = process.env.THOROUGH === 'true' ? 2_500 : 500

it.each([1, 2, 3, 4])(
  'makes at most one transfer per intent and loses none, part %i',
  async (seed) => {
    const weights: Record<Step, number> = {
      press: 6,
      'press in the other tab': 4,
      'wallet approves': 3,
      'wallet approves, reply lost': 2,
      'wallet approves, then reports an error': 2,
      'wallet declines': 2,
      'time passes': 6,
      block: 2,
      reload: 2,
      'other tab crashes': 1,
    }
    const step = fc.oneof(
      ...steps.map((one) => ({ arbitrary: fc.constant(one), weight: weights[one] })),
    )
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (story) => {
        const { broadcasts, stored } = await play(story)
        sent += broadcasts.length
        expect(broadcasts.length).toBeLessThanOrEqual(1)
        const text = stored.get('transactions_journal') as string | undefined
        const kept = readRecords(text).filter(({ status }) => status !== 'removed')
        expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(broadcasts))
      }),
      { numRuns: stories, seed },
    )
    // Enough runs really sent something.
    expect(sent).toBeGreaterThan(stories / 5)
  },
)
