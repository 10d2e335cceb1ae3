import { encodeFunctionData, erc20Abi, getAddress } from 'viem'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { createFakeClock } from '../../../fixtures/fakeClock.js'
import { createFakeJournal } from '../../../fixtures/fakeJournal.js'
import { createFakeNode, type FakeNode } from '../../../fixtures/fakeNode.js'
import { createFakeWallet } from '../../../fixtures/fakeWallet.js'
import type { ChainSession, LateResponse, WalletTransport } from '../../core/connection/family.js'
import type { Transfer, TransferToken } from '../../core/connection/transfer.js'
import { NodeError } from '../../core/runtime/errors/network.js'
import { AlreadyRequestedError, TransferRefusedError } from '../../core/runtime/errors/transfer.js'
import * as limits from '../../core/runtime/limits.js'
import { createAdapter } from './adapter.js'
import { inPageTransport } from './inPageTransport.js'
import type { Provider } from './provider.js'

vi.setConfig({ testTimeout: 60_000 })

const mainnet = evmNetwork('1')
const base = evmNetwork('8453')
const recipient = '0x1563915e194D8CfBA1943570603F7606A3115508'
const coin: TransferToken = { symbol: 'ETH', decimals: 18 }
const token: TransferToken = { address: `0x${'c3'.repeat(20)}`, symbol: 'USDC', decimals: 6 }
const tether: TransferToken = {
  address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  symbol: 'USDT',
  decimals: 6,
}
const yes = `0x${'1'.padStart(64, '0')}`
const no = `0x${'0'.repeat(64)}`
const { signal: never } = new AbortController()

let node: FakeNode
beforeEach(() => {
  node = createFakeNode()
  vi.stubGlobal('fetch', node.fetch)
  vi.stubGlobal('navigator', {})
  node.answer('eth_call', () => yes)
})
afterEach(() => vi.unstubAllGlobals())

async function connect() {
  const wallet = createFakeWallet()
  const clock = createFakeClock()
  const journal = createFakeJournal()
  const adapter = createAdapter(new Map())
  const session = (await adapter.attach({
    transport: inPageTransport(wallet.provider),
    mode: 'ask',
    network: mainnet,
    networks: () => [mainnet, base],
    ports: { clock },
    journal: async () => journal,
    signal: never,
  })) as ChainSession
  const [account] = session.accounts()
  if (!account) throw new Error('no account')
  // Nodes return the transaction that the wallet received.
  node.answer('eth_getTransactionByHash', () => {
    const { from, to, value, data = '0x' } = wallet.sent.at(-1) ?? {}
    return { from, to, value, input: data }
  })
  const enter = () =>
    journal.open({
      networkId: mainnet.id,
      from: account.address,
      request: { to: recipient, value: '0' },
    }).id
  const transfer = (changes: Partial<Transfer> = {}): Transfer => ({
    account,
    network: mainnet,
    token: coin,
    recipient,
    units: 5n,
    ...changes,
  })
  const send = (changes: Partial<Transfer> = {}, entryId = enter(), signal = never) =>
    session.transfer?.(transfer(changes), { entryId, signal }) as Promise<string>
  const provider = session.provider as Provider
  const request = (call: object) =>
    provider.request({ method: 'eth_sendTransaction', params: [call] })
  return { wallet, clock, journal, session, adapter, account, enter, send, transfer, request }
}

