import type { Hex } from '@latchkey/wire/rpc/eip155'
import { describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import {
  createFakeEvmChain,
  type FakeEvmChain,
  type FakeTransaction,
  fakeSender,
} from '../../../fixtures/fakeEvmChain.js'
import type { FollowedTransaction, TransactionOutcome } from '../../core/connection/transfer.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import {
  finalDepth,
  findTransaction,
  followTransaction,
  includedDepth,
} from './followTransaction.js'
import type { NodeRequest } from './nodes.js'

vi.setConfig({ testTimeout: 120_000 })

/** Calls the chain directly: HTTP would be too slow for thousands of histories. */
const nodeMock = vi.hoisted(() => ({
  answer: (_method: string, _params: readonly unknown[]): unknown => null,
}))
vi.mock('./nodes.js', () => ({
  async requestNode({ method, params, parse }: NodeRequest<unknown>) {
    const answer = parse(JSON.parse(JSON.stringify(nodeMock.answer(method, params))))
    if (answer === undefined) throw new NodeError()
    return answer
  },
}))

const network = evmNetwork('1')
const { signal } = new AbortController()

/** Polls a transaction like the journal's watcher, and records every status. */
function watch(chain: FakeEvmChain, { hash, from, to, value, data }: FakeTransaction) {
  nodeMock.answer = chain.answer
  const endpoints = new Map()
  let transaction: FollowedTransaction = {
    hash,
    from,
    request: { to, value: value.toString(), data },
  }
  const outcomes: TransactionOutcome[] = []
  return {
    outcomes,
    async look(): Promise<TransactionOutcome> {
      const outcome = await followTransaction({ transaction, network, endpoints, signal })
      const { nonce = transaction.nonce, replacedBy } = outcome
      transaction = { ...transaction, nonce, replacedBy }
      outcomes.push(outcome)
      return outcome
    },
  }
}

const mineMany = (chain: FakeEvmChain, count: number) => {
  for (let mined = 0; mined < count; mined += 1) chain.mine()
}

describe('a transaction', () => {
  it('is pending, then included, then final when the chain reports finality', async () => {
    const chain = createFakeEvmChain({ finalizes: 5n })
    mineMany(chain, 10)
    const sent = chain.send({ nonce: 0n })
    const { look } = watch(chain, sent)
    expect(await look()).toEqual({ status: 'pending', nonce: '0' })
    chain.mine()
    expect(await look()).toMatchObject({ status: 'pending', blockHash: expect.any(String) })
    chain.mine()
    expect(await look()).toMatchObject({ status: 'included', minedAt: expect.any(Number) })
    mineMany(chain, 4)
    expect(await look()).toMatchObject({ status: 'final' })
  })

  it('is final at a fixed depth when the chain does not report finality', async () => {
    const chain = createFakeEvmChain()
    const sent = chain.send({ nonce: 0n })
    const { look } = watch(chain, sent)
    mineMany(chain, 11)
    expect(await look()).toMatchObject({ status: 'included' })
    chain.mine()
    expect(chain.depthOf(sent.hash)).toBe(finalDepth)
    expect(await look()).toMatchObject({ status: 'final' })
  })

  it('becomes pending again when its block is removed', async () => {
    const chain = createFakeEvmChain()
    const sent = chain.send({ nonce: 0n })
    const { look } = watch(chain, sent)
    mineMany(chain, 3)
    expect(await look()).toMatchObject({ status: 'included' })
    chain.rollBack(3)
    expect(await look()).toEqual({ status: 'pending', nonce: '0' })
    mineMany(chain, 2)
    expect(await look()).toMatchObject({ status: 'included' })
  })

  it('is failed only when that is final', async () => {
    const chain = createFakeEvmChain()
    const { look } = watch(chain, chain.send({ nonce: 0n, isSuccess: false }))
    mineMany(chain, 2)
    expect(await look()).toMatchObject({ status: 'failed', isProvisional: true })
    mineMany(chain, 10)
    const outcome = await look()
    expect(outcome.status).toBe('failed')
    expect(outcome.isProvisional).toBeUndefined()
  })

  it('is included on a chain without new blocks', async () => {
    const chain = createFakeEvmChain()
    const { look } = watch(chain, chain.send({ nonce: 0n }))
    chain.mine()
    vi.spyOn(Date, 'now').mockReturnValue(10_000_000_012_000 + 14_000)
    expect(await look()).toMatchObject({ status: 'pending' })
    vi.spyOn(Date, 'now').mockReturnValue(10_000_000_012_000 + 16_000)
    expect(await look()).toMatchObject({ status: 'included' })
    vi.restoreAllMocks()
  })

  it.each([
    ['a node that finds it by sender', true],
    ['a search through blocks', false],
  ])('is replaced, found with %s', async (_, hasSenderIndex) => {
    const chain = createFakeEvmChain({ hasSenderIndex })
    mineMany(chain, 20)
    const { look } = watch(chain, chain.send({ nonce: 0n }))
    await look()
    const other = chain.send({ nonce: 0n, to: `0x${'c3'.repeat(20)}` })
    mineMany(chain, 9)
    expect(await look()).toMatchObject({
      status: 'replaced',
      replacedBy: other.hash,
      isProvisional: true,
    })
    mineMany(chain, 9)
    const outcome = await look()
    expect(outcome).toMatchObject({ status: 'replaced', replacedBy: other.hash })
    expect(outcome.isProvisional).toBeUndefined()
  })

  it('is replaced even when the replacement is unknown', async () => {
    const chain = createFakeEvmChain({ remembers: 300n })
    const { look } = watch(chain, chain.send({ nonce: 0n }))
    await look()
    chain.send({ nonce: 0n, value: 9n })
    chain.mine()
    mineMany(chain, 200)
    expect(await look()).toEqual({ status: 'replaced' })
  })

  it('is dropped when no node has it and its nonce is unused', async () => {
    const chain = createFakeEvmChain()
    const sent = chain.send({ nonce: 0n })
    const { look } = watch(chain, sent)
    await look()
    chain.forget(sent.hash)
    mineMany(chain, 5)
    expect(await look()).toEqual({ status: 'dropped', isProvisional: true })
  })

  it('does not use the nonce of an account that did not send it', async () => {
    const chain = createFakeEvmChain()
    const sent = chain.send({ nonce: 0n, from: `0x${'d4'.repeat(20)}` })
    const { look } = watch(chain, { ...sent, from: fakeSender })
    expect(await look()).toEqual({ status: 'pending' })
  })
})

