import { base58 } from '@scure/base'
import { Keypair, VersionedTransaction } from '@solana/web3.js'
import { afterEach, expect, it, vi } from 'vitest'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeSolanaNode } from '../../../fixtures/fakeSolanaNode.js'
import { createFakeSolanaWallet } from '../../../fixtures/fakeSolanaWallet.js'
import { solanaNetwork } from '../../../fixtures/solanaNetwork.js'
import type { ChainSession } from '../../core/connection/family.js'
import type { Ports } from '../../core/runtime/ports.js'
import { solana } from './index.js'
import { createInPageTransport } from './inPageTransport.js'

const network = solanaNetwork('5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp')
const { signal } = new AbortController()
const transfers = 24
/** Blocks in which a transaction is valid, and blocks between two resends. */
const [lifetime, pace] = [150, 5]

afterEach(() => vi.unstubAllGlobals())

/** The same random numbers between 0 and 1 in every run. */
function createDice(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** A network that silently drops transactions, some more often than others. */
function createLossyNetwork() {
  const node = createFakeSolanaNode()
  const roll = createDice(29)
  const read = createReader()
  const landed = new Map<string, number>()
  const lastBlocks = new Map<string, number>()
  const losses = new Map<string, number>()
  const sent = new Map<string, Set<string>>()
  const world = { height: 1_000, landed, sent }
  node.answer('getLatestBlockhash', () => {
    const blockhash = Keypair.generate().publicKey.toBase58()
    lastBlocks.set(blockhash, world.height + lifetime)
    losses.set(blockhash, [0.2, 0.8, 0.97, 1][lastBlocks.size % 4] ?? 1)
    return { value: { blockhash, lastValidBlockHeight: world.height + lifetime } }
  })
  node.answer('getBlockHeight', () => world.height)
  node.answer('sendTransaction', ({ params: [text] }) => {
    const { id, recentBlockhash } = read(String(text))
    sent.set(recentBlockhash, (sent.get(recentBlockhash) ?? new Set()).add(String(text)))
    const isLost = roll() < (losses.get(recentBlockhash) ?? 1)
    const isInTime = world.height <= (lastBlocks.get(recentBlockhash) ?? 0)
    if (!isLost && isInTime && !landed.has(id)) landed.set(id, world.height)
    if (roll() < 0.2) throw new Error('The node is gone')
    return id
  })
  node.answer('getSignatureStatuses', ({ params: [ids] }) => {
    const at = landed.get((ids as string[])[0] ?? '')
    const isFinal = at !== undefined && world.height - at > 32
    const confirmationStatus = isFinal ? 'finalized' : 'confirmed'
    return { value: [at === undefined ? null : { slot: at, err: null, confirmationStatus }] }
  })
  vi.stubGlobal('fetch', node.fetch)
  return world
}

/** The same bytes are parsed many times. */
function createReader() {
  const known = new Map<string, { readonly id: string; readonly recentBlockhash: string }>()
  return (text: string) => {
    const bytes = Buffer.from(text, 'base64')
    const read = known.get(text) ?? {
      id: base58.encode(bytes.subarray(1, 65)),
      recentBlockhash: VersionedTransaction.deserialize(bytes).message.recentBlockhash,
    }
    known.set(text, read)
    return read
  }
}

/** Wakes all due sleepers at once: hundreds sleep at the same time. */
function createClock() {
  type Sleeper = { readonly due: number; readonly wake: () => void }
  const sleepers = new Set<Sleeper>()
  let now = 0
  const clock: Ports['clock'] = {
    now: () => now,
    sleep: (ms, ending) =>
      new Promise((resolve, reject) => {
        const sleeper = { due: now + ms, wake: resolve }
        sleepers.add(sleeper)
        ending?.addEventListener('abort', () => {
          if (sleepers.delete(sleeper)) reject(ending.reason)
        })
      }),
  }
  const advance = async (ms: number) => {
    now += ms
    for (const sleeper of [...sleepers].filter(({ due }) => due <= now)) {
      sleepers.delete(sleeper)
      sleeper.wake()
    }
    for (let turn = 0; turn < 20; turn += 1) await new Promise((next) => setImmediate(next))
  }
  return { clock, advance, isIdle: () => sleepers.size === 0 }
}

it('sends each transfer at most once and reports its outcome on a lossy network', async () => {
  const world = createLossyNetwork()
  const { clock, advance, isIdle } = createClock()
  const fake = createFakeSolanaWallet()
  const journal = createFakeJournal()
  const adapter = await solana().loadAdapter()
  const session = (await adapter.attach({
    transport: createInPageTransport(fake.wallet),
    mode: 'ask',
    network,
    networks: () => [network],
    ports: { clock },
    journal: async () => journal,
    signal,
  })) as ChainSession
  const [account] = session.accounts()
  if (!account) throw new Error('Not connected')

  const sending = Promise.all(
    Array.from({ length: transfers }, () => {
      const recipient = Keypair.generate().publicKey.toBase58()
      const request = { to: recipient, value: '1' }
      const { id } = journal.open({ networkId: network.id, from: account.address, request })
      const token = { symbol: 'SOL', decimals: 9 }
      const transfer = { account, network, token, recipient, units: 1n }
      return session.transfer?.(transfer, { entryId: id, signal })
    }),
  )
  const hashes = await sending
  for (let blocks = 0; !isIdle(); blocks += pace) {
    world.height += pace
    await advance(2_000)
    if (blocks > 2 * lifetime) throw new Error('The transfers do not settle')
  }
  world.height += 40

  const requests = fake.calls.filter(({ method }) => method === 'signTransaction')
  expect(requests).toHaveLength(transfers)
  expect([...world.sent.values()].every((bytes) => bytes.size === 1)).toBe(true)
  const outcomes = await Promise.all(
    journal.entries().map(async ({ from, hash = '', nonce }) => {
      const transaction = { from, hash, nonce }
      return [hash, await adapter.transfers?.follow({ transaction, network, signal })] as const
    }),
  )
  expect(outcomes.map(([hash]) => hash).sort()).toEqual([...hashes].sort())
  for (const [hash, outcome] of outcomes) {
    expect(outcome?.status).toBe(world.landed.has(hash) ? 'final' : 'dropped')
  }
  expect(world.landed.size).toBeGreaterThan(transfers / 2)
  expect(world.landed.size).toBeLessThan(transfers)
}, 60_000)
