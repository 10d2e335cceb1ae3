import { encodeFunctionData, erc20Abi, type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ApiError } from '../../errors/ApiError.js'
import type { ServedNodes } from '../../nodes/createNodes.js'
import { startLocalChain } from '../../sources/convert/localChain.fixture.js'
import type { Sandbox } from '../../sources/onramp/sandbox/createSandbox.js'
import type { Database } from '../../store/openDatabase.js'
import { createTestApi, type TestApi, testProject, testUrl } from '../../testing/apiFixture.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { onrampRawRoutes, onrampRoutes } from './index.js'
import { createLocalOnramp } from './onramp.fixture.js'

const clock = createManualClock(Date.now())
const testCard = { number: '4242 4242 4242 4242', expiry: '12/49', code: '123' }

let local: Awaited<ReturnType<typeof startLocalChain>>
let database: Database
let api: TestApi
let dead: TestApi

beforeAll(async () => {
  ;[local, database] = await Promise.all([startLocalChain(), openTemporaryDatabase()])
  api = apiOver(local.nodes)
  dead = apiOver(local.deadNodes)
})

afterAll(() => Promise.all([local?.stop(), database?.stop()]))

function onrampOver(nodes: typeof local.nodes) {
  const { chain } = local
  return createLocalOnramp(
    { driver: 'sandbox', chains: [chain.settings.id], treasuryKey: chain.faucet.privateKey },
    { nodes, sql: database.sql, clock },
  )
}

/** The sandbox of another process. */
function sandboxOver(nodes: typeof local.nodes): Sandbox {
  const { sandbox } = onrampOver(nodes)
  if (!sandbox) throw new Error('There is no sandbox.')
  return sandbox
}

function apiOver(nodes: typeof local.nodes): TestApi {
  const parts = onrampOver(nodes)
  return createTestApi({ routes: onrampRoutes(parts), rawRoutes: onrampRawRoutes(parts) })
}

const usdc = () =>
  local.chain.settings.tokens.find(({ symbol }) => symbol === 'USDC')?.address as Hex

/** A new address. */
let counter = 0
const newAddress = () => `0x${(0xabc0000 + ++counter).toString(16).padStart(40, '0')}` as Hex

async function balance(address: Hex, token?: Hex): Promise<bigint> {
  const client = local.nodes.evm('eip155:1')
  if (token === undefined) return client.getBalance({ address })
  return client.readContract({
    address: token,
    abi: erc20Abi,
    functionName: 'balanceOf',
    args: [address],
  })
}

async function openCheckout(address: Hex, more: Record<string, unknown> = {}): Promise<string> {
  const answer = await api.post('/v1/generators/onrampurl', {
    destinationWallets: [{ address, blockchains: ['ethereum'], assets: ['USDC', 'ETH'] }],
    partnerUserId: address,
    defaultNetwork: 'ethereum',
    presetFiatAmount: 50,
    ...more,
  })
  expect(answer.status).toBe(200)
  expect(answer.json.url).toMatch(new RegExp(`^${testUrl}/onramp/checkout\\?session=[0-9a-f]{32}$`))
  return new URL(answer.json.url).searchParams.get('session') as string
}

const look = (session: string, at = api) =>
  at.get('/onramp/checkout', { query: { session }, projectId: null, origin: null })

/** A node may show the effect of a transaction shortly before the transaction. */
const expectArrived = (session: string) =>
  expect.poll(async () => (await look(session)).text).toContain('have arrived')