describe('a transfer', () => {
  it('of the native currency is a transaction with a value', async () => {
    const { send, wallet, journal, account } = await connect()
    const hash = await send()
    expect(wallet.sent).toEqual([
      { from: account.address, to: recipient.toLowerCase(), value: '0x5', chainId: '0x1' },
    ])
    expect(journal.entries()[0]).toMatchObject({
      status: 'pending',
      hash,
      request: { to: recipient.toLowerCase(), value: '5' },
    })
  })

  it('of tokens calls the contract with all fields set', async () => {
    const { send, wallet, journal } = await connect()
    await send({ token, units: 2n ** 255n })
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [recipient, 2n ** 255n],
    })
    expect(wallet.sent[0]).toMatchObject({ to: token.address, value: '0x0', data })
    expect(journal.entries()[0]?.request).toEqual({ to: token.address, value: '0', data })
  })

  it.each<[string, TransferToken, unknown, string, boolean]>([
    ['a token that returns true', token, yes, '0x60', true],
    ['a token that returns false', token, no, '0x60', false],
    ['a token that returns another value', token, `0x${'2'.padStart(64, '0')}`, '0x60', false],
    ['a token that returns too few bytes', token, '0x01', '0x60', false],
    ['a token that returns nothing', token, '0x', '0x60', true],
    ['an address without code', token, '0x', '0x', false],
    ['Tether, which returns nothing', tether, '0x', '0x', true],
    ['a recipient of coins', coin, '0x', '0x', true],
  ])('is simulated first: %s', async (_, which, answer, code, isAllowed) => {
    const { send, wallet, journal } = await connect()
    node.answer('eth_call', () => answer)
    node.answer('eth_getCode', () => code)
    const sending = send({ token: which })
    if (isAllowed) expect(await sending).toMatch(/^0x/)
    else await expect(sending).rejects.toBeInstanceOf(TransferRefusedError)
    expect(wallet.sent).toHaveLength(isAllowed ? 1 : 0)
    expect(journal.entries()).toHaveLength(isAllowed ? 1 : 0)
  })

  it('that would revert is not sent to the wallet', async () => {
    const { send, wallet, journal } = await connect()
    const reverted = { code: 3, message: 'execution reverted' }
    node.answer('eth_call', () => Response.json({ id: 1, error: reverted }))
    await expect(send({ token })).rejects.toBeInstanceOf(TransferRefusedError)
    expect(wallet.sent).toEqual([])
    expect(journal.entries()).toEqual([])
  })

  it('is not sent when the chain cannot be read or is another one', async () => {
    const { send, wallet } = await connect()
    node.answer('eth_chainId', () => '0x2')
    await expect(send()).rejects.toBeInstanceOf(NodeError)
    node.answer('eth_call', () => new Response('', { status: 500 }))
    await expect(send()).rejects.toBeInstanceOf(NodeError)
    expect(wallet.sent).toEqual([])
  })

  it.each([
    ['another network', { network: base }],
    ['an invalid recipient', { recipient: '0x12' }],
    ['a recipient with a wrong checksum', { recipient: recipient.replace('D8C', 'd8C') }],
    ['nothing', { units: 0n }],
    ['an amount above uint256', { units: 2n ** 256n }],
    ['an invalid token', { token: { ...token, address: 'USDC' } }],
  ])('is rejected with %s', async (_, changes) => {
    const { send, wallet, journal } = await connect()
    await expect(send(changes)).rejects.toMatchObject({ code: 'wallet/invalid-request' })
    expect(wallet.sent).toEqual([])
    expect(journal.entries()).toEqual([])
  })

  it('is rejected for accounts that are not active', async () => {
    const { send, session, wallet } = await connect()
    const [, second] = session.accounts()
    if (!second) throw new Error('no second account')
    await expect(send({ account: second })).rejects.toMatchObject({ reason: 'account' })
    expect(wallet.sent).toEqual([])
  })

  it('is requested once per entry in all tabs', async () => {
    const { send, enter, wallet } = await connect()
    const id = enter()
    wallet.behaviour = 'never'
    const outcomes = [send({}, id), send({}, id), send({}, id)]
    const settled = await Promise.race([Promise.allSettled(outcomes.slice(1)), outcomes[0]])
    expect(settled).toEqual([
      { status: 'rejected', reason: expect.any(AlreadyRequestedError) },
      { status: 'rejected', reason: expect.any(AlreadyRequestedError) },
    ])
    expect(wallet.calls.filter(({ method }) => method === 'eth_sendTransaction')).toHaveLength(1)
    await expect(send({}, id)).rejects.toBeInstanceOf(AlreadyRequestedError)
    await expect(send({}, 'nobody')).rejects.toBeInstanceOf(AlreadyRequestedError)
  })

  it('returns the same hash when it is requested again', async () => {
    const { send, enter, wallet } = await connect()
    const id = enter()
    const hash = await send({}, id)
    expect(await send({}, id)).toBe(hash)
    expect(wallet.sent).toHaveLength(1)
  })

  it('does not wait for another tab that is sending it', async () => {
    const { send, wallet, journal, enter } = await connect()
    const id = enter()
    const request = vi.fn((_name, _options, run) => run(null))
    vi.stubGlobal('navigator', { locks: { request } })
    await expect(send({}, id)).rejects.toBeInstanceOf(AlreadyRequestedError)
    expect(wallet.sent).toEqual([])
    expect(journal.entries()).toHaveLength(1)
  })
})

