import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  buyQuote,
  coinbaseRejection,
  respondAsCoinbase,
  sessionToken,
  transaction,
} from './coinbase.fixture.js'
import { createCoinbaseDriver } from './coinbaseDriver.js'
import { testHostedDriver } from './driver.contract.js'
import { clientAddress, destination, newOrder, order, quoteRequest } from './onramp.fixture.js'
import { type StandIn, startStandIn } from './standIn.fixture.js'

const keyName = 'organizations/7d2b/apiKeys/91c4'
const ecdsa = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const ed25519 = generateKeyPairSync('ed25519')
const secrets = {
  ES256: ecdsa.privateKey.export({ type: 'sec1', format: 'pem' }) as string,
  /** The secret and the public half, as the portal shows it. */
  EdDSA: Buffer.concat(
    [ed25519.privateKey, ed25519.privateKey].map((key, index) =>
      Buffer.from(key.export({ format: 'jwk' })[index === 0 ? 'd' : 'x'] ?? '', 'base64url'),
    ),
  ).toString('base64'),
}
const now = 1_754_042_400_500

const create = ({ url, http }: StandIn, keySecret: string = secrets.ES256) =>
  createCoinbaseDriver({ keyName, keySecret, apiUrl: url }, { http, clock: { now: () => now } })

testHostedDriver('Coinbase', { create, respond: respondAsCoinbase, rejection: coinbaseRejection })

describe('Coinbase', () => {
  let standIn: StandIn
  beforeAll(async () => {
    standIn = await startStandIn()
    standIn.respond = respondAsCoinbase
  })
  afterAll(() => standIn?.stop())

  const signal = new AbortController().signal
  const origin = { publicUrl: 'https://provider.example', clientAddress, signal }
  const last = () => standIn.requests.at(-1)

  it.each([
    ['ES256', createPublicKey(ecdsa.privateKey)],
    ['EdDSA', createPublicKey(ed25519.privateKey)],
  ] as const)('signs every request with its %s key', async (alg, publicKey) => {
    const driver = create(standIn, secrets[alg])
    const nonces = new Set<string>()
    for (const call of [() => driver.check(signal), () => driver.open(newOrder, origin)]) {
      await call()
      const { method, path, headers } = last() ?? {}
      const [head = '', claims = '', signature = ''] =
        headers?.authorization?.replace('Bearer ', '').split('.') ?? []
      const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString())
      expect(parse(head)).toEqual({
        alg,
        kid: keyName,
        typ: 'JWT',
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      })
      nonces.add(parse(head).nonce)
      expect(parse(claims)).toEqual({
        iss: 'cdp',
        sub: keyName,
        nbf: 1_754_042_400,
        iat: 1_754_042_400,
        exp: 1_754_042_520,
        uris: [`${method} ${new URL(standIn.url).host}${path}`],
      })
      const isValid = verify(
        alg === 'EdDSA' ? null : 'sha256',
        Buffer.from(`${head}.${claims}`),
        { key: publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      )
      expect(isValid).toBe(true)
    }
    expect(nonces.size).toBe(2)
  })

  it.each([
    ['text', 'secret'],
    [
      'an RSA key',
      generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }) as string,
    ],
    [
      'a key on another curve',
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).privateKey.export({
        type: 'pkcs8',
        format: 'pem',
      }) as string,
    ],
  ])('does not accept %s as its key', (_, secret) => {
    expect(() => create(standIn, secret)).toThrow(TypeError)
  })

  it('opens with a one-time token for wallet, asset and buyer', async () => {
    const url = new URL((await create(standIn).open(newOrder, origin)).url)
    expect(last()).toMatchObject({
      method: 'POST',
      path: '/onramp/v1/token',
      body: {
        addresses: [{ address: destination, blockchains: ['base'] }],
        assets: ['USDC', 'ETH'],
        clientIp: clientAddress,
      },
    })
    expect(`${url.origin}${url.pathname}`).toBe('https://pay.coinbase.com/buy/select-asset')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      sessionToken,
      defaultNetwork: 'base',
      defaultAsset: 'USDC',
      defaultExperience: 'buy',
      defaultPaymentMethod: 'CARD',
      fiatCurrency: 'USD',
      presetFiatAmount: '100.00',
      partnerUserRef: newOrder.id,
    })
    // Wallet and key stay out of the address.
    expect(url.href).not.toMatch(new RegExp(`${destination}|appId|${clientAddress}`, 'i'))
  })

  it('is not opened for a buyer whose address is unknown', async () => {
    const before = standIn.requests.length
    const opening = create(standIn).open(newOrder, { ...origin, clientAddress: undefined })
    await expect(opening).rejects.toMatchObject({ kind: 'refused' })
    expect(standIn.requests).toHaveLength(before)
  })

  it('gets quotes', async () => {
    expect(await create(standIn).quote(quoteRequest, signal)).toEqual({
      total: 100_00n,
      subtotal: 96_03n,
      fee: 3_97n,
      networkFee: 0n,
      amount: '96.03',
    })
    expect(last()?.body).toEqual({
      purchaseCurrency: 'USDC',
      purchaseNetwork: 'base',
      paymentAmount: '100.00',
      paymentCurrency: 'USD',
      paymentMethod: 'CARD',
      country: 'DE',
      destinationAddress: destination,
    })
  })

  it('has no quote in another currency than asked for', async () => {
    standIn.respond = () => ({ body: buyQuote })
    const currency = { id: 'EUR', dollars: '1.08' }
    expect(await create(standIn).quote({ ...quoteRequest, currency }, signal)).toBeUndefined()
    standIn.respond = respondAsCoinbase
  })

  it.each<[string, Record<string, unknown>[], unknown]>([
    ['nothing before a payment', [], undefined],
    [
      'one in progress',
      [{ status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS', tx_hash: '' }],
      { status: 'pending', amount: '96.03' },
    ],
    [
      'a failed one',
      [{ status: 'ONRAMP_TRANSACTION_STATUS_FAILED', tx_hash: null }],
      { status: 'failed', amount: '96.03' },
    ],
    [
      'the second attempt',
      [{ status: 'ONRAMP_TRANSACTION_STATUS_FAILED' }, { tx_hash: 'ab'.repeat(32) }],
      { status: 'delivered', amount: '96.03', hash: `0x${'ab'.repeat(32)}` },
    ],
    [
      'another asset',
      [{ purchase_amount: { value: '0.02', currency: 'ETH' }, tx_hash: '' }],
      { status: 'delivered', amount: '0.02', symbol: 'ETH' },
    ],
    ['nothing of an unknown status', [{ status: 'constructor' }], undefined],
    ['nothing of another recipient', [{ wallet_address: `0x${'1'.repeat(40)}` }], undefined],
  ])('reports %s', async (_, changes, report) => {
    standIn.respond = () => ({
      body: { transactions: changes.map(transaction), next_page_key: '', total_count: '1' },
    })
    expect(await create(standIn).read?.(order, signal)).toEqual(report)
    expect(last()?.path).toBe(`/onramp/v1/buy/user/${order.id}/transactions`)
    standIn.respond = respondAsCoinbase
  })
})