function step(session: string, fields: Record<string, string>, at = api, headers = {}) {
  return at.send('POST', '/onramp/checkout', new URLSearchParams(fields).toString(), {
    query: { session },
    projectId: null,
    origin: null,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
}

const quoteIn = (page: string) => /name="quote" value="([0-9a-f]{32})"/.exec(page)?.[1] ?? ''

async function pay(session: string, at = api, card: Record<string, string> = testCard) {
  const { text } = await look(session)
  return step(session, { step: 'pay', quote: quoteIn(text), ...card }, at)
}

describe('onramp options and quotes', () => {
  it('are listed with limits and chains', async () => {
    const { json } = await api.get('/v1/onramp/options')
    const limits = [
      { id: 'card', min: '10.00', max: '7500.00' },
      { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
    ]
    expect(json.paymentCurrencies).toEqual([
      { id: 'USD', payment_method_limits: limits },
      { id: 'EUR', payment_method_limits: limits },
    ])
    const found = json.purchaseCurrencies.find((one: { symbol: string }) => one.symbol === 'USDC')
    expect(found).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      name: 'USD Coin',
      symbol: 'USDC',
      networks: [
        {
          name: 'ethereum-mainnet',
          display_name: 'Ethereum',
          chain_id: '1',
          contract_address: usdc(),
        },
      ],
    })
  })

  async function requestQuote(change: Record<string, unknown> = {}, at = api) {
    const { json } = await api.get('/v1/onramp/options')
    const bySymbol = (symbol: string) =>
      json.purchaseCurrencies.find((one: { symbol: string }) => one.symbol === symbol)
    return at.post('/v1/onramp/quote', {
      purchaseCurrency: bySymbol('USDC'),
      paymentCurrency: json.paymentCurrencies[0],
      amount: '50.00',
      network: 'USDC',
      ...change,
    })
  }

  it('have a price: amount, fee of 1.5 percent and network fee', async () => {
    const { status, json } = await requestQuote()
    expect(status).toBe(200)
    expect(json.paymentSubtotal).toEqual({ amount: '50.00', currency: 'USD' })
    const cents = (text: string) => parseUnits(text, 2)
    expect(cents(json.paymentTotal.amount) - cents(json.networkFee.amount)).toBe(50_75n)
    expect(cents(json.networkFee.amount)).toBeGreaterThan(0n)
    expect(json.purchaseAmount).toEqual({ amount: '50', currency: 'USDC' })
  })

  it('cost less in a stronger currency', async () => {
    const { json } = await requestQuote({
      paymentCurrency: { id: 'EUR', payment_method_limits: [] },
    })
    expect(json.purchaseAmount.amount).toBe('54')
    expect(json.paymentTotal.currency).toBe('EUR')
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['too little', { amount: '9.99' }, 'amount'],
    ['too much', { amount: '25000.01' }, 'amount'],
    [
      'too much for a card',
      {
        amount: '7500.01',
        paymentCurrency: {
          id: 'USD',
          payment_method_limits: [{ id: 'card', min: '1', max: '99999' }],
        },
      },
      'amount',
    ],
    ['fractions of a cent', { amount: '50.001' }, 'amount'],
    [
      'another money',
      { paymentCurrency: { id: 'XXX', payment_method_limits: [] } },
      'paymentCurrency',
    ],
    [
      'an unknown token',
      { purchaseCurrency: { id: 'x', name: 'X', symbol: 'NOPE', networks: [] } },
      'purchaseCurrency',
    ],
  ])('rejects %s', async (_, change, field) => {
    const answer = await requestQuote(change)
    expect([answer.status, answer.reasons[0]?.field]).toEqual([400, field])
  })

  it('have no price while the chain does not respond', async () => {
    const answer = await requestQuote({}, dead)
    expect(answer.status).toBe(503)
  })

  it.each<[string, Record<string, unknown>]>([
    ['no recipient', { destinationWallets: [] }],
    [
      'an address of another family',
      { destinationWallets: [{ address: '7S3P4HxJpyyigGzodYwHtCxZyUQe9JiBMHyRWXArAaKv' }] },
    ],
    ['an unknown network', { defaultNetwork: 'dogechain' }],
    [
      'unknown assets',
      { destinationWallets: [{ address: `0x${'1'.repeat(40)}`, assets: ['NOPE'] }] },
    ],
    ['a huge amount', { presetCryptoAmount: 1e300 }],
    ['a negative amount', { presetFiatAmount: -5 }],
  ])('have no checkout for %s', async (_, change) => {
    const answer = await api.post('/v1/generators/onrampurl', {
      destinationWallets: [{ address: newAddress(), blockchains: [], assets: [] }],
      ...change,
    })
    expect(answer.status).toBe(400)
  })
})

describe('the sandbox checkout', () => {
  it('shows the full destination and all costs before payment', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    const { status, headers, text } = await look(session)
    expect(status).toBe(200)
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
    expect(headers.get('cache-control')).toBe('no-store')
    const shown = text.replaceAll(/<wbr>|<\/?span>/g, '').toLowerCase()
    expect(shown).toContain(address)
    for (const part of ['$50.00', '$0.75', '$10.00 to $7,500.00', 'Test mode'])
      expect(text).toContain(part)
    expect(text).not.toMatch(/<script>|<style|style=|onclick/)
  })

  it('sends the purchase and shows the transaction', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    const answer = await pay(session)
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      `checkout?session=${session}`,
    ])
    await expectArrived(session)
    const done = await look(session)
    const hash = /0x[0-9a-f]{64}/.exec(done.text)?.[0] as Hex
    expect(done.text).toContain('50 USDC have arrived')
    expect(await balance(address, usdc())).toBe(50_000_000n)
    const receipt = await local.nodes.evm('eip155:1').getTransactionReceipt({ hash })
    expect(receipt.status).toBe('success')
  })

  it('changes amount, currency and asset', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    const chosen = await step(session, {
      step: 'choose',
      amount: '108.5',
      currency: 'EUR',
      asset: 'native',
    })
    expect(chosen.status).toBe(303)
    const { text } = await look(session)
    expect(text).toContain('€108.50')
    const wei = /class="receive" for="amount">([\d.]+)</.exec(text)?.[1]
    await pay(session)
    await expectArrived(session)
    expect((await balance(address)).toString().startsWith(String(wei).replace(/^0\.0*/, ''))).toBe(
      true,
    )
  })

  it.each([
    ['9.99', 'By card, from 10.00'],
    ['7500.01', 'By card, from 10.00'],
    ['fifty', 'Write an amount'],
  ])('rejects an amount of %s', async (amount, words) => {
    const session = await openCheckout(newAddress())
    const answer = await step(session, { step: 'choose', amount, currency: 'USD', asset: usdc() })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(words)
    expect(answer.text).toContain('aria-invalid="true"')
  })

  it.each<[Partial<typeof testCard>, string]>([
    [{ number: '4000 0000 0000 0002' }, 'The card was declined.'],
    [{ number: '4000000000009995' }, 'insufficient funds'],
    [{ number: '4111 1111 1111 1111' }, 'Only test cards work here'],
    [{ number: '42' }, 'whole card number'],
    [{ expiry: '01/20' }, 'a date in the future'],
    [{ expiry: '13/49' }, 'a date in the future'],
    [{ code: '12' }, 'security code'],
  ])('declines %j and sends nothing', async (change, words) => {
    const address = newAddress()
    const session = await openCheckout(address)
    const answer = await pay(session, api, { ...testCard, ...change })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(words)
    for (const secret of [change.number, '12/49']) {
      if (secret) expect(answer.text).not.toContain(`value="${secret}"`)
    }
    expect(await balance(address, usdc())).toBe(0n)
  })

  it('sends once for repeated and concurrent clicks', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    const quote = quoteIn((await look(session)).text)
    const second = apiOver(local.nodes)
    const presses = Array.from({ length: 30 }, (_, index) =>
      step(session, { step: 'pay', quote, ...testCard }, index % 2 ? api : second),
    )
    for (const { status } of await Promise.all(presses)) expect(status).toBe(303)
    await Promise.all(Array.from({ length: 10 }, () => look(session)))
    await expectArrived(session)
    expect(await balance(address, usdc())).toBe(50_000_000n)
  })

  it('charges the shown price or asks again', async () => {
    const session = await openCheckout(newAddress())
    const old = quoteIn((await look(session)).text)
    clock.advance(5 * 60_000)
    const late = await step(session, { step: 'pay', quote: old, ...testCard })
    expect(late.status).toBe(422)
    expect(late.text).toContain('The price has changed')
    expect(quoteIn(late.text)).not.toBe(old)
    const now = await step(session, { step: 'pay', quote: quoteIn(late.text), ...testCard })
    expect(now.status).toBe(303)
  })

  it('expires when unpaid', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    const quote = quoteIn((await look(session)).text)
    clock.advance(30 * 60_000)
    expect((await look(session)).status).toBe(410)
    expect((await step(session, { step: 'pay', quote, ...testCard })).status).toBe(410)
    expect(await balance(address, usdc())).toBe(0n)
    clock.advance(86_400_001)
    await openCheckout(newAddress())
    expect((await look(session)).status).toBe(404)
  })

  it('rejects unknown checkouts and forms of other sites', async () => {
    expect((await look('0'.repeat(32))).status).toBe(404)
    expect((await look("' or true --")).status).toBe(404)
    const session = await openCheckout(newAddress())
    const foreign = await step(session, { step: 'pay', ...testCard }, api, {
      'sec-fetch-site': 'cross-site',
    })
    expect(foreign.status).toBe(403)
  })

  it('charges nothing while the chain does not respond', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    const quote = quoteIn((await look(session)).text)
    const answer = await step(session, { step: 'pay', quote, ...testCard }, dead)
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('Nothing was charged')
    expect((await look(session)).text).toContain('name="quote"')
  })

  it('charges nothing without enough funds', async () => {
    const session = await openCheckout(newAddress(), {
      destinationWallets: [{ address: newAddress(), blockchains: [], assets: ['WETH'] }],
    })
    const quote = quoteIn((await look(session)).text)
    const weth = local.chain.settings.exchange?.wrappedNative as Hex
    const left = await balance(local.chain.faucet.address, weth)
    if (left > 0n) {
      const to = local.account(0).address
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, left] })
      await local.send(local.chain.faucet, { to: weth, data })
    }
    const answer = await step(session, { step: 'pay', quote, ...testCard })
    expect(answer.status).toBe(503)
    expect(answer.text).toContain('does not have enough funds')
  })
})