describe('every transaction', () => {
  const call = { to: recipient, value: '0x7', data: '0xabcd' }

  it('of the site is in the journal before the request is sent', async () => {
    const { request, wallet, journal, account } = await connect()
    let before: unknown
    wallet.answer('eth_sendTransaction', () => {
      before = journal.entries()
      return Promise.reject({ code: 4001 })
    })
    await expect(request(call)).rejects.toMatchObject({ code: 4001 })
    expect(before).toEqual([
      {
        id: expect.any(String),
        madeAt: expect.any(Number),
        requestedAt: expect.any(Number),
        status: 'requested',
        networkId: 'eip155:1',
        from: account.address,
        request: { to: recipient.toLowerCase(), value: '7', data: '0xabcd' },
      },
    ])
    expect(journal.entries()).toEqual([])
  })

  it('is pending once the wallet has returned its hash', async () => {
    const { request, journal } = await connect()
    const hash = await request(call)
    expect(journal.entries()).toMatchObject([{ status: 'pending', hash }])
  })

  it.each([
    ['fails', () => Promise.reject({ code: -32603, message: 'boom' })],
    ['returns garbage', () => 'sent!'],
  ])('is unclear when the wallet %s', async (_, answer) => {
    const { request, journal, wallet } = await connect()
    wallet.answer('eth_sendTransaction', answer)
    await expect(request(call)).rejects.toThrow()
    expect(journal.entries()).toMatchObject([{ status: 'unclear' }])
  })

  it('that is invalid is not recorded', async () => {
    const { request, journal } = await connect()
    await expect(request({ ...call, value: 'much' })).rejects.toMatchObject({ code: -32602 })
    expect(journal.entries()).toEqual([])
  })

  const lateHash = `0x${'ab'.repeat(32)}`
  const held = () => {
    let notify = (_outcome: unknown) => {}
    const answer = new Promise((resolve) => {
      notify = resolve
    })
    return { answer, notify }
  }

  it('that the wallet returns too late is recorded as its own entry', async () => {
    const { request, journal, wallet, clock } = await connect()
    const first = held()
    wallet.answer('eth_sendTransaction', () => first.answer)
    const waiting = expect(request(call)).rejects.toMatchObject({
      cause: { code: 'wallet/timeout' },
    })
    await vi.waitFor(() => expect(clock.sleepers).toBe(1))
    await clock.advance(limits.walletDecisionWait)
    await waiting
    expect(journal.entries()).toMatchObject([{ status: 'unclear' }])
    const second = held()
    wallet.answer('eth_sendTransaction', () => second.answer)
    const next = request({ ...call, value: '0x8' })
    await vi.waitFor(() => expect(journal.entries()).toHaveLength(2))
    first.notify(lateHash)
    await vi.waitFor(() => {
      expect(journal.entries()[1]).toMatchObject({
        hash: lateHash,
        status: 'pending',
        isLate: true,
      })
    })
    expect(journal.entries()[0]).toMatchObject({ status: 'requested' })
    expect(journal.entries()[0]?.hash).toBeUndefined()
    second.notify(Promise.reject({ code: 4001 }))
    await expect(next).rejects.toMatchObject({ code: 4001 })
    expect(journal.entries()).toHaveLength(1)
  })

  it.each<[string, (session: ChainSession, stop: () => void) => unknown]>([
    ['was cancelled', (_, stop) => stop()],
    ['was for a connection that ended', (session) => session.end({ notifyWallet: false })],
  ])('that %s is recorded when the hash arrives late', async (_, end) => {
    const { session, journal, wallet, send } = await connect()
    const { answer, notify } = held()
    const onRequest = vi.fn(() => answer)
    wallet.answer('eth_sendTransaction', onRequest)
    const controller = new AbortController()
    const sending = expect(send({}, undefined, controller.signal)).rejects.toThrow()
    await vi.waitFor(() => expect(onRequest).toHaveBeenCalled())
    await end(session, () => controller.abort(new Error('enough')))
    await sending
    expect(journal.entries()).toMatchObject([{ status: 'unclear' }])
    notify(lateHash)
    await vi.waitFor(() => {
      expect(journal.entries()).toMatchObject([{ status: 'pending', hash: lateHash, isLate: true }])
    })
  })

  it('that is rejected too late stays unclear', async () => {
    const { journal, wallet, send } = await connect()
    const { answer, notify } = held()
    const onRequest = vi.fn(() => answer)
    wallet.answer('eth_sendTransaction', onRequest)
    const controller = new AbortController()
    const sending = expect(send({}, undefined, controller.signal)).rejects.toThrow('enough')
    await vi.waitFor(() => expect(onRequest).toHaveBeenCalled())
    controller.abort(new Error('enough'))
    await sending
    notify(Promise.reject({ code: 4001 }))
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(journal.entries()).toMatchObject([{ status: 'unclear' }])
  })
})

