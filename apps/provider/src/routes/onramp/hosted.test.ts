import { createHmac, generateKeyPairSync } from 'node:crypto'
import { safeParse } from '@latchkey/wire/http/endpoint'
import { createOnrampUrl, getOnrampOptions, getOnrampPurchase } from '@latchkey/wire/http/onramp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound } from '../../outbound/createOutbound.js'
import { respondAsCoinbase, transaction } from '../../sources/onramp/drivers/coinbase.fixture.js'
import {
  meldEvent,
  meldTransaction,
  respondAsMeld,
} from '../../sources/onramp/drivers/meld.fixture.js'
import { base, clientAddress, destination } from '../../sources/onramp/drivers/onramp.fixture.js'
import { type StandIn, startStandIn } from '../../sources/onramp/drivers/standIn.fixture.js'
import type { Database } from '../../store/openDatabase.js'
import { createTestApi, type TestApi, testProject, testUrl } from '../../testing/apiFixture.js'
import { createLongTimeoutNodes } from '../../testing/longTimeoutNodes.js'
import { createManualClock } from '../../testing/manualClock.js'
import { openTemporaryDatabase } from '../../testing/temporaryDatabase.js'
import { onrampRawRoutes, onrampRoutes } from './index.js'
import { createLocalOnramp } from './onramp.fixture.js'

const webhookSecret = 'secret of the webhook profile'
const keySecret = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
  type: 'sec1',
  format: 'pem',
}) as string
const clock = createManualClock(Date.now())
const other = { ...testProject, id: 'other' }
const onlyMeld = {
  ...testProject,
  id: 'only-meld',
  features: [{ id: 'onramp', isEnabled: true, config: ['meld'] }],
}

let database: Database
let meld: StandIn
let coinbase: StandIn
let api: TestApi
let second: TestApi
let http: Outbound
let pollDue: () => Promise<void>

beforeAll(async () => {
  ;[database, meld, coinbase] = await Promise.all([
    openTemporaryDatabase(),
    startStandIn(),
    startStandIn(),
  ])
  http = createOutbound({ allowPrivate: [meld.url, coinbase.url] })
})
afterAll(() => {
  http?.stop()
  return Promise.all([database?.stop(), meld?.stop(), coinbase?.stop()])
})

beforeEach(() => {
  meld.respond = respondAsMeld
  coinbase.respond = respondAsCoinbase
  ;[api, second] = [createProcess(), createProcess()]
})

/** One process with both services. */
function createProcess(): TestApi {
  const parts = createLocalOnramp(
    {
      providers: [
        { driver: 'meld', apiKey: 'meld-key', webhookSecret, apiUrl: meld.url },
        { driver: 'coinbase', keyName: 'key', keySecret, apiUrl: coinbase.url },
      ],
    },
    { nodes: createLongTimeoutNodes([base]), sql: database.sql, clock, http },
  )
  pollDue = () => parts.follower.pollDue(new AbortController().signal)
  return createTestApi({
    routes: onrampRoutes(parts),
    rawRoutes: onrampRawRoutes(parts),
    others: [other, onlyMeld],
  })
}

const providersIn = async (options = {}) => {
  const { json } = await api.get('/v1/onramp/options', options)
  expect(safeParse(getOnrampOptions.response, json)).toBeDefined()
  return json.providers.map(({ id }: { id: string }) => id)
}

function buy(change: Record<string, unknown> = {}, options = {}) {
  return api.post(
    '/v1/generators/onrampurl',
    {
      destinationWallets: [{ address: destination, blockchains: ['base'], assets: ['USDC'] }],
      defaultNetwork: 'base',
      presetFiatAmount: 100,
      country: 'DE',
      ...change,
    },
    { address: clientAddress, ...options },
  )
}

async function order(provider: string): Promise<string> {
  const { status, json, text } = await buy({ provider })
  expect(status, text).toBe(200)
  expect(safeParse(createOnrampUrl.response, json)).toBeDefined()
  expect(json.provider).toBe(provider)
  return json.purchaseId
}

