import { toPayAsset } from '@latchkey/wire/http/pay'
import { erc20Abi, getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../errors/ApiError.js'
import type { ChainSettings } from '../../nodes/ChainSettings.js'
import type { ServedNodes } from '../../nodes/createNodes.js'
import type { PayAsset } from '../../sources/pay/PayExchange.js'
import { payExchangeContract } from '../../sources/pay/payExchange.contract.js'
import type { Database } from '../../store/openDatabase.js'
import { type TestApi, testProject, testUrl } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { createPayProcess, type PayChains, shop, startPayChains, wallet } from './pay.fixture.js'

const clock = createManualClock(Date.now())
const minutes = 60_000

let chains: PayChains
let database: Database
let first: ReturnType<typeof createPayProcess>
let second: ReturnType<typeof createPayProcess>

beforeAll(async () => {
  ;[chains, database] = await Promise.all([startPayChains(), openTemporaryDatabase()])
  first = createProcess()
  second = createProcess()
})
afterAll(() => Promise.all([chains?.stop(), database?.stop()]))

const createProcess = (nodes: ServedNodes = chains.nodes) =>
  createPayProcess(chains, nodes, { sql: database.sql, clock })

let calls = 0
async function call(
  method: string,
  params: Record<string, unknown>,
  {
    api = first.api,
    projectId = shop.id,
    ...options
  }: { api?: TestApi; projectId?: string; query?: Record<string, string> } = {},
) {
  const id = ++calls
  const body = { jsonrpc: '2.0', id, method, params }
  const answer = await api.post('/v1/json-rpc', body, { projectId, ...options })
  expect(answer.status).toBe(200)
  expect(answer.json).toMatchObject({ jsonrpc: '2.0', id })
  return answer.json as {
    result?: Record<string, unknown>
    error?: { code: number; message: string }
  }
}

const token = () =>
  chains.evm.chain.settings.tokens.find(({ symbol }) => symbol === 'USDC')?.address as Hex
const mint = () => chains.solana.settings.tokens[0]?.address as string
const solanaId = () => chains.solana.settings.id

let counter = 0
const newAddress = () =>
  getAddress(`0x${(0xfee0000 + ++counter).toString(16).padStart(40, '0')}`) as Hex
const newSolanaAddress = async () => {
  const { generateKeyPairSigner } = await import('@solana/kit')
  return (await generateKeyPairSigner()).address as string
}

const order = (recipient: string, more: Record<string, unknown> = {}) => ({
  exchangeId: 'sandbox',
  asset: toPayAsset('eip155:1', token()),
  amount: '12.5',
  recipient: `eip155:1:${recipient}`,
  ...more,
})

async function openSession(params: Record<string, unknown>): Promise<string> {
  const { result, error } = await call('reown_getExchangePayUrl', params)
  expect(error).toBeUndefined()
  const sessionId = result?.sessionId as string
  expect(sessionId).toMatch(/^[0-9a-zA-Z]{32}$/)
  expect(result?.url).toBe(`${testUrl}/pay/checkout?session=${sessionId}`)
  return sessionId
}

const look = (session: string, api = first.api) =>
  api.get('/pay/checkout', { query: { session }, projectId: null, origin: null })

const decide = (session: string, step: string, api = first.api, headers = {}) =>
  api.send('POST', '/pay/checkout', new URLSearchParams({ step }).toString(), {
    query: { session },
    projectId: null,
    origin: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })

async function readStatus(sessionId: string, options: Parameters<typeof call>[2] = {}) {
  const params = { exchangeId: 'sandbox', sessionId }
  return (await call('reown_getExchangeBuyStatus', params, options)).result
}

const expectSuccess = (session: string) =>
  expect.poll(async () => (await readStatus(session))?.status, { timeout: 20_000 }).toBe('SUCCESS')

async function balance(address: Hex, of?: Hex): Promise<bigint> {
  const client = chains.nodes.evm('eip155:1')
  if (of === undefined) return client.getBalance({ address })
  const read = { address: of, abi: erc20Abi, functionName: 'balanceOf', args: [address] } as const
  return client.readContract(read)
}

async function solanaBalance(address: string, of?: string): Promise<bigint> {
  const read = (method: string, params: unknown[]) =>
    chains.nodes.call(solanaId(), method, params) as Promise<{ value: never }>
  if (of === undefined) return BigInt((await read('getBalance', [address])).value)
  const { value } = await read('getTokenAccountsByOwner', [
    address,
    { mint: of },
    { encoding: 'jsonParsed' },
  ])
  const accounts = value as { account: { data: { parsed: { info: TokenInfo } } } }[]
  const amounts = accounts.map(({ account }) => account.data.parsed.info.tokenAmount.amount)
  return amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
}
type TokenInfo = { tokenAmount: { amount: string } }

payExchangeContract('the sandbox', () => {
  const [evm, solana] = chains.nodes.chains as [ChainSettings, ChainSettings]
  const coin = (chain: ChainSettings) => ({ chain, address: undefined, ...chain.nativeCurrency })
  const tokenOf = (chain: ChainSettings, address: string) => ({
    chain,
    address,
    name: 'Token',
    symbol: 'USDC',
    decimals: 6,
  })
  const isSolana = ({ chain }: PayAsset) => chain.id === solana.id
  return {
    exchange: first.sandbox.exchange,
    assets: [coin(evm), tokenOf(evm, token()), coin(solana), tokenOf(solana, mint())],
    unsupported: coin({ ...evm, id: 'eip155:10' }),
    createRecipient: async (asset) => (isSolana(asset) ? newSolanaAddress() : newAddress()),
    readBalance: (asset, recipient) =>
      isSolana(asset)
        ? solanaBalance(recipient, asset.address)
        : balance(recipient as Hex, asset.address as Hex | undefined),
    confirm: ({ sessionId }) => first.sandbox.confirm(sessionId),
    cancel: ({ sessionId }) => first.sandbox.cancel(sessionId),
  }
})

describe('reown_getExchanges', () => {
  const list = async (params: Record<string, unknown>, options = {}) =>
    (await call('reown_getExchanges', { page: 0, ...params }, options)).result

  it('lists exchanges that support the asset', async () => {
    const all = {
      exchanges: [{ id: 'sandbox', name: 'Sandbox Exchange', imageUrl: null }],
      total: 1,
    }
    const none = { exchanges: [], total: 0 }
    expect(await list({})).toEqual(all)
    expect(await list({ asset: toPayAsset('eip155:1', token()), amount: '5' })).toEqual(all)
    expect(await list({ asset: toPayAsset(solanaId()) })).toEqual(all)
    expect(await list({ asset: toPayAsset('eip155:1', newAddress()) })).toEqual(none)
    expect(await list({ asset: toPayAsset('eip155:10') })).toEqual(none)
    expect(await list({ asset: toPayAsset('eip155:1', token()), amount: '0.0000001' })).toEqual(
      none,
    )
    expect(await list({ includeOnly: ['binance'] })).toEqual(none)
    expect(await list({ exclude: ['sandbox'] })).toEqual(none)
    expect(await list({ page: 1 })).toEqual({ exchanges: [], total: 1 })
  })

  it('offers nothing to projects without the feature', async () => {
    const deposit = { query: { source: 'fund-wallet' } }
    expect(await list({}, { projectId: testProject.id })).toMatchObject({ total: 0 })
    expect(await list({}, deposit)).toMatchObject({ total: 0 })
    expect(await list({}, { projectId: wallet.id })).toMatchObject({ total: 0 })
    expect(await list({}, { projectId: wallet.id, ...deposit })).toMatchObject({ total: 1 })
  })
})

describe('reown_getExchangePayUrl', () => {
  it.each<[string, () => Record<string, unknown>, number, RegExp]>([
    ['an unknown exchange', () => ({ exchangeId: 'nobody' }), -2, /no exchange/],
    [
      'an unknown token',
      () => ({ asset: toPayAsset('eip155:1', newAddress()) }),
      -7,
      /is not supported/,
    ],
    [
      'an unserved chain',
      () => ({ asset: 'eip155:10/slip44:60', recipient: `eip155:10:${newAddress()}` }),
      -7,
      /is not supported/,
    ],
    [
      'a recipient on another chain',
      () => ({ recipient: `eip155:10:${newAddress()}` }),
      -32602,
      /different/,
    ],
    [
      'a wrong checksum',
      () => ({ recipient: `eip155:1:0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc3` }),
      -32602,
      /recipient/,
    ],
    ['no address', () => ({ recipient: 'eip155:1:0x12' }), -32602, /recipient/],
    ['too many decimals', () => ({ amount: '1.0000001' }), -32602, /6 decimals/],
    ['zero', () => ({ amount: '0.0' }), -32602, /zero/],
    ['a number', () => ({ amount: 5 }), -32602, /amount/],
    ['hex', () => ({ amount: '0x5' }), -32602, /amount/],
    ['another project', () => ({ projectId: wallet.id }), -32602, /project/],
  ])('rejects %s', async (_, change, code, text) => {
    const { error } = await call('reown_getExchangePayUrl', order(newAddress(), change()))
    expect(error?.code).toBe(code)
    expect(error?.message).toMatch(text)
  })

  it('rejects projects without the feature', async () => {
    const { error } = await call('reown_getExchangePayUrl', order(newAddress()), {
      projectId: testProject.id,
    })
    expect(error?.code).toBe(-1)
  })

  it('rejects unknown methods and what is no JSON-RPC', async () => {
    expect((await call('reown_drain', {})).error?.code).toBe(-32601)
    const { status } = await first.api.post('/v1/json-rpc', { method: 'reown_getExchanges' })
    expect(status).toBe(400)
    const foreign = await first.api.post(
      '/v1/json-rpc',
      { jsonrpc: '2.0', id: 1, method: 'reown_getExchanges', params: { page: 0 } },
      { projectId: shop.id, origin: 'https://other.example' },
    )
    expect(foreign.status).toBe(403)
  })

  it('counts against the limits of the caller', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'reown_getExchanges', params: { page: 0 } }
    const send = () =>
      first.api.post('/v1/json-rpc', body, { projectId: shop.id, address: '203.0.113.9' })
    const answers = await Promise.all(Array.from({ length: 40 }, send))
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })
})