describe('a paired wallet that responds late', () => {
  const hash = `0x${'ab'.repeat(32)}`
  const from = '0x19e7e376e7c213b7e7e7e46cc70a5dd086daff2a'

  async function pair() {
    const journal = createFakeJournal()
    let notify = (_late: LateResponse) => {}
    const transport = {
      request: () => new Promise(() => {}),
      on: () => () => {},
      onLate: (listener: typeof notify) => {
        notify = listener
        return () => {}
      },
      close: async () => {},
      approved: () => ({ accounts: [`eip155:1:${from}`], networks: ['eip155:1'] }),
    } as unknown as WalletTransport
    await createAdapter(new Map()).attach({
      transport,
      mode: 'ask',
      network: mainnet,
      networks: () => [mainnet],
      ports: { clock: createFakeClock() },
      journal: async () => journal,
      signal: never,
    })
    const openEntry = (value: string) => {
      const request = { to: recipient.toLowerCase(), value }
      const { id } = journal.open({ networkId: 'eip155:1', from, request })
      journal.claim(id, request)
      return id
    }
    node.answer('eth_getTransactionByHash', () => ({
      hash,
      from,
      to: recipient.toLowerCase(),
      value: '0x7',
      input: '0x',
      nonce: '0x1',
      blockNumber: null,
    }))
    const answer = (changes: object = {}) =>
      notify({ method: 'eth_sendTransaction', networkId: 'eip155:1', response: hash, ...changes })
    const find = (id: string) => journal.entries().find((entry) => entry.id === id)
    return { journal, openEntry, answer, find }
  }

  it('has its transaction recorded with its own request', async () => {
    const { openEntry, answer, find, journal } = await pair()
    const [older, newer] = [openEntry('7'), openEntry('8')]
    answer()
    await vi.waitFor(() => {
      expect(find(older)).toMatchObject({ status: 'pending', hash, isLate: true })
    })
    answer()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(find(newer)?.hash).toBeUndefined()
    expect(journal.entries()).toHaveLength(2)
  })

  it('has its transaction recorded as its own entry without a request', async () => {
    const { openEntry, answer, find, journal } = await pair()
    const other = openEntry('8')
    answer()
    await vi.waitFor(() => expect(journal.entries()).toHaveLength(2))
    expect(find(other)?.hash).toBeUndefined()
    expect(journal.entries()[0]).toMatchObject({ hash, isLate: true, request: { value: '7' } })
  })

  it.each([
    ['a signature', { method: 'personal_sign' }],
    ['garbage', { response: 'sent!' }],
    ['an unknown network', { networkId: 'eip155:5' }],
  ])('has nothing recorded for %s', async (_, changes) => {
    const { answer, journal } = await pair()
    answer(changes)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(journal.entries()).toEqual([])
  })
})

describe('reading for transfers', () => {
  it.each([
    [recipient, recipient],
    [recipient.toLowerCase(), recipient],
    [`0x${recipient.slice(2).toUpperCase()}`, recipient],
    [recipient.replace('D8C', 'd8C'), undefined],
    [recipient.slice(0, -1), undefined],
    [` ${recipient}`, undefined],
    ['vitalik.eth', undefined],
    ['', undefined],
  ])('parses the recipient %j as %s', (text, expected) => {
    expect(createAdapter(new Map()).transfers?.parseRecipient(text)).toBe(expected)
  })

  it('computes the same checksums as viem', () => {
    const parse = createAdapter(new Map()).transfers?.parseRecipient
    for (let value = 1n; value < 200n; value += 1n) {
      const address = `0x${((value * 0x9e3779b97f4a7c15n) ** 3n).toString(16).padStart(40, '0').slice(-40)}`
      expect(parse?.(address)).toBe(getAddress(address))
    }
  })

  it('reads native and token balances', async () => {
    const { transfers } = createAdapter(new Map())
    node.answer('eth_getBalance', () => '0x5')
    node.answer('eth_call', ({ params }) =>
      (params[0] as { to: string }).to === token.address ? `0x${'7'.padStart(64, '0')}` : '0x',
    )
    const parameters = { address: recipient, network: mainnet, signal: never }
    expect(await transfers?.balance({ ...parameters, token: coin })).toBe(5n)
    expect(await transfers?.balance({ ...parameters, token })).toBe(7n)
    await expect(transfers?.balance({ ...parameters, token: tether })).rejects.toBeInstanceOf(
      NodeError,
    )
  })

  const estimate = async (changes: Partial<Transfer> = {}) => {
    const { adapter, transfer } = await connect()
    return adapter.transfers?.fee(transfer(changes), never)
  }

  it('estimates with a margin for a rising base fee', async () => {
    node.answer('eth_estimateGas', () => '0x5208')
    node.answer('eth_getBlockByNumber', () => ({ baseFeePerGas: '0x64' }))
    node.answer('eth_maxPriorityFeePerGas', () => '0x3')
    node.answer('eth_call', () => '0x')
    expect(await estimate()).toBe(21_000n * 203n)
  })

  it('adds the parent chain fee of a rollup', async () => {
    node.answer('eth_estimateGas', () => '0x5208')
    node.answer('eth_getBlockByNumber', () => ({ baseFeePerGas: '0x64' }))
    node.answer('eth_maxPriorityFeePerGas', () => '0x0')
    node.answer('eth_call', ({ params }) =>
      (params[0] as { to: string }).to === '0x420000000000000000000000000000000000000F'
        ? `0x${'9'.padStart(64, '0')}`
        : '0x',
    )
    expect(await estimate()).toBe(21_000n * 200n + 9n)
  })

  it('uses the gas price on chains without a base fee', async () => {
    node.answer('eth_estimateGas', () => '0x5208')
    node.answer('eth_getBlockByNumber', () => ({}))
    node.answer('eth_gasPrice', () => '0x7')
    node.answer('eth_call', () => '0x')
    expect(await estimate()).toBe(21_000n * 7n)
  })

  it('reports when the transfer would fail', async () => {
    const reverted = { code: 3, message: 'execution reverted' }
    node.answer('eth_estimateGas', () => Response.json({ id: 1, error: reverted }))
    node.answer('eth_getBlockByNumber', () => ({}))
    node.answer('eth_gasPrice', () => '0x7')
    await expect(estimate({ token })).rejects.toBeInstanceOf(TransferRefusedError)
  })
})

