import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeNode, type FakeNode } from '../../../fixtures/fakeNode.js'
import { createFakeWallet } from '../../../fixtures/fakeWallet.js'
import type { ChainSession, WalletTransport } from '../../core/connection/family.js'
import { createAdapter } from './adapter.js'
import { inPageTransport } from './inPageTransport.js'

const mainnet = evmNetwork('1')
const { signal } = new AbortController()
const token = `0x${'c3'.repeat(20)}`
const router = `0x${'c1'.repeat(20)}`
const approve = { to: token, value: 0n, data: '0x095ea7b3' }
const swap = { to: router, value: 7n, data: '0x38ed1739' }

let node: FakeNode
beforeEach(() => {
  node = createFakeNode()
  vi.stubGlobal('fetch', node.fetch)
  vi.stubGlobal('navigator', {})
  node.answer('eth_call', () => '0x')
})
afterEach(() => vi.unstubAllGlobals())

async function connect(more: Partial<WalletTransport> = {}) {
  const wallet = createFakeWallet()
  const journal = createFakeJournal()
  const session = (await createAdapter(new Map()).attach({
    transport: { ...inPageTransport(wallet.provider), ...more },
    mode: 'ask',
    network: mainnet,
    networks: () => [mainnet],
    ports: { clock: createFakeClock() },
    journal: async () => journal,
    signal,
  })) as ChainSession
  const [account] = session.accounts()
  if (!account) throw new Error('no account')
  const request = { to: router, value: '0' }
  const enter = () => journal.open({ networkId: mainnet.id, from: account.address, request }).id
  const send = (calls: readonly (typeof swap)[], entryId = enter()) =>
    session.sendCalls?.(
      { account, network: mainnet, calls: calls as [typeof swap] },
      { entryId, signal },
    )
  return { wallet, journal, session, account, send, enter }
}

describe('a single call', () => {
  it('is a transaction, requested once per journal entry', async () => {
    const { send, wallet, journal, account, enter } = await connect()
    const id = enter()
    const hash = await send([swap], id)
    expect(wallet.sent).toEqual([
      { from: account.address, to: router, value: '0x7', data: swap.data, chainId: '0x1' },
    ])
    expect(journal.entries()).toMatchObject([
      { status: 'pending', hash, request: { to: router, value: '7', data: swap.data } },
    ])
    expect(await send([swap], id)).toBe(hash)
    expect(wallet.sent).toHaveLength(1)
  })

  it('does not reach the wallet if it would fail', async () => {
    const { send, wallet, journal } = await connect()
    const error = { code: 3, message: 'execution reverted' }
    node.answer('eth_call', () => Response.json({ jsonrpc: '2.0', id: 1, error }))
    await expect(send([swap])).rejects.toMatchObject({ code: 'transfer/refused' })
    expect(wallet.sent).toEqual([])
    expect(journal.entries()).toEqual([])
  })
})

describe('several calls', () => {
  it('are one atomic request, followed by the id of the wallet', async () => {
    const { send, wallet, journal, account } = await connect()
    const requests: unknown[] = []
    wallet.answer('wallet_sendCalls', (params) => {
      requests.push(params)
      return { id: '0xbatch' }
    })
    expect(await send([approve, swap])).toBe('0xbatch')
    expect(requests).toEqual([
      [
        {
          version: '2.0.0',
          from: account.address,
          chainId: '0x1',
          atomicRequired: true,
          calls: [
            { to: token, value: '0x0', data: approve.data },
            { to: router, value: '0x7', data: swap.data },
          ],
        },
      ],
    ])
    expect(journal.entries()).toMatchObject([
      { status: 'pending', proposal: '0xbatch', isBatch: true, request: { to: router } },
    ])
  })

  it('are a proposal in a wallet with several owners', async () => {
    const proposal = async () => ({ status: 'waiting' }) as const
    const { send, wallet, journal } = await connect({ proposal })
    wallet.answer('wallet_sendCalls', () => ({ id: `0x${'ab'.repeat(32)}` }))
    await send([approve, swap])
    const [entry] = journal.entries()
    expect(entry).toMatchObject({ status: 'pending', proposal: `0x${'ab'.repeat(32)}` })
    expect(entry?.isBatch).toBeUndefined()
  })

  it.each([null, {}, { id: 5 }, { id: '' }, { id: 'x'.repeat(9_000) }])(
    'have an unknown outcome after the response %j',
    async (response) => {
      const { send, wallet, journal } = await connect()
      wallet.answer('wallet_sendCalls', () => response)
      await expect(send([approve, swap])).rejects.toMatchObject({ code: 'wallet/malformed-answer' })
      expect(journal.entries()).toMatchObject([{ status: 'unclear' }])
    },
  )

  it('leave no entry when the user rejects them', async () => {
    const { send, wallet, journal } = await connect()
    wallet.answer('wallet_sendCalls', () => {
      throw { code: 4001, message: 'no' }
    })
    await expect(send([approve, swap])).rejects.toMatchObject({ code: 'connection/user-rejected' })
    expect(journal.entries()).toEqual([])
  })
})

describe('canBatch', () => {
  it.each([
    [true, { '0x1': { atomic: { status: 'supported' } } }],
    [false, { '0x1': { atomic: { status: 'ready' } } }],
    [false, { '0x2105': { atomic: { status: 'supported' } } }],
    [false, { '0x1': {} }],
    [false, null],
  ])('is %s for %j', async (expected, capabilities) => {
    const { session, wallet } = await connect()
    wallet.answer('wallet_getCapabilities', () => capabilities)
    expect(await session.canBatch?.(signal)).toBe(expected)
  })

  it('is false for wallets without the method', async () => {
    const { session, wallet } = await connect()
    wallet.answer('wallet_getCapabilities', () => {
      throw { code: -32601, message: 'no such method' }
    })
    expect(await session.canBatch?.(signal)).toBe(false)
  })
})

describe('feeTokens', () => {
  const token = `0x${'a0'.repeat(20)}`

  it.each([
    [[token], { '0x1': { tokenFees: { supported: true, tokens: [token, 'USDC', null] } } }],
    [[], { '0x1': { tokenFees: { supported: false, tokens: [token] } } }],
    [[], { '0x1': { tokenFees: { supported: true, tokens: token } } }],
    [[], { '0x2105': { tokenFees: { supported: true, tokens: [token] } } }],
    [[], null],
  ])('are %j for %j', async (expected, capabilities) => {
    const { session, wallet } = await connect()
    wallet.answer('wallet_getCapabilities', () => capabilities)
    expect(await session.feeTokens?.(signal)).toEqual(expected)
  })
})

it.each([
  [{ status: 100 }, { status: 'waiting' }],
  [
    { status: 200, receipts: [{ transactionHash: `0x${'ab'.repeat(32)}` }] },
    { status: 'sent', hash: `0x${'ab'.repeat(32)}` },
  ],
  [{ status: 400 }, { status: 'failed' }],
  [{ status: 500, receipts: [] }, { status: 'failed' }],
])('reads the batch %j', async (response, expected) => {
  const { session, wallet } = await connect()
  wallet.answer('wallet_getCallsStatus', () => response)
  expect(await session.readBatch?.('0xbatch', signal)).toEqual(expected)
})