describe('a transfer', () => {
  /** Nodes that fail the calls a test names, before or after the real node has executed them. */
  function failing(fails: (method: string, when: 'before' | 'after') => boolean): ServedNodes {
    const call: ServedNodes['call'] = async (chain, method, params, signal) => {
      if (fails(method, 'before')) throw new ApiError(503, 'chainId', 'Cut off.')
      const answer = await local.nodes.call(chain, method, params, signal)
      if (fails(method, 'after')) throw new ApiError(503, 'chainId', 'Cut off.')
      return answer
    }
    return { ...local.nodes, call }
  }

  it.each([
    ['before it is signed', 'eth_getTransactionCount', 'before'],
    ['before it is sent', 'eth_sendRawTransaction', 'before'],
    ['when the response is lost', 'eth_sendRawTransaction', 'after'],
    ['before its receipt is read', 'eth_getTransactionReceipt', 'before'],
  ] as const)('continues after a crash: %s', async (_, method, when) => {
    const address = newAddress()
    const session = await openCheckout(address)
    const cut = apiOver(failing((called, at) => called === method && at === when))
    expect((await pay(session, cut)).status).toBe(303)
    expect((await look(session, cut)).text).toMatch(/Your payment was taken|have arrived/)
    const next = sandboxOver(local.nodes)
    await next.resume()
    await next.resume()
    await expectArrived(session)
    expect(await balance(address, usdc())).toBe(50_000_000n)
  })

  it('is signed once by concurrent processes', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    await pay(session, apiOver(failing((method) => method === 'eth_getTransactionCount')))
    const second = apiOver(local.nodes)
    const looks = Array.from({ length: 20 }, (_, index) => look(session, index % 2 ? api : second))
    await Promise.all(looks)
    await expectArrived(session)
    expect(await balance(address, usdc())).toBe(50_000_000n)
  })

  it('is not signed again while pending', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    await local.chain.rpc('evm_setAutomine', false)
    try {
      await pay(session)
      const hashes = new Set<string | undefined>()
      for (let looks = 0; looks < 4; looks += 1) {
        const { text } = await look(session)
        expect(text).toContain('Your payment was taken')
        hashes.add(/0x[0-9a-f]{64}/.exec(text)?.[0])
      }
      expect(hashes.size).toBe(1)
      await local.chain.rpc('evm_mine')
    } finally {
      await local.chain.rpc('evm_setAutomine', true)
    }
    await expectArrived(session)
    expect(await balance(address, usdc())).toBe(50_000_000n)
  })

  it('arrives without an open page', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    await pay(
      session,
      apiOver(failing((method, when) => method === 'eth_sendRawTransaction' && when === 'before')),
    )
    const timers = createManualClock()
    let isCut = true
    const watched = failing(
      (method, when) => isCut && method === 'eth_getTransactionReceipt' && when === 'before',
    )
    const sandbox = sandboxOver(watched)
    const stop = sandbox.watch(timers)
    isCut = false
    await expect
      .poll(() => {
        timers.advance(10_000)
        return balance(address, usdc())
      })
      .toBe(50_000_000n)
    stop()
  })

  it('is signed again once when its nonce is used', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    const cut = apiOver(
      failing((method, when) => method === 'eth_sendRawTransaction' && when === 'before'),
    )
    await pay(session, cut)
    await local.send(local.chain.faucet, { to: newAddress(), value: 1n })
    await local.chain.rpc('evm_mine')
    await expectArrived(session)
    expect(await balance(address, usdc())).toBe(50_000_000n)
  })

  it('never shares its nonce', async () => {
    const buyers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const address = newAddress()
        return { address, session: await openCheckout(address) }
      }),
    )
    const answers = await Promise.all(buyers.map(({ session }) => pay(session)))
    for (const { status } of answers) expect(status).toBe(303)
    for (const { session } of buyers) await expectArrived(session)
    for (const { address } of buyers) expect(await balance(address, usdc())).toBe(50_000_000n)
  })

  it('is sent once by many processes that die at random', async () => {
    let seed = 11
    const random = () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed / 2_147_483_648
    }
    const buyers = await Promise.all(
      Array.from({ length: 4 }, async () => {
        const address = newAddress()
        return { address, session: await openCheckout(address) }
      }),
    )
    for (const { session } of buyers) await pay(session, apiOver(failing(() => random() < 0.2)))
    for (let round = 0; round < 12; round += 1) {
      const dying = [0.3, 0.3].map((share) => sandboxOver(failing(() => random() < share)))
      await Promise.all(dying.map((one) => one.resume().catch(() => {})))
    }
    for (const { session } of buyers) {
      if (quoteIn((await look(session)).text) !== '') await pay(session)
      await expectArrived(session)
    }
    for (const { address } of buyers) expect(await balance(address, usdc())).toBe(50_000_000n)
  })

  it('is in the history of the recipient, for its project only', async () => {
    const address = newAddress()
    const session = await openCheckout(address)
    await pay(session)
    await expectArrived(session)
    await openCheckout(address)
    const sandbox = sandboxOver(local.nodes)
    const of = (projectId: string) =>
      sandbox.purchases.list({
        projectId,
        address: address.toUpperCase().replace('0X', '0x'),
        publicUrl: testUrl,
      })
    expect(await of(testProject.id)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{32}$/),
        metadata: {
          operationType: 'buy',
          hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
          minedAt: new Date(clock.now()).toISOString(),
          sentFrom: 'Sandbox',
          sentTo: expect.stringMatching(new RegExp(address, 'i')),
          status: 'ONRAMP_TRANSACTION_STATUS_SUCCESS',
          nonce: 0,
          chain: 'eip155:1',
        },
        transfers: [
          {
            fungible_info: {
              name: 'USD Coin',
              symbol: 'USDC',
              icon: { url: `${testUrl}/public/getTokenImage/USDC` },
            },
            direction: 'in',
            quantity: { numeric: '50' },
            value: 50,
          },
        ],
      },
    ])
    expect((await of(testProject.id))[0]?.id).not.toBe(session)
    expect(await of('other-project')).toEqual([])
  })
})