/** The same random numbers in every run. */
function createDice(seed: number) {
  let state = seed
  return (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * sides)
  }
}

type Ending = 'final' | 'failed' | 'replaced' | 'cancelled' | 'dropped' | 'sped up'
const endings: readonly Ending[] = [
  'final',
  'failed',
  'replaced',
  'cancelled',
  'dropped',
  'sped up',
]

/** Sends a transaction and leads it to the given ending, polling in between. */
async function playHistory(seed: number) {
  const dice = createDice(seed)
  const ending = endings[seed % endings.length] as Ending
  const chain = createFakeEvmChain({
    finalizes: dice(2) ? 8n : undefined,
    hasSenderIndex: dice(3) === 0,
  })
  mineMany(chain, 20 + dice(20))
  const earlier = dice(3)
  for (let nonce = 0; nonce < earlier; nonce += 1) chain.send({ nonce: BigInt(nonce) })
  chain.mine()
  const nonce = BigInt(earlier)
  const first = chain.send({ nonce, value: 7n, isSuccess: ending !== 'failed' })
  const { look, outcomes } = watch(chain, first)
  await look()
  // Other transactions, and blocks without this one.
  for (let round = dice(3); round > 0; round -= 1) {
    chain.send({ nonce: BigInt(chain.height), from: `0x${'e5'.repeat(20)}` })
    chain.mine([])
    if (dice(3) === 0) chain.rollBack(1 + dice(2))
    if (dice(2)) await look()
  }
  const isDetour = dice(3) === 0 && ending !== 'dropped'
  if (isDetour) {
    chain.mine()
    mineMany(chain, dice(3))
    if (dice(2)) await look()
    chain.rollBack(Number(chain.depthOf(first.hash)))
    if (dice(2)) await look()
  }
  let replacement: FakeTransaction | undefined
  if (ending === 'replaced') {
    replacement = chain.send({ nonce, value: 8n + BigInt(dice(5)) })
  } else if (ending === 'cancelled') {
    replacement = chain.send({ nonce, to: fakeSender, value: 0n })
  } else if (ending === 'sped up') {
    replacement = chain.send({ nonce, value: 7n })
  }
  if (dice(2)) await look()
  if (ending === 'dropped') {
    chain.forget(first.hash)
    for (let block = 0; block < 20; block += 1) chain.mine([])
  } else {
    chain.mine()
    for (let block = 0; block < 20; block += 1) {
      if (dice(4) === 0) await look()
      chain.mine([])
    }
  }
  return { ending, first, replacement, outcomes, last: await look() }
}

describe('500 random histories', () => {
  it('lead to the correct outcome', async () => {
    const wrong: unknown[] = []
    for (let seed = 1; seed <= 500; seed += 1) {
      const { ending, replacement, last, outcomes } = await playHistory(seed)
      const status = ending === 'sped up' ? 'final' : ending
      const isRight =
        last.status === status &&
        last.replacedBy === replacement?.hash &&
        (last.isProvisional === true) === (ending === 'dropped') &&
        // Before the end, only statuses that can still change are reported.
        outcomes.every(
          (outcome) =>
            outcome.status === last.status ||
            outcome.isProvisional ||
            ['pending', 'included'].includes(outcome.status),
        )
      if (!isRight) wrong.push({ seed, ending, replacement, last })
    }
    expect(wrong).toEqual([])
  })
})

