import type { Transaction, Transfer } from '@latchkey/wire/http/history'
import { describe, expect, it } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import { toHistoryItem } from './historyItem.js'

const me = `0x${'A'.repeat(40)}`
const other = `0x${'b'.repeat(40)}`
const contract = `0x${'c'.repeat(40)}`
const network = evmNetwork('1', { name: 'Ethereum', explorer: undefined })

const coin = (
  direction: Transfer['direction'],
  numeric: string,
  symbol = 'ETH',
  more: object = {},
): Transfer => ({ direction, quantity: { numeric }, fungible_info: { symbol, ...more } })
const spam = { flags: { is_spam: true } }

function read(
  transfers: readonly Transfer[] | null,
  metadata: Partial<Transaction['metadata']> = {},
  prices: Readonly<Record<string, number>> = {},
  approval?: Transaction['approval'],
) {
  const transaction: Transaction = {
    id: 'one',
    metadata: {
      operationType: 'receive',
      hash: '0xAB',
      minedAt: '2026-11-16T12:00:00.000Z',
      sentFrom: other,
      sentTo: contract,
      status: 'confirmed',
      nonce: 1,
      chain: 'eip155:1',
      ...metadata,
    },
    transfers: transfers && [...transfers],
    approval,
  }
  const priceOf = (symbol: string) => prices[symbol]
  return toHistoryItem(transaction, { address: me, network, priceOf, pictureOf: (url) => url })
}

describe('toHistoryItem', () => {
  it('converts a transaction', () => {
    expect(read([coin('in', '2.5')])).toEqual({
      id: '0xab',
      hash: '0xAB',
      time: Date.parse('2026-11-16T12:00:00Z'),
      operation: 'receive',
      status: 'confirmed',
      transfers: [
        { direction: 'in', quantity: '2.5', label: 'ETH', isCollectible: false, value: undefined },
      ],
      further: 0,
      counterparty: { role: 'from', address: other, name: undefined },
      isSuspicious: false,
    })
  })

  it('drops transactions of other chains and spam', () => {
    expect(read([coin('in', '1')], { chain: 'eip155:10' })).toBeUndefined()
    expect(read([coin('in', '1')], { chain: null })).toBeUndefined()
    expect(read([coin('in', '5', 'FREE', spam), coin('in', '5', 'GIFT', spam)])).toBeUndefined()
    expect(read([coin('in', '5', 'FREE', spam), coin('in', '5')])).toBeDefined()
    expect(read([])).toBeDefined()
    expect(read(null)).toBeDefined()
  })

  it.each([
    ['trade', 'trade'],
    ['swap', 'trade'],
    ['STAKE', 'stake'],
    ['constructor', 'execute'],
    ['something-new', 'execute'],
  ])('maps operation %s to %s', (type, operation) => {
    expect(read([], { operationType: type })?.operation).toBe(operation)
  })

  it('names the recipient of coins, but not a token contract', () => {
    const sent = { operationType: 'send', sentFrom: me }
    expect(read([coin('out', '1')], sent)?.counterparty).toMatchObject({ role: 'to' })
    expect(read([coin('out', '1', 'USDC')], sent)?.counterparty).toBeUndefined()
    expect(read([], { operationType: 'execute' })?.counterparty).toMatchObject({ role: 'with' })
  })

  it('names recipient and sender of a token, unless another account sent it', () => {
    const token = { ...coin('out', '1', 'USDC'), sender: me, recipient: other }
    const sent = { operationType: 'send', sentFrom: me }
    expect(read([token], sent)?.counterparty).toMatchObject({ role: 'to', address: other })
    expect(read([token], { ...sent, sentFrom: other })?.counterparty).toBeUndefined()
    const taken = { ...coin('in', '1', 'USDC'), sender: contract, recipient: me }
    expect(read([taken])?.counterparty).toMatchObject({ role: 'from', address: contract })
  })

  it.each([
    ['amount', { numeric: '300' }, '300'],
    ['amount', null, undefined],
    ['unlimited', null, 'unlimited'],
    ['all', null, 'all'],
    ['none', null, 'none'],
  ] as const)('has spender and amount of an approval: %s %o', (limit, quantity, amount) => {
    const token = { symbol: 'USDC\u202e', icon: { url: 'https://provider.example/usdc' } }
    const given = { spender: other, limit, quantity, fungible_info: token }
    const meta = { operationType: 'approve', sentFrom: me }
    expect(read([], meta, {}, given)).toMatchObject({
      operation: 'approve',
      approval: { amount, symbol: 'USDC', image: token.icon.url },
      counterparty: { role: 'spender', address: other },
    })
  })

  it('removes deceptive characters from names', () => {
    const [transfer] = read([coin('in', '1', '\u202eCDSU\u0007')])?.transfers ?? []
    expect(transfer?.label).toBe('CDSU')
  })
})

describe('suspicious transfers (security bar, S-27)', () => {
  it.each([
    ['nothing at all', coin('in', '0'), {}],
    ['nothing, as if the account had sent it', coin('out', '0', 'USDC'), {}],
    ['what is no number', coin('in', 'NaN', 'USDC'), {}],
    ['dust of unknown worth', coin('in', '0.0009', 'USDC'), {}],
    ['dust of known worth', coin('in', '5', 'SHIB'), { SHIB: 0.00001 }],
    ['a token without a name', { ...coin('in', '7'), fungible_info: {} }, {}],
  ] as [string, Transfer, Record<string, number>][])('include %s', (_name, transfer, prices) => {
    expect(read([transfer], {}, prices)?.isSuspicious).toBe(true)
    expect(read([transfer], { sentFrom: me }, prices)?.isSuspicious).toBe(false)
  })

  it.each([
    ['a payment', coin('in', '25', 'USDC'), {}],
    ['little of something dear', coin('in', '0.0005', 'WBTC'), { WBTC: 60_000 }],
    ['an approved transfer by a contract', coin('out', '25', 'USDC'), {}],
  ] as [string, Transfer, Record<string, number>][])(
    'do not include %s',
    (_name, transfer, prices) => {
      expect(read([transfer], {}, prices)?.isSuspicious).toBe(false)
    },
  )
})
