import { afterEach, expect, it } from 'vitest'
import { openOnramp, options, quoteOf } from '../../../fixtures/fakeOnramp.js'
import { changeAmount, chooseAsset, chooseMethod, openBuy } from './actions/editDraft.js'
import { formatMoney, formatQuantity, normalizeMoney, safeParseMoney } from './money.js'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

async function open() {
  const test = await openOnramp()
  ends.push(test.end)
  const problems = async () =>
    Object.fromEntries(
      (await test.offers()).map(({ provider, problem }) => [provider.id, problem?.kind]),
    )
  return { ...test, problems }
}

it('starts with USDC of the active network, dollars and a card', async () => {
  const { draft } = await open()
  const { asset, currency, method, amount } = draft()
  expect([asset.key, currency.id, method, amount]).toEqual([
    'eip155:1:USDC',
    'USD',
    'card',
    100_00n,
  ])
})

it('offers providers that deliver there, and says why others do not', async () => {
  const { problems, widget } = await open()
  expect(await problems()).toEqual({ meld: undefined, coinbase: 'network' })
  chooseAsset(widget, { key: 'eip155:8453:USDC' })
  expect(await problems()).toEqual({ meld: 'network', coinbase: 'no-quote' })
})

it.each([
  ['9.99', 'card', 'too-little'],
  ['10', 'card', undefined],
  ['7500', 'card', undefined],
  ['7500.01', 'card', 'too-much'],
  ['7500.01', 'ach_bank_account', undefined],
  ['25000', 'ach_bank_account', undefined],
  ['25000.01', 'ach_bank_account', 'too-much'],
  ['', 'card', 'no-amount'],
  ['0', 'card', 'no-amount'],
] as const)('checks %s by %s: %s', async (text, method, kind) => {
  const { problems, widget, provider } = await open()
  changeAmount(widget, { text })
  chooseMethod(widget, { method })
  expect((await problems()).meld).toBe(kind)
  expect(provider.count('getOnrampQuote')).toBe(kind === undefined ? 1 : 0)
})

it('sorts by the provider, names the best of several and drops foreign quotes', async () => {
  const { offers, provider } = await open()
  const foreign = { ...quoteOf('meld', '5'), purchaseAmount: { amount: '5', currency: 'SCAM' } }
  provider.answer('getOnrampQuote', () => ({
    ...quoteOf('meld', '98.5'),
    quotes: [foreign, quoteOf('coinbase', '99'), quoteOf('meld', '98.5')],
  }))
  provider.answer('getOnrampOptions', () => options)
  const found = await offers()
  expect(found.map(({ provider: { id }, quote }) => [id, quote?.purchaseAmount.amount])).toEqual([
    ['coinbase', '99'],
    ['meld', '98.5'],
  ])
})

it('fills in the arguments of the view once', async () => {
  const { draft, widget } = await open()
  const params = { amount: '250', currency: 'EUR', token: 'USDC' }
  openBuy(widget, { params })
  expect([draft().amount, draft().currency.id]).toEqual([250_00n, 'EUR'])
  changeAmount(widget, { text: '300' })
  openBuy(widget, { params })
  expect(draft().amount).toBe(300_00n)
})

it('offers only the active network to smart accounts', async () => {
  const { draft, widget } = await open()
  expect(draft().assets.map(({ key }) => key)).toEqual(['eip155:1:USDC', 'eip155:8453:USDC'])
  const state = widget.stores.connection.get().eip155
  if (state?.status !== 'connected') throw new Error('not connected')
  const active = { ...state.active, type: 'smartAccount' as const }
  widget.stores.connection.set({ eip155: { ...state, active } })
  expect(draft().assets.map(({ key }) => key)).toEqual(['eip155:1:USDC'])
})

it.each([
  ['12,5', '12.5'],
  ['007', '7'],
  ['1.234', undefined],
  ['1e3', undefined],
  ['-5', undefined],
  ['1234567890', undefined],
])('reads %s as %s', (text, expected) => {
  expect(normalizeMoney(text)).toBe(expected)
})

it('formats money and quantities exactly', () => {
  expect(formatMoney(7_500_00n, 'USD')).toBe('$7,500')
  expect(formatMoney(12_34n, 'EUR')).toBe('€12.34')
  expect(safeParseMoney('0.01')).toBe(1n)
  expect(formatQuantity('98.51234567')).toBe('98.51234')
  expect(formatQuantity('123456.789')).toBe('123,456.78')
  expect(formatQuantity('0.00000001')).toBe('<0.000001')
  expect(formatQuantity('x')).toBe('0')
})