describe('the sandbox exchange', () => {
  it('shows the payment before it is confirmed', async () => {
    const recipient = newAddress()
    const session = await openSession(order(recipient))
    const { status, headers, text } = await look(session)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(text.replaceAll(/<wbr>|<\/?span>/g, '')).toContain(recipient)
    for (const part of ['12.5 USDC', 'Ethereum', 'Test mode']) expect(text).toContain(part)
    expect(text).not.toMatch(/<script>|<style|style=|onclick/)
    expect((await readStatus(session))?.status).toBe('IN_PROGRESS')
    expect((await first.api.get('/pay/checkout.css', { projectId: null })).status).toBe(200)
  })

  it('delivers a token, and reports the transaction', async () => {
    const recipient = newAddress()
    const session = await openSession(order(recipient))
    const answer = await decide(session, 'confirm')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `checkout?session=${session}`,
    ])
    await expectSuccess(session)
    const { txHash } = (await readStatus(session)) as { txHash: Hex }
    const receipt = await chains.nodes.evm('eip155:1').getTransactionReceipt({ hash: txHash })
    expect(receipt.status).toBe('success')
    expect(await balance(recipient, token())).toBe(12_500_000n)
    expect((await look(session)).text).toContain('Payment complete')
  })

  it('delivers the native coin', async () => {
    const recipient = newAddress()
    const session = await openSession(
      order(recipient, { asset: 'eip155:1/slip44:60', amount: '0.000000000000000001' }),
    )
    await decide(session, 'confirm')
    await expectSuccess(session)
    expect(await balance(recipient)).toBe(1n)
  })

  it('delivers SOL and SPL tokens', async () => {
    const recipient = await newSolanaAddress()
    const to = { recipient: `${solanaId()}:${recipient}` }
    const sol = await openSession(
      order('', { ...to, asset: toPayAsset(solanaId()), amount: '1.5' }),
    )
    const usdc = await openSession(
      order('', { ...to, asset: toPayAsset(solanaId(), mint()), amount: '0.25' }),
    )
    // Equal to the other, but a payment of its own.
    const again = await openSession(
      order('', { ...to, asset: toPayAsset(solanaId(), mint()), amount: '0.25' }),
    )
    for (const session of [sol, usdc, again]) await decide(session, 'confirm')
    for (const session of [sol, usdc, again]) await expectSuccess(session)
    expect(await solanaBalance(recipient)).toBe(1_500_000_000n)
    expect(await solanaBalance(recipient, mint())).toBe(500_000n)
  })

  it('cancels once, and then delivers nothing', async () => {
    const recipient = newAddress()
    const session = await openSession(order(recipient))
    await decide(session, 'cancel')
    await decide(session, 'confirm')
    expect(await readStatus(session)).toEqual({ status: 'FAILED', txHash: null })
    expect((await look(session)).text).toContain('Payment cancelled')
    expect(await balance(recipient, token())).toBe(0n)
  })

  it('expires, and then delivers nothing', async () => {
    const recipient = newAddress()
    const session = await openSession(order(recipient))
    clock.advance(30 * minutes)
    expect((await look(session)).status).toBe(410)
    await decide(session, 'confirm')
    expect((await readStatus(session))?.status).toBe('FAILED')
    expect(await balance(recipient, token())).toBe(0n)
    clock.advance(73 * 60 * minutes)
    await first.sandbox.resume()
    expect((await look(session)).status).toBe(404)
    expect((await readStatus(session))?.status).toBe('UNKNOWN')
  })

  it('tells nothing about sessions of other projects', async () => {
    const session = await openSession(order(newAddress()))
    expect(await readStatus(session, { projectId: wallet.id })).toEqual({ status: 'UNKNOWN' })
    expect(await readStatus('0'.repeat(32))).toEqual({ status: 'UNKNOWN' })
  })

  it('rejects forms of other sites and unknown sessions', async () => {
    const session = await openSession(order(newAddress()))
    const foreign = await decide(session, 'confirm', first.api, { 'sec-fetch-site': 'cross-site' })
    expect(foreign.status).toBe(403)
    expect((await readStatus(session))?.status).toBe('IN_PROGRESS')
    expect((await look("' or true --")).status).toBe(404)
  })

  it('confirms nothing that it cannot deliver', async () => {
    const session = await openSession(order(newAddress(), { amount: '999999999999' }))
    const answer = await decide(session, 'confirm')
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('Nothing was paid')
    expect((await readStatus(session))?.status).toBe('IN_PROGRESS')
  })
})

