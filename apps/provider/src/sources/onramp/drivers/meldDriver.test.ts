import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../clock.js'
import { testHostedDriver } from './driver.contract.js'
import { meldRejection, meldTransaction, respondAsMeld } from './meld.fixture.js'
import { createMeldDriver } from './meldDriver.js'
import {
  clientAddress,
  destination,
  newOrder,
  order,
  quoteRequest,
  usdc,
} from './onramp.fixture.js'
import { type StandIn, startStandIn } from './standIn.fixture.js'

const apiKey = 'test-key-of-meld'
const create = ({ url, http }: StandIn) =>
  createMeldDriver({ apiKey, apiUrl: url }, { http, clock: systemClock })

testHostedDriver('Meld', { create, respond: respondAsMeld, rejection: meldRejection })

describe('Meld', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await startStandIn()
    standIn.respond = respondAsMeld
  })
  afterAll(() => standIn?.stop())

  const signal = new AbortController().signal
  const origin = { publicUrl: 'https://provider.example', clientAddress, signal }
  const last = () => standIn.requests.at(-1)

  it('gets the best quote, for the asset on its chain', async () => {
    expect(await create(standIn).quote(quoteRequest, signal)).toEqual({
      total: 100_00n,
      subtotal: 96_25n,
      fee: 3_54n,
      networkFee: 21n,
      amount: '96.25',
    })
    expect(last()?.body).toEqual({
      sourceAmount: 100,
      sourceCurrencyCode: 'USD',
      destinationCurrencyCode: 'USDC_BASE',
      countryCode: 'DE',
      paymentMethodType: 'CREDIT_DEBIT_CARD',
      walletAddress: destination,
      externalCustomerId: destination,
    })
    expect(last()?.headers).toMatchObject({
      authorization: `BASIC ${apiKey}`,
      'meld-version': '2023-12-19',
    })
  })

  it.each([
    ['USD', 'ACH'],
    ['EUR', 'SEPA'],
  ])('pays %s from a bank by %s', async (id, method) => {
    const currency = { id, dollars: '1' }
    const request = { ...quoteRequest, currency, method: 'ach_bank_account' } as const
    await create(standIn).quote(request, signal)
    expect(last()?.body.paymentMethodType).toBe(method)
  })

  it('has no quote for an asset that Meld does not know', async () => {
    const asset = { ...usdc, address: `0x${'9'.repeat(40)}` }
    expect(await create(standIn).quote({ ...quoteRequest, asset }, signal)).toBeUndefined()
  })

  it('opens a session for the account of the buyer, with the recipient locked', async () => {
    const { url } = await create(standIn).open(newOrder, origin)
    expect(url).toBe('https://meldcrypto.com/?token=eyJhbGciOiJIUzI1NiJ9')
    expect(last()).toMatchObject({ method: 'POST', path: '/crypto/session/widget' })
    expect(last()?.body).toEqual({
      sessionType: 'BUY',
      sessionData: {
        serviceProvider: 'TRANSAK',
        countryCode: 'DE',
        sourceCurrencyCode: 'USD',
        sourceAmount: '100.00',
        destinationCurrencyCode: 'USDC_BASE',
        paymentMethodType: 'CREDIT_DEBIT_CARD',
        walletAddress: destination,
        lockFields: ['walletAddress', 'destinationCurrencyCode'],
        redirectUrl: 'https://provider.example/onramp/return',
        clientIpAddress: clientAddress,
      },
      externalCustomerId: destination,
      externalSessionId: newOrder.id,
    })
    expect(JSON.stringify(last()?.body)).not.toContain(newOrder.projectId)
  })

  it.each([
    'http://meldcrypto.com/',
    'https://meldcrypto.com.evil.example/',
    'https://evilmeldcrypto.com/',
    'https://evil.example/meldcrypto.com',
    'https://meldcrypto.com@evil.example/',
    'javascript:alert(1)',
    '',
  ])('does not open %j', async (widgetUrl) => {
    standIn.respond = (request) =>
      request.path === '/crypto/session/widget'
        ? { body: { id: 'x', widgetUrl } }
        : respondAsMeld(request)
    const opening = create(standIn).open(newOrder, origin)
    await expect(opening).rejects.toMatchObject({ kind: 'unavailable' })
    standIn.respond = respondAsMeld
  })

  it.each<[string, Record<string, unknown>[], string | undefined]>([
    ['nothing before a payment', [], undefined],
    ['a started one', [{ status: 'PENDING_CREATED' }], 'open'],
    ['a paid one', [{ status: 'SETTLING' }], 'pending'],
    ['a temporary error', [{ status: 'ERROR' }], 'pending'],
    ['a declined one', [{ status: 'DECLINED' }], 'failed'],
    ['a cancelled one', [{ status: 'CANCELLED' }], 'cancelled'],
    ['the second attempt', [{ status: 'FAILED' }, { status: 'SETTLED' }], 'delivered'],
    ['nothing of an unknown status', [{ status: 'constructor' }], undefined],
    ['nothing of another order', [{ externalSessionId: 'f'.repeat(32) }], undefined],
    [
      'nothing of another recipient',
      [{ cryptoDetails: { destinationWalletAddress: `0x${'1'.repeat(40)}` } }],
      undefined,
    ],
  ])('reports %s', async (_, changes, status) => {
    standIn.respond = () => ({
      body: { transactions: changes.map((change) => meldTransaction(change)), count: 1 },
    })
    expect((await create(standIn).read?.(order, signal))?.status).toBe(status)
    standIn.respond = respondAsMeld
  })
})
