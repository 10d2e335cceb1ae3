import { encodeFunctionData, erc20Abi, type Hex, hexToBigInt } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../clock.js'
import type { Database } from '../../store/openDatabase.js'
import { type CallOptions, testProject } from '../../testing/apiFixture.js'
import { createLongTimeoutNodes, hastyClock } from '../../testing/longTimeoutNodes.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import {
  createPayProcess,
  type PayChains,
  rival,
  shop,
  startPayChains,
  wallet,
} from './pay.fixture.js'

const native = '0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'
const solanaNative = 'So11111111111111111111111111111111111111111'
const minutes = 60

let chains: PayChains
let database: Database
let first: ReturnType<typeof createPayProcess>
let second: ReturnType<typeof createPayProcess>
let snapshot: unknown

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startPayChains(), openTemporaryDatabase()])
  const parts = { sql: database.sql, clock: systemClock }
  first = createPayProcess(chains, chains.nodes, parts)
  second = createPayProcess(chains, chains.nodes, parts)
  const recipient = payer().address
  for (const token of ['USDC', 'USDT', 'DAI']) {
    const { decimals = 0 } =
      chains.evm.chain.settings.tokens.find(({ symbol }) => symbol === token) ?? {}
    const amount = (100n * 10n ** BigInt(decimals)).toString()
    await payAll((await quoteOf(orderOf('ETH', token, { recipient, amount }))).steps)
  }
})
afterAll(() => Promise.all([chains?.stop(), database?.stop()]))
beforeEach(async () => {
  snapshot = await onChain('evm_snapshot')
})
afterEach(() => onChain('evm_revert', [snapshot]))

