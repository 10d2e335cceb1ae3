import { parseAmount } from '@latchkey/wire/amount'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFakeFamily } from '../../fixtures/fakeFamily.js'
import { createFakeChain, withTransfers } from '../../fixtures/fakeTransfers.js'
import { createTestWidget, testNetworks } from '../../fixtures/testWidget.js'
import type { PaymentOptions } from '../core/pay/payment.js'
import { PaymentError } from '../core/runtime/errors/pay.js'
import { parsePayment } from './parsePayment.js'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const usdc = '0x10Aeafac83d48E2f9ac4bAAf94311c45fACe1404'
const coin = {
  network: 'eip155:1',
  asset: 'native',
  metadata: { name: 'Ether', symbol: 'ETH', decimals: 18 },
} as const
const token = {
  network: 'eip155:1',
  asset: usdc,
  metadata: { name: 'USD Coin', symbol: 'USDC', decimals: 6 },
} as const
const valid: PaymentOptions = { paymentAsset: token, recipient: bob, amount: '12.5' }

const { mainnet, bitcoin } = testNetworks
const { widget } = createTestWidget({
  options: {
    networks: [mainnet, bitcoin],
    families: [withTransfers(createFakeFamily(), createFakeChain()), createFakeFamily('bip122')],
  },
})

const parse = (change: object = {}) =>
  parsePayment(widget, { ...valid, ...change } as PaymentOptions)
const withAsset = (change: object) => ({ paymentAsset: { ...token, ...change } })
const withMetadata = (change: object) => withAsset({ metadata: { ...token.metadata, ...change } })

describe('options', () => {
  it('binds recipient, asset, amount and id', async () => {
    const payment = await parse({ id: 'order-7', recipient: bob.toLowerCase() })
    expect(payment).toMatchObject({
      id: 'order-7',
      isNamed: true,
      recipient: bob,
      assetId: `eip155:1/erc20:${usdc}`,
      units: 12_500_000n,
      amount: '12.5',
      openInNewTab: true,
      choice: 'pay',
    })
    const unnamed = await parse({ paymentAsset: coin })
    expect(unnamed).toMatchObject({ isNamed: false, assetId: 'eip155:1/slip44:60' })
    expect(unnamed.token.address).toBeUndefined()
    expect(unnamed.id).not.toBe((await parse()).id)
  })

  it.each<readonly [string, object]>([
    ['INVALID_PAYMENT_CONFIG', { paymentAsset: undefined }],
    ['INVALID_PAYMENT_CONFIG', { recipiant: bob }],
    ['INVALID_PAYMENT_CONFIG', withAsset({ network: 'ethereum' })],
    ['INVALID_PAYMENT_CONFIG', withAsset({ network: 'eip155:10' })],
    ['INVALID_PAYMENT_CONFIG', { id: '' }],
    ['INVALID_PAYMENT_CONFIG', { id: 'a b' }],
    ['INVALID_PAYMENT_CONFIG', { id: 'x'.repeat(65) }],
    ['INVALID_PAYMENT_CONFIG', { openInNewTab: 'yes' }],
    ['INVALID_PAYMENT_CONFIG', { redirectUrl: { success: 'javascript:alert(1)' } }],
    ['INVALID_PAYMENT_CONFIG', { redirectUrl: { success: 'https://a.test', failure: '/no' } }],
    ['INVALID_PAYMENT_CONFIG', { payWithExchange: { includeOnly: ['a'], exclude: ['b'] } }],
    ['INVALID_PAYMENT_CONFIG', { payWithExchange: { includeOnly: 'a' } }],
    ['INVALID_PAYMENT_CONFIG', { choice: 'gift' }],
    ['INVALID_CHAIN_NAMESPACE', withAsset({ network: `bip122:${bitcoin.id}` })],
    ['INVALID_ASSET', withAsset({ asset: undefined })],
    ['INVALID_ASSET', withAsset({ asset: '0x12' })],
    ['INVALID_ASSET', withAsset({ asset: `${usdc}/x` })],
    ['INVALID_ASSET', withAsset({ metadata: undefined })],
    ['INVALID_ASSET', withMetadata({ symbol: '' })],
    ['INVALID_ASSET', withMetadata({ decimals: 6.5 })],
    ['INVALID_ASSET', withMetadata({ decimals: -1 })],
    ['INVALID_ASSET', withMetadata({ decimals: 400 })],
    ['INVALID_ASSET', withMetadata({ logoURI: 'javascript:alert(1)' })],
    ['INVALID_ASSET', { paymentAsset: { ...coin, metadata: token.metadata } }],
    ['INVALID_RECIPIENT', { recipient: undefined }],
    ['INVALID_RECIPIENT', { recipient: `0x${'0'.repeat(40)}` }],
    ['INVALID_RECIPIENT', { recipient: usdc }],
    ['INVALID_RECIPIENT_ADDRESS_FOR_ASSET', { recipient: 'bob.eth' }],
    [
      'INVALID_RECIPIENT_ADDRESS_FOR_ASSET',
      { recipient: 'So11111111111111111111111111111111111111112' },
    ],
    ...[0, -1, Number.NaN, Number.POSITIVE_INFINITY, '', '0', '0.000000', '-1', '1e3', '1,5', ' 1']
      .concat(['0x10', '1.', '.5', '١', '1.0000001', '9'.repeat(600)] as never[])
      .concat([null, true, {}, '9'.repeat(75)] as never[])
      .map((amount) => ['INVALID_AMOUNT', { amount }] as const),
  ])('rejects with %s: %j', async (code, change) => {
    await expect(parse(change)).rejects.toMatchObject({ code })
  })
})

describe('amounts', () => {
  it.each([
    ['0.1', 0.1, 100_000_000_000_000_000n],
    ['a sum of floats', 0.1 + 0.2, 300_000_000_000_000_040n],
    ['an exponent', 1e-7, 100_000_000_000n],
    ['a large exponent', 1e21, 10n ** 39n],
    ['zeros at the end', '1.5000000000000000000000', 15n * 10n ** 17n],
  ])('reads %s exactly', async (_name, amount, units) => {
    expect((await parse({ paymentAsset: coin, amount })).units).toBe(units)
  })

  it('reads a number as the text it prints as', async () => {
    const number = fc.double({ min: 1e-18, max: 1e15, noNaN: true })
    await fc.assert(
      fc.asyncProperty(number, async (amount) => {
        const text = amount.toFixed(20)
        const parsed = await parse({ paymentAsset: coin, amount }).catch(() => undefined)
        if (!parsed) return
        expect(Number(parsed.amount)).toBe(amount)
        const difference = parsed.units - parseAmount(text, 18)
        expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(
          parsed.units / 10n ** 15n + 1n,
        )
      }),
      { numRuns: 300 },
    )
  })
})

it('throws only payment errors', async () => {
  await fc.assert(
    fc.asyncProperty(fc.anything(), fc.constantFrom(...Object.keys(valid)), async (junk, name) => {
      for (const options of [junk, { ...valid, [name]: junk }]) {
        await parsePayment(widget, options as PaymentOptions).then(
          ({ units }) => expect(units).toBeGreaterThan(0n),
          (error: unknown) => expect(error).toBeInstanceOf(PaymentError),
        )
      }
    }),
    { numRuns: 300 },
  )
})