describe('a payment is delivered exactly once', () => {
  it('with 200 parallel confirmations in two processes', async () => {
    const recipient = newAddress()
    const session = await openSession(order(recipient))
    const steps = Array.from({ length: 200 }, (_, index) => {
      const { api } = index % 2 ? first : second
      return index % 10 === 9 ? look(session, api) : decide(session, 'confirm', api)
    })
    for (const { status } of await Promise.all(steps)) expect([200, 303]).toContain(status)
    await expectSuccess(session)
    await Promise.all([first.sandbox.resume(), second.sandbox.resume()])
    expect(await balance(recipient, token())).toBe(12_500_000n)
  })

  it('when a confirmation continues after the delivery', async () => {
    const recipient = newAddress()
    const session = await openSession(order(recipient))
    let release = () => {}
    const pause = new Promise<void>((resolve) => {
      release = resolve
    })
    let waiting = 0
    const call: ServedNodes['call'] = async (chain, method, params, signal) => {
      if (method === 'eth_estimateGas' && ++waiting <= 5) await pause
      return chains.nodes.call(chain, method, params, signal)
    }
    const slow = createProcess({ ...chains.nodes, call })
    const late = Array.from({ length: 5 }, () => decide(session, 'confirm', slow.api))
    await expect.poll(() => waiting).toBe(5)
    await decide(session, 'confirm')
    await expectSuccess(session)
    release()
    for (const { status } of await Promise.all(late)) expect(status).toBe(303)
    await Promise.all([first.sandbox.resume(), slow.sandbox.resume()])
    await expectSuccess(session)
    expect(await balance(recipient, token())).toBe(12_500_000n)
  })

  it('or cancelled, when both are pressed', async () => {
    for (let round = 0; round < 5; round += 1) {
      const recipient = newAddress()
      const session = await openSession(order(recipient))
      await Promise.all([
        decide(session, 'confirm', first.api),
        decide(session, 'cancel', second.api),
      ])
      await expect
        .poll(async () => (await readStatus(session))?.status, { timeout: 20_000 })
        .toMatch(/SUCCESS|FAILED/)
      const isPaid = (await readStatus(session))?.status === 'SUCCESS'
      expect(await balance(recipient, token())).toBe(isPaid ? 12_500_000n : 0n)
    }
  })

  /** Nodes of a process that is killed at a call, before or after the real node has executed it. */
  function killedAt(name: string, at: 'before' | 'after'): ServedNodes {
    let isDead = false
    const dead = () => {
      isDead = true
      throw new ApiError(503, 'chainId', 'Cut off.')
    }
    const call: ServedNodes['call'] = async (chain, method, params, signal) => {
      if (isDead || (method === name && at === 'before')) dead()
      const answer = await chains.nodes.call(chain, method, params, signal)
      return method === name ? dead() : answer
    }
    return { ...chains.nodes, call }
  }

  it.each([
    ['eip155', 'eth_getTransactionCount', 'before'],
    ['eip155', 'eth_sendRawTransaction', 'before'],
    ['eip155', 'eth_sendRawTransaction', 'after'],
    ['eip155', 'eth_getTransactionReceipt', 'before'],
    ['solana', 'sendTransaction', 'before'],
    ['solana', 'sendTransaction', 'after'],
    ['solana', 'getSignatureStatuses', 'before'],
  ] as const)('when a process of %s dies at %s, %s it', async (namespace, method, at) => {
    const isSolana = namespace === 'solana'
    const recipient = isSolana ? await newSolanaAddress() : newAddress()
    const session = await openSession(
      isSolana
        ? order('', {
            recipient: `${solanaId()}:${recipient}`,
            asset: toPayAsset(solanaId(), mint()),
          })
        : order(recipient),
    )
    const killed = createProcess(killedAt(method, at))
    expect((await decide(session, 'confirm', killed.api)).status).toBe(303)
    expect((await readStatus(session, { api: killed.api }))?.status).toBe('IN_PROGRESS')
    await Promise.all(
      Array.from({ length: 6 }, (_, index) => (index % 2 ? first : second).sandbox.resume()),
    )
    await expectSuccess(session)
    const received = isSolana
      ? await solanaBalance(recipient, mint())
      : await balance(recipient as Hex, token())
    expect(received).toBe(12_500_000n)
  })

  it('fails when no transfer can be signed for an hour', async () => {
    const recipient = newAddress()
    const session = await openSession(order(recipient))
    const killed = createProcess(killedAt('eth_getTransactionCount', 'before'))
    await decide(session, 'confirm', killed.api)
    clock.advance(61 * minutes)
    await killed.sandbox.resume()
    expect((await readStatus(session))?.status).toBe('FAILED')
    await first.sandbox.resume()
    expect(await balance(recipient, token())).toBe(0n)
  })
})