/** What only a test chain can do. */
async function onChain(method: string, params: readonly unknown[] = []): Promise<unknown> {
  const response = await fetch(chains.evm.chain.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  return ((await response.json()) as { result?: unknown }).result
}

function tokenOf(symbol: string): Hex {
  if (symbol === 'ETH') return native
  const { exchange, tokens } = chains.evm.chain.settings
  const found = tokens.find((one) => one.symbol === symbol)?.address
  return (symbol === 'WETH' ? exchange?.wrappedNative : found) as Hex
}

const evm = () => chains.nodes.evm('eip155:1')
const payer = () => chains.evm.account(4)
const stranger = () => chains.evm.account(2)
let counter = 0
function newAddress(): Hex {
  counter += 1
  return `0x${counter.toString(16).padStart(40, 'c')}`
}

function balanceOf(symbol: string, address: Hex): Promise<bigint> {
  if (symbol === 'ETH') return evm().getBalance({ address })
  const call = { abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
  return evm().readContract({ address: tokenOf(symbol), ...call })
}

function orderOf(from: string, to: string, more: Record<string, unknown> = {}) {
  return {
    user: payer().address,
    originChainId: '1',
    originCurrency: tokenOf(from),
    destinationChainId: '1',
    destinationCurrency: tokenOf(to),
    recipient: newAddress(),
    amount: '1234567',
    ...more,
  }
}

const site: CallOptions = { projectId: shop.id }

function ask(order: unknown, options = site, { api } = first) {
  return api.post('/appkit/v1/transfers/quote', order, options)
}

async function statusOf(requestId: string, options = site, { api } = second) {
  const query = { ...options.query, requestId }
  return api.get('/appkit/v1/transfers/status', { ...options, query })
}

type Step = {
  requestId: string
  type: string
  transaction: { from: Hex; to: Hex; data: Hex; value: string }
}

async function quoteOf(order: unknown): Promise<{
  origin: { amount: string }
  steps: readonly Step[]
  requestId: string
}> {
  const answer = await ask(order)
  expect(answer.status, answer.text).toBe(200)
  return { ...answer.json, requestId: answer.json.steps[0].requestId }
}

/** Sends a step as the wallet of the page does. */
function send({ transaction }: Step, from = payer()) {
  const { to, data, value } = transaction
  return chains.evm.send(from, { to, data, value: BigInt(value), gas: 600_000n })
}

async function payAll(steps: readonly Step[]) {
  for (const step of steps) expect((await send(step)).status).toBe('success')
}

const waiting = { status: 200, json: { status: 'waiting' } }
const refused = (status: number, field: string) => ({
  status,
  json: {
    status: 'FAILED',
    error: expect.stringMatching(/\S/),
    reasons: expect.arrayContaining([expect.objectContaining({ field })]),
  },
})

describe('a payment with another token', () => {
  it.each([
    ['USDC', 'ETH', '12345678901234'],
    ['ETH', 'USDC', '1234567'],
    ['USDC', 'DAI', '1234567890123456789'],
    ['USDT', 'USDC', '7654321'],
    ['DAI', 'USDT', '1'],
    ['WETH', 'USDC', '1000000'],
  ])('in %s pays the exact amount of %s', async (from, to, amount) => {
    if (from === 'WETH') {
      await chains.evm.send(payer(), { to: tokenOf('WETH'), value: 10n ** 18n })
    }
    const order = orderOf(from, to, { amount })
    const { steps, requestId, origin } = await quoteOf(order)
    expect(steps).toHaveLength(from === 'ETH' ? 1 : 2)
    expect(new Set(steps.map((step) => step.requestId))).toEqual(new Set([requestId]))
    expect(await statusOf(requestId)).toMatchObject(waiting)
    const before = await balanceOf(from, payer().address)
    await payAll(steps)
    expect(await balanceOf(to, order.recipient)).toBe(BigInt(amount))
    expect(await statusOf(requestId)).toMatchObject({ status: 200, json: { status: 'success' } })
    if (from !== 'ETH') {
      const paid = before - (await balanceOf(from, payer().address))
      expect(paid).toBeGreaterThan(0n)
      expect(paid).toBeLessThanOrEqual(BigInt(origin.amount))
    }
  })

  it('is described as pages expect it', async () => {
    const order = orderOf('USDC', 'ETH', { amount: '1000000000000000' })
    const answer = await ask(JSON.stringify(order), {
      ...site,
      headers: { 'content-type': 'text/plain;charset=UTF-8' },
    })
    const { json } = answer
    const { chain } = chains.evm
    const metadata = (symbol: string) => {
      const { name, decimals } =
        symbol === 'ETH'
          ? chain.settings.nativeCurrency
          : (chain.settings.tokens.find((one) => one.symbol === symbol) ?? {
              name: '',
              decimals: 0,
            })
      return { name, symbol, decimals, logoURI: expect.stringMatching(/^https:/) }
    }
    const origin = { network: 'eip155:1', asset: tokenOf('USDC'), metadata: metadata('USDC') }
    const requestId = expect.stringMatching(/^[\w.-]+$/)
    const transaction = { from: payer().address, data: expect.stringMatching(/^0x/), value: '0' }
    expect(json).toEqual({
      origin: { amount: expect.stringMatching(/^\d+$/), currency: origin },
      destination: {
        amount: order.amount,
        currency: { network: 'eip155:1', asset: 'native', metadata: metadata('ETH') },
      },
      steps: [
        {
          requestId,
          type: 'transaction',
          transaction: { ...transaction, to: tokenOf('USDC') },
        },
        {
          requestId,
          type: 'transaction',
          transaction: { ...transaction, to: chain.settings.exchange?.router },
        },
      ],
      fees: [
        {
          id: 'service',
          label: 'Exchange fee',
          amount: expect.stringMatching(/^\d+$/),
          currency: origin,
        },
      ],
      timeInSeconds: expect.any(Number),
    })
    expect(BigInt(json.fees[0].amount)).toBeLessThan(BigInt(json.origin.amount) / 100n)
  })

  it('needs no approval that is there already', async () => {
    const [approve] = (await quoteOf(orderOf('USDC', 'ETH'))).steps
    await send(approve as Step)
    const { steps } = await quoteOf(orderOf('USDC', 'ETH', { amount: '1000000' }))
    expect(steps).toHaveLength(1)
    await payAll(steps)
  })

  it('is pending while the transaction waits for a block', async () => {
    const { steps, requestId } = await quoteOf(orderOf('ETH', 'USDC'))
    await onChain('evm_setAutomine', [false])
    try {
      const sent = send(steps[0] as Step)
      await expect.poll(async () => (await statusOf(requestId)).json).toEqual({ status: 'pending' })
      await onChain('evm_mine')
      await sent
      expect((await statusOf(requestId)).json).toEqual({ status: 'success' })
    } finally {
      await onChain('evm_setAutomine', [true])
    }
  })

  it('pays nothing when the price moved by more than a hundredth', async () => {
    const order = orderOf('ETH', 'USDC', { amount: '1000000' })
    const { steps, requestId } = await quoteOf(order)
    const large = orderOf('ETH', 'USDC', {
      user: stranger().address,
      amount: String(100_000n * 10n ** 6n),
    })
    await send((await quoteOf(large)).steps[0] as Step, stranger())
    expect((await send(steps[0] as Step)).status).toBe('reverted')
    expect(await balanceOf('USDC', order.recipient)).toBe(0n)
    expect(await statusOf(requestId)).toMatchObject(waiting)
  })

  it('times out after ten minutes, when the exchange takes it no more', async () => {
    const order = orderOf('ETH', 'USDC')
    const { steps, requestId } = await quoteOf(order)
    await onChain('evm_increaseTime', [9 * minutes])
    await onChain('evm_mine')
    expect(await statusOf(requestId)).toMatchObject(waiting)
    await onChain('evm_increaseTime', [minutes + 30])
    await onChain('evm_mine')
    expect((await statusOf(requestId)).json).toEqual({ status: 'timeout' })
    expect((await send(steps[0] as Step)).status).toBe('reverted')
    expect(await balanceOf('USDC', order.recipient)).toBe(0n)
    expect((await statusOf(requestId)).json).toEqual({ status: 'timeout' })
  })

  it('stays successful after the deadline', async () => {
    const { steps, requestId } = await quoteOf(orderOf('ETH', 'USDC'))
    await payAll(steps)
    await onChain('evm_increaseTime', [60 * minutes])
    await onChain('evm_mine')
    expect((await statusOf(requestId)).json).toEqual({ status: 'success' })
  })
})

describe('a payment does not count', () => {
  it('when the recipient got the amount in another way', async () => {
    const order = orderOf('USDC', 'DAI', { amount: '1000000' })
    const { requestId } = await quoteOf(order)
    const again = orderOf('USDC', 'DAI', { amount: '1000000', recipient: order.recipient })
    const other = await quoteOf(again)
    await payAll(other.steps)
    expect(await balanceOf('DAI', order.recipient)).toBe(1_000_000n)
    expect((await statusOf(other.requestId)).json).toEqual({ status: 'success' })
    expect(await statusOf(requestId)).toMatchObject(waiting)
  })

  it('when somebody else sends its transaction', async () => {
    const order = orderOf('ETH', 'USDC', { amount: '1000000' })
    const { steps, requestId } = await quoteOf(order)
    expect((await send(steps[0] as Step, stranger())).status).toBe('success')
    expect(await balanceOf('USDC', order.recipient)).toBe(1_000_000n)
    expect(await statusOf(requestId)).toMatchObject(waiting)
  })

  it('when the payer only approves, or pays without the tag', async () => {
    const { steps, requestId } = await quoteOf(orderOf('USDC', 'ETH'))
    const [approve, pay] = steps as [Step, Step]
    await send(approve)
    expect(await statusOf(requestId)).toMatchObject(waiting)
    const data = pay.transaction.data.slice(0, -32) as Hex
    await send({ ...pay, transaction: { ...pay.transaction, data } })
    expect(await statusOf(requestId)).toMatchObject(waiting)
  })
})

describe('the id of a payment', () => {
  it('cannot be forged or used elsewhere', async () => {
    const { requestId } = await quoteOf(orderOf('ETH', 'USDC'))
    const [body = '', signature = ''] = requestId.split('.')
    const content = JSON.parse(Buffer.from(body, 'base64url').toString())
    const forge = (more: object) =>
      Buffer.from(JSON.stringify({ ...content, ...more })).toString('base64url')
    const parts = { sql: database.sql, clock: systemClock }
    const elsewhere = createPayProcess(chains, chains.nodes, parts, Buffer.alloc(32, 1))
    const foreign = await elsewhere.api.post(
      '/appkit/v1/transfers/quote',
      orderOf('ETH', 'USDC'),
      site,
    )
    const forged = [
      `${forge({ amount: '1' })}.${signature}`,
      `${forge({ projectId: wallet.id })}.${signature}`,
      `${body}.${signature.slice(1)}`,
      `${body}.`,
      `.${signature}`,
      `${body}.${signature}.${signature}`,
      body,
      'direct-transfer',
      'e30.e30',
      foreign.json.steps[0].requestId,
    ]
    for (const id of forged) expect(await statusOf(id)).toMatchObject(refused(404, 'requestId'))
    for (const id of ['', 'a b', 'a'.repeat(2_049), '../..']) {
      expect(await statusOf(id)).toMatchObject(refused(400, 'requestId'))
    }
    expect(await statusOf(requestId, { projectId: rival.id })).toMatchObject(
      refused(404, 'requestId'),
    )
    expect(await statusOf(requestId)).toMatchObject(waiting)
  })
})

describe('the same token', () => {
  it.each([
    ['ETH', 'native'],
    ['USDC', undefined],
  ])('%s is paid directly', async (symbol, asset) => {
    const order = orderOf(symbol, symbol, { user: undefined })
    const { json } = await ask(order)
    const currency = asset ?? tokenOf(symbol)
    expect(json).toMatchObject({
      type: 'direct-transfer',
      origin: { amount: order.amount, currency: { asset: currency } },
      destination: { amount: order.amount, currency: { asset: currency } },
      steps: [
        {
          requestId: 'direct-transfer',
          type: 'deposit',
          deposit: { amount: order.amount, currency, receiver: order.recipient },
        },
      ],
      fees: [{ id: 'service', amount: '0' }],
      timeInSeconds: 6,
    })
  })

  it('is paid directly on Solana too', async () => {
    const reference = chains.solana.settings.id.split(':')[1]
    const { json } = await ask({
      ...orderOf('ETH', 'ETH'),
      ...{ originChainId: reference, destinationChainId: reference },
      ...{ originCurrency: solanaNative, destinationCurrency: solanaNative },
      recipient: solanaNative,
    })
    expect(json).toMatchObject({ type: 'direct-transfer', steps: [{ type: 'deposit' }] })
  })
})

describe('a quote is refused, with a text for the page,', () => {
  const solana = () => ({
    originChainId: chains.solana.settings.id.split(':')[1],
    originCurrency: solanaNative,
  })

  it.each<[string, () => unknown, number, string]>([
    ['from another network', () => orderOf('ETH', 'USDC', solana()), 400, 'originChainId'],
    [
      'on Solana',
      () => ({
        ...orderOf('ETH', 'USDC', solana()),
        destinationChainId: chains.solana.settings.id.split(':')[1],
        destinationCurrency: chains.solana.settings.tokens[0]?.address,
      }),
      400,
      'originChainId',
    ],
    [
      'on an unknown network',
      () => orderOf('ETH', 'USDC', { destinationChainId: '137' }),
      400,
      'destinationChainId',
    ],
    [
      'of an unknown token',
      () => orderOf('ETH', 'USDC', { destinationCurrency: newAddress() }),
      400,
      'destinationCurrency',
    ],
    [
      'of a token that is none',
      () => orderOf('ETH', 'USDC', { originCurrency: `0x${'g'.repeat(40)}` }),
      400,
      'originCurrency',
    ],
    ['of the wrapped coin', () => orderOf('ETH', 'WETH'), 400, 'originCurrency'],
    [
      'of more than the pool has',
      () => orderOf('ETH', 'USDC', { amount: '9'.repeat(30) }),
      400,
      'amount',
    ],
    [
      'of more than a number can say',
      () => orderOf('ETH', 'USDC', { amount: '9'.repeat(78) }),
      400,
      'amount',
    ],
    ['without an amount', () => orderOf('ETH', 'USDC', { amount: '0' }), 400, 'amount'],
    ['from an exchange', () => orderOf('ETH', 'USDC', { user: undefined }), 400, 'originCurrency'],
    ['for a poor account', () => orderOf('ETH', 'USDC', { user: newAddress() }), 400, 'user'],
    [
      'for a contract',
      () => orderOf('ETH', 'USDC', { user: chains.evm.chain.settings.exchange?.router }),
      400,
      'user',
    ],
    [
      'to nobody',
      () => orderOf('ETH', 'USDC', { recipient: `0x${'0'.repeat(40)}` }),
      400,
      'recipient',
    ],
    ['to no address', () => orderOf('ETH', 'USDC', { recipient: 'alice.eth' }), 400, 'recipient'],
    [
      'for an address of another network',
      () => orderOf('ETH', 'USDC', { user: solanaNative }),
      400,
      'user',
    ],
    ['with a number as amount', () => orderOf('ETH', 'USDC', { amount: 5 }), 400, 'amount'],
    ['with a negative amount', () => orderOf('ETH', 'USDC', { amount: '-5' }), 400, 'amount'],
    ['with a decimal amount', () => orderOf('ETH', 'USDC', { amount: '1.5' }), 400, 'amount'],
    [
      'with a number as chain',
      () => orderOf('ETH', 'USDC', { originChainId: 1 }),
      400,
      'originChainId',
    ],
    [
      'without currencies',
      () => ({ ...orderOf('ETH', 'USDC'), originCurrency: null }),
      400,
      'originCurrency',
    ],
    ['without anything', () => ({}), 400, 'originChainId'],
    ['for a list', () => [], 400, 'originChainId'],
  ])('%s', async (_, order, status, field) => {
    expect(await ask(order())).toMatchObject(refused(status, field))
  })

  it('when the token cannot raise its allowance', async () => {
    const approveSome = { abi: erc20Abi, functionName: 'approve' } as const
    const router = chains.evm.chain.settings.exchange?.router as Hex
    const data = encodeFunctionData({ ...approveSome, args: [router, 1n] })
    await chains.evm.send(payer(), { to: tokenOf('USDT'), data })
    expect(await ask(orderOf('USDT', 'ETH'))).toMatchObject(refused(400, 'originCurrency'))
  })

  it('without the feature', async () => {
    const { requestId } = await quoteOf(orderOf('ETH', 'USDC'))
    for (const { id } of [wallet, testProject]) {
      const options = { projectId: id }
      expect(await ask(orderOf('ETH', 'USDC'), options)).toMatchObject(refused(403, 'payments'))
      expect(await statusOf(requestId, options)).toMatchObject(refused(403, 'payments'))
    }
  })

  it('while the chain is down', async () => {
    const { requestId } = await quoteOf(orderOf('ETH', 'USDC'))
    const parts = { sql: database.sql, clock: systemClock }
    const nodes = createLongTimeoutNodes(
      [chains.evm.chain.settings, chains.solana.settings].map((settings) => ({
        ...settings,
        upstreams: ['http://127.0.0.1:9'],
      })),
      { clock: hastyClock },
    )
    const down = createPayProcess(chains, nodes, parts)
    for (const answer of [
      await ask(orderOf('ETH', 'USDC'), site, down),
      await statusOf(requestId, site, down),
    ]) {
      expect(answer).toMatchObject({ status: 503, json: { error: expect.any(String) } })
    }
  })
})

it('takes no more than the approved amount', async () => {
  const { steps, origin } = await quoteOf(orderOf('USDC', 'ETH'))
  const [approve] = steps as [Step]
  expect(hexToBigInt(`0x${approve.transaction.data.slice(-64)}`)).toBe(BigInt(origin.amount))
})