async function read(id: string, at = api, options = {}) {
  const answer = await at.get(`/v1/onramp/purchases/${id}`, options)
  if (answer.status === 200)
    expect(safeParse(getOnrampPurchase.response, answer.json)).toBeDefined()
  return answer
}

const webhookUrl = `${testUrl}/onramp/webhooks/meld`

function report(
  event: unknown,
  {
    secret = webhookSecret,
    url = webhookUrl,
    sentAt = clock.now(),
    sign = (body: string, timestamp: string) =>
      createHmac('sha256', secret).update(`${timestamp}.${url}.${body}`).digest('base64url'),
    at = api,
  } = {},
) {
  const body = typeof event === 'string' ? event : JSON.stringify(event)
  const timestamp = new Date(sentAt).toISOString()
  return at.post('/onramp/webhooks/meld', body, {
    projectId: null,
    origin: null,
    headers: {
      'content-type': 'application/json',
      'meld-signature': sign(body, timestamp),
      'meld-signature-timestamp': timestamp,
    },
  })
}

describe('several services', () => {
  it('are offered with their networks and limits', async () => {
    const { json } = await api.get('/v1/onramp/options')
    const common = {
      feeRange: '1-2%',
      networks: ['eip155:8453'],
      paymentMethods: [
        { id: 'card', min: '10.00', max: '7500.00' },
        { id: 'ach_bank_account', min: '10.00', max: '25000.00' },
      ],
    }
    expect(json.providers).toEqual([
      { id: 'meld', label: 'Meld.io', ...common },
      { id: 'coinbase', label: 'Coinbase', ...common },
    ])
  })

  it.each<[string, object, () => void, string[]]>([
    ['the project', { projectId: 'only-meld' }, () => {}, ['meld']],
    [
      'an outage',
      {},
      () => {
        meld.respond = () => ({ status: 503 })
      },
      ['coinbase'],
    ],
    [
      'a rejected key',
      {},
      () => {
        coinbase.respond = () => ({ status: 401 })
      },
      ['meld'],
    ],
  ])('are limited by %s', async (_, options, change, expected) => {
    change()
    expect(await providersIn(options)).toEqual(expected)
  })

  it('each have a quote; the most tokens first', async () => {
    const { json: options } = await api.get('/v1/onramp/options')
    const quote = (more = {}) =>
      api.post('/v1/onramp/quote', {
        purchaseCurrency: options.purchaseCurrencies.find(
          (one: { symbol: string }) => one.symbol === 'USDC',
        ),
        paymentCurrency: options.paymentCurrencies[0],
        amount: '100.00',
        network: 'base',
        destination,
        ...more,
      })
    const { json } = await quote()
    expect(json.quotes).toMatchObject([
      { provider: 'meld', purchaseAmount: { amount: '96.25' }, fee: { amount: '3.54' } },
      { provider: 'coinbase', purchaseAmount: { amount: '96.03' }, fee: { amount: '3.97' } },
    ])
    expect(json.purchaseAmount).toEqual({ amount: '96.25', currency: 'USDC' })
    expect((await quote({ providers: ['coinbase'] })).json.quotes).toHaveLength(1)
    meld.respond = () => ({ status: 429, headers: { 'retry-after': '60' } })
    expect((await quote()).json.quotes).toMatchObject([{ provider: 'coinbase' }])
    // Not asked again before it wants to be.
    const before = meld.requests.length
    expect((await quote()).json.quotes).toHaveLength(1)
    expect(meld.requests).toHaveLength(before)
    coinbase.respond = () => ({ body: 'no JSON' })
    expect((await quote()).status).toBe(503)
  })

  it('replace each other unless one is requested', async () => {
    expect((await buy()).json.provider).toBe('meld')
    meld.respond = (request) =>
      request.method === 'POST' ? { status: 500 } : respondAsMeld(request)
    expect((await buy()).json.provider).toBe('coinbase')
    expect((await buy({ provider: 'meld' })).status).toBe(503)
    expect((await buy({ provider: 'nobody' })).status).toBe(400)
  })

  it('get the address of the buyer only from the connection or a trusted proxy', async () => {
    await buy({ provider: 'coinbase' }, { headers: { 'x-forwarded-for': '198.51.100.7' } })
    expect(coinbase.requests.at(-1)?.body.clientIp).toBe(clientAddress)
    const local = await buy({ provider: 'coinbase' }, { address: '127.0.0.1' })
    expect(local.status).toBe(400)
  })
})