describe('endpoints', () => {
  const two = evmNetwork('1', { rpcUrls: ['https://one.test/', 'https://two.test/'] })
  const read = (adapter = createAdapter(new Map())) =>
    adapter.nativeBalance?.({ address: recipient, network: two, signal: never })
  const countOf = (method: string) => node.calls.filter((call) => call.method === method).length

  it('confirm their chain once per page', async () => {
    node.answer('eth_getBalance', () => '0x1')
    node.answer('eth_chainId', () => '0x1')
    const adapter = createAdapter(new Map())
    await Promise.all([read(adapter), read(adapter)])
    await read(adapter)
    expect(countOf('eth_chainId')).toBe(1)
    expect(countOf('eth_getBalance')).toBe(3)
  })

  it('of another chain are never used again', async () => {
    node.answer('eth_getBalance', ({ url }) => (url.includes('one') ? '0x99' : '0x1'))
    node.answer('eth_chainId', ({ url }) => (url.includes('one') ? '0x2' : '0x1'))
    const adapter = createAdapter(new Map())
    expect(await read(adapter)).toBe(1n)
    const before = node.calls.length
    expect(await read(adapter)).toBe(1n)
    expect(node.calls.slice(before).every(({ url }) => url.includes('two'))).toBe(true)
    node.answer('eth_chainId', () => '0x2')
    await expect(read()).rejects.toBeInstanceOf(NodeError)
  })

  it.each([
    ['nothing', null],
    ['words', 'mainnet'],
    ['an error', new Response('', { status: 500 })],
  ])('that report %s as their chain are not used', async (_, answer) => {
    node.answer('eth_getBalance', ({ url }) => (url.includes('one') ? '0x99' : '0x1'))
    node.answer('eth_chainId', ({ url }) => (url.includes('one') ? answer : '0x1'))
    expect(await read()).toBe(1n)
  })

  it('are checked again when the check failed', async () => {
    node.answer('eth_getBalance', () => '0x1')
    node.answer('eth_chainId', () => new Response('', { status: 500 }))
    const adapter = createAdapter(new Map())
    await expect(read(adapter)).rejects.toBeInstanceOf(NodeError)
    node.answer('eth_chainId', () => '0x1')
    expect(await read(adapter)).toBe(1n)
  })

  it('that respond with retry-after are paused', async () => {
    node.answer('eth_getBalance', ({ url }) =>
      url.includes('one')
        ? new Response('', { status: 429, headers: { 'retry-after': '3600' } })
        : '0x1',
    )
    const adapter = createAdapter(new Map())
    expect(await read(adapter)).toBe(1n)
    expect(await read(adapter)).toBe(1n)
    expect(node.calls.filter(({ url }) => url.includes('one'))).toHaveLength(1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000)
    await read(adapter)
    expect(node.calls.filter(({ url }) => url.includes('one'))).toHaveLength(2)
    vi.restoreAllMocks()
  })
})