describe('reorganisations', () => {
  it.each([1, 2, 3, 4, 5, 6])('of depth %i never lead to a wrong final status', async (depth) => {
    for (let seed = 1; seed <= 200; seed += 1) {
      const dice = createDice(seed * 31 + depth)
      const chain = createFakeEvmChain({ finalizes: dice(2) ? 7n : undefined })
      mineMany(chain, 15)
      const sent = chain.send({ nonce: 0n })
      const { look } = watch(chain, sent)
      await look()
      chain.mine()
      for (let block = dice(depth); block > 0; block -= 1) chain.mine()
      const before = await look()
      expect(['pending', 'included']).toContain(before.status)
      if (before.status === 'included') {
        expect(chain.depthOf(sent.hash)).toBeGreaterThanOrEqual(includedDepth)
      }
      chain.rollBack(depth)
      const isGone = dice(2) === 0
      if (isGone) chain.send({ nonce: 0n, to: fakeSender, value: 0n })
      else if (dice(2)) chain.mine([])
      expect((await look()).status).toBe('pending')
      mineMany(chain, 20)
      expect((await look()).status).toBe(isGone ? 'cancelled' : 'final')
    }
  })
})

describe('dishonest nodes', () => {
  const sent = (chain: FakeEvmChain) => chain.send({ nonce: 0n })

  it.each<[string, (chain: FakeEvmChain, hash: Hex) => Record<string, unknown>]>([
    [
      'return a receipt of a block without the transaction',
      (chain, hash) => ({
        eth_getTransactionReceipt: {
          transactionHash: hash,
          blockHash: (chain.answer('eth_getBlockByNumber', ['0x3', false]) as { hash: Hex }).hash,
          blockNumber: '0x3',
          status: '0x1',
        },
      }),
    ],
    [
      'return a receipt of a block that does not exist',
      (_, hash) => ({
        eth_getTransactionReceipt: {
          transactionHash: hash,
          blockHash: `0x${'77'.repeat(32)}`,
          blockNumber: '0x3',
          status: '0x1',
        },
      }),
    ],
    [
      'return the receipt of another transaction',
      () => ({
        eth_getTransactionReceipt: {
          transactionHash: `0x${'77'.repeat(32)}`,
          blockHash: `0x${'77'.repeat(32)}`,
          blockNumber: '0x3',
          status: '0x1',
        },
      }),
    ],
  ])('that %s cannot settle it', async (_, lies) => {
    const chain = createFakeEvmChain({ finalizes: 5n })
    mineMany(chain, 30)
    const missing = sent(chain)
    chain.forget(missing.hash)
    const reported = lies(chain, missing.hash)
    const lying: FakeEvmChain = {
      ...chain,
      answer: (method, params) =>
        method in reported ? reported[method] : chain.answer(method, params),
    }
    const { look } = watch(lying, missing)
    for (let round = 0; round < 3; round += 1) {
      const { status, isProvisional } = await look()
      expect(status === 'pending' || (status === 'dropped' && isProvisional)).toBe(true)
      chain.mine()
    }
  })

  it('cannot make it final with blocks that do not exist', async () => {
    const chain = createFakeEvmChain({ finalizes: 5n })
    const one = sent(chain)
    mineMany(chain, 2)
    const lying: FakeEvmChain = {
      ...chain,
      answer(method, params) {
        const future = { hash: one.hash, number: '0xffff', timestamp: '0x1', transactions: [] }
        return params[0] === 'finalized' ? future : chain.answer(method, params)
      },
    }
    expect((await watch(lying, one).look()).status).toBe('included')
  })
})

describe('a transaction without a hash', () => {
  const find = (chain: FakeEvmChain, changes: object = {}) => {
    nodeMock.answer = chain.answer
    return findTransaction({
      from: fakeSender,
      request: { to: `0x${'B2'.repeat(20)}`, value: '7' },
      since: 0,
      except: [],
      network,
      endpoints: new Map(),
      signal,
      ...changes,
    })
  }

  it('is found by its content', async () => {
    const chain = createFakeEvmChain({ hasSenderIndex: true })
    chain.send({ nonce: 0n, value: 1n })
    const mine = chain.send({ nonce: 1n, value: 7n })
    chain.mine()
    chain.send({ nonce: 2n, value: 7n, data: '0x01' })
    expect(await find(chain)).toBe(mine.hash)
    expect(await find(chain, { except: [mine.hash] })).toBeUndefined()
    expect(await find(chain, { since: 99_000_000_000_000 })).toBeUndefined()
  })

  it('stays unknown when nodes cannot find it', async () => {
    const chain = createFakeEvmChain()
    chain.send({ nonce: 0n, value: 7n })
    chain.mine()
    expect(await find(chain)).toBeUndefined()
  })
})