describe('an order', () => {
  it('is unknown to other projects, and by other ids', async () => {
    const id = await order('meld')
    expect((await read(id, api, { projectId: 'other' })).status).toBe(404)
    expect((await read('0'.repeat(32))).status).toBe(404)
    expect((await read("' or true --")).status).toBe(400)
  })

  it.each(['meld', 'coinbase'])('at %s is read while someone follows it', async (provider) => {
    const standIn = provider === 'meld' ? meld : coinbase
    const respond = standIn.respond
    standIn.respond = (request) =>
      request.path.includes('/transactions') ? { body: { transactions: [] } } : respond(request)
    const id = await order(provider)
    expect((await read(id)).json).toMatchObject({ id, provider, status: 'open', destination })
    clock.advance(3_000)
    standIn.respond = (request) =>
      request.path.includes('/transactions') ? { status: 500 } : respond(request)
    expect((await read(id)).json.status).toBe('open')
    clock.advance(20_000)
    standIn.respond = respond
    expect((await read(id)).json).toMatchObject({
      status: 'delivered',
      purchaseAmount: { currency: 'USDC' },
      hash: expect.stringMatching(/^0x[0-9a-f]{64}$/),
    })
  })

  it('is read by one process at a time', async () => {
    const id = await order('coinbase')
    coinbase.respond = () => ({
      body: { transactions: [transaction({ status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS' })] },
    })
    clock.advance(3_000)
    const before = coinbase.requests.length
    await Promise.all(Array.from({ length: 12 }, (_, index) => read(id, index % 2 ? api : second)))
    expect(coinbase.requests).toHaveLength(before + 1)
  })

  it('that nobody pays is cancelled, and still delivered when it is paid later', async () => {
    const id = await order('meld')
    meld.respond = () => ({ body: { transactions: [] } })
    clock.advance(3_600_000)
    await pollDue()
    expect((await read(id)).json.status).toBe('cancelled')
    meld.respond = () => ({ body: { transactions: [meldTransaction({ externalSessionId: id })] } })
    clock.advance(3_600_000)
    await pollDue()
    expect((await read(id)).json.status).toBe('delivered')
  })

  it('is in the history of its recipient, for its project only', async () => {
    const id = await order('meld')
    await report(meldEvent({ externalSessionId: id, paymentTransactionStatus: 'FAILED' }))
    const { purchases } = createLocalOnramp(
      { driver: 'meld', apiKey: 'x' },
      { nodes: createLongTimeoutNodes([base]), sql: database.sql, clock },
    )
    const list = (projectId: string) =>
      purchases.list({ projectId, address: destination.toLowerCase(), publicUrl: testUrl })
    expect((await list(testProject.id)).find((one) => one.id === id)).toMatchObject({
      metadata: {
        operationType: 'buy',
        sentFrom: 'Meld.io',
        sentTo: destination,
        status: 'ONRAMP_TRANSACTION_STATUS_FAILED',
        chain: 'eip155:8453',
      },
    })
    expect(await list('other')).toEqual([])
  })
})

describe('a webhook', () => {
  beforeEach(() => {
    meld.respond = (request) =>
      request.path.includes('/transactions') ? { status: 500 } : respondAsMeld(request)
  })

  it('moves its order on, and only on', async () => {
    const id = await order('meld')
    const send = (status: string) =>
      report(meldEvent({ externalSessionId: id, paymentTransactionStatus: status }))
    const steps = [
      ['PENDING', 'pending'],
      ['PENDING_CREATED', 'pending'],
      ['CANCELLED', 'pending'],
      ['FAILED', 'failed'],
      ['SETTLING', 'failed'],
      ['SETTLED', 'delivered'],
      ['REFUNDED', 'delivered'],
      ['PENDING', 'delivered'],
    ] as const
    for (const [sent, expected] of steps) {
      expect((await send(sent)).status).toBe(204)
      expect((await read(id)).json.status, sent).toBe(expected)
    }
  })

  it('counts once, however often and wherever it arrives', async () => {
    const id = await order('meld')
    const event = meldEvent({ externalSessionId: id, paymentTransactionStatus: 'SETTLED' })
    await report(event)
    const { updatedAt } = (await read(id)).json
    clock.advance(60_000)
    const sentAt = clock.now()
    const again = Array.from({ length: 20 }, (_, index) =>
      report(event, { sentAt, at: index % 2 ? api : second }),
    )
    for (const { status } of await Promise.all(again)) expect(status).toBe(204)
    expect((await read(id)).json).toMatchObject({ status: 'delivered', updatedAt })
  })

  it('is completed with what the service knows', async () => {
    const id = await order('meld')
    meld.respond = respondAsMeld
    await report(meldEvent({ externalSessionId: id, paymentTransactionStatus: 'SETTLED' }))
    expect((await read(id)).json).toMatchObject({
      status: 'delivered',
      purchaseAmount: { amount: '96.25', currency: 'USDC' },
      hash: `0x${'cd'.repeat(32)}`,
    })
  })

  it.each<[string, Parameters<typeof report>[1]]>([
    ['without a signature', { sign: () => '' }],
    ['with another secret', { secret: 'another' }],
    ['for another URL', { url: 'https://evil.example/onramp/webhooks/meld' }],
    ['of six minutes ago', { sentAt: Date.now() - 360_000 }],
    ['of the future', { sentAt: Date.now() + 86_400_000 }],
    [
      'signed without its time',
      { sign: (body) => createHmac('sha256', webhookSecret).update(body).digest('base64url') },
    ],
    [
      'with the signature in hex',
      {
        sign: (body, time) =>
          createHmac('sha256', webhookSecret).update(`${time}.${webhookUrl}.${body}`).digest('hex'),
      },
    ],
    [
      'with half a signature',
      {
        sign: (body, time) =>
          createHmac('sha256', webhookSecret)
            .update(`${time}.${webhookUrl}.${body}`)
            .digest('base64url')
            .slice(0, 20),
      },
    ],
  ])('%s is rejected', async (_, options) => {
    const id = await order('meld')
    const event = meldEvent({ externalSessionId: id, paymentTransactionStatus: 'SETTLED' })
    expect((await report(event, options)).status).toBe(401)
    expect((await read(id)).json.status).toBe('open')
  })

  it('whose body was changed on the way is rejected', async () => {
    const id = await order('meld')
    const own = JSON.stringify(
      meldEvent({ externalSessionId: id, paymentTransactionStatus: 'FAILED' }),
    )
    const answer = await report(own.replace('FAILED', 'SETTLED'), {
      sign: (_, time) =>
        createHmac('sha256', webhookSecret)
          .update(`${time}.${webhookUrl}.${own}`)
          .digest('base64url'),
    })
    expect(answer.status).toBe(401)
    expect((await read(id)).json.status).toBe('open')
  })

  it.each<[string, unknown, number]>([
    ['an unknown order', meldEvent({ externalSessionId: 'f'.repeat(32) }), 204],
    ['an unknown status', meldEvent({ paymentTransactionStatus: 'constructor' }), 204],
    ['something else', { ...meldEvent({}), eventType: 'CUSTOMER_KYC_STATUS_CHANGE' }, 204],
    ['nothing', {}, 204],
    ['no JSON', 'oops', 422],
  ])('about %s changes nothing', async (_, event, status) => {
    expect((await report(event)).status).toBe(status)
  })
})
