import { describe, expect, it } from 'vitest'
import { evmNetwork } from '../../../fixtures/evmNetwork.js'
import type { JournalEntry } from '../../core/account/journal/journal.js'
import type { Holding } from '../../core/account/portfolio/holding.js'
import { toJournalItem } from './journalItem.js'

const from = `0x${'a'.repeat(40)}`
const to = `0x${'b'.repeat(40)}`
const spender = `0x${'5'.repeat(40)}`
const network = evmNetwork('1', { name: 'Ethereum', explorer: undefined })
const usdc: Holding = {
  networkId: 'eip155:1',
  address: to.toUpperCase().replace('0X', '0x'),
  name: 'USD Coin',
  symbol: 'USDC',
  decimals: 6,
  units: 0n,
}

const entry = (
  request: JournalEntry['request'],
  more: Partial<JournalEntry> = {},
): JournalEntry => ({
  id: 'entry-1',
  networkId: 'eip155:1',
  from,
  madeAt: 1_000,
  status: 'pending',
  request,
  ...more,
})
const read = (request: JournalEntry['request'], more?: Partial<JournalEntry>, holdings = [usdc]) =>
  toJournalItem(entry(request, more), { network, holdings })

const word = (value: string | bigint) =>
  (typeof value === 'string' ? value.slice(2) : value.toString(16)).padStart(64, '0')
const call = (selector: string, ...words: (string | bigint)[]) =>
  selector + words.map(word).join('')

describe('toJournalItem', () => {
  it('uses the summary of a transfer made by Send', () => {
    const transfer = {
      receiver: to,
      receiverName: 'bob.eth',
      symbol: 'DAI',
      decimals: 18,
      units: '1500000000000000000',
    }
    const item = read({ to, value: '0', data: '0xa9059cbb' }, { transfer, hash: '0xAB' })
    expect(item).toMatchObject({
      id: '0xab',
      operation: 'send',
      status: 'pending',
      transfers: [{ direction: 'out', quantity: '1.5', label: 'DAI' }],
      counterparty: { role: 'to', address: to, name: 'bob.eth' },
    })
  })

  it('shows both sides of a swap', () => {
    const source = { symbol: 'ETH', decimals: 18, units: '1000000000000000000' }
    const target = { symbol: 'USDC', decimals: 6, units: '2500000', tokenAddress: to }
    const swap = { step: 'swap', source, target } as const
    expect(read({ to: spender, value: source.units, data: '0x38ed1739' }, { swap })).toMatchObject({
      operation: 'trade',
      transfers: [
        { direction: 'out', quantity: '1', label: 'ETH' },
        { direction: 'in', quantity: '2.5', label: 'USDC' },
      ],
    })
  })

  it.each([
    ['coins', { to, value: '1000000000000000' }, 'send', ['0.001 ETH']],
    ['nothing to oneself', { to: from, value: '0' }, 'cancel', []],
    ['a new contract', { value: '0', data: '0x60806040' }, 'deploy', []],
    ['an unknown call', { to, value: '0', data: '0xdeadbeef' }, 'execute', []],
    [
      'a call with coins',
      { to, value: '10', data: '0xd0e30db0' },
      'execute',
      ['0.00000000000000001 ETH'],
    ],
    [
      'a token known here',
      { to, value: '0', data: call('0xa9059cbb', spender, 2_500_000n) },
      'send',
      ['2.5 USDC'],
    ],
  ])('recognizes a request of the site: %s', (_name, request, operation, transfers) => {
    const item = read(request)
    expect(item.operation).toBe(operation)
    expect(item.transfers.map(({ quantity, label }) => `${quantity} ${label}`)).toEqual(transfers)
  })

  it('keeps a call of an unknown token as a call', () => {
    const request = { to, value: '0', data: call('0xa9059cbb', spender, 2_500_000n) }
    expect(read(request, {}, [])).toMatchObject({
      operation: 'execute',
      counterparty: { role: 'with', address: to },
    })
  })

  it.each([
    ['so much', call('0x095ea7b3', spender, 1_000_000_000n), '1000'],
    ['everything', call('0x095ea7b3', spender, 2n ** 256n - 1n), 'unlimited'],
    ['nothing any more', call('0x095ea7b3', spender, 0n), 'none'],
    ['all collectibles', call('0xa22cb465', spender, 1n), 'all'],
    ['everything, by Permit2', call('0x87517c45', to, spender, 2n ** 160n - 1n, 1n), 'unlimited'],
  ])('names the spender of an approval of %s', (_name, data, amount) => {
    expect(read({ to, value: '0', data })).toMatchObject({
      operation: 'approve',
      approval: { amount, symbol: 'USDC' },
      counterparty: { role: 'spender', address: spender },
    })
  })

  it.each([
    ['requested', 'requested'],
    ['included', 'confirmed'],
    ['final', 'confirmed'],
    ['replaced', 'replaced'],
    ['unclear', 'unclear'],
  ] as const)('maps status %s to %s', (status, expected) => {
    expect(read({ to, value: '0' }, { status }).status).toBe(expected)
  })
})

it('keeps the case of a Solana signature and deploys nothing without a recipient', () => {
  const solana = { ...network, namespace: 'solana' as const }
  const hash = '5YNmS1R9nNSCDzb5a7mMJ1dwK9uHeAAF4CmPEwKgVWr8'
  const expected = toJournalItem(entry({ value: '0' }, { hash }), { network: solana, holdings: [] })
  expect(expected).toMatchObject({ id: hash, hash, operation: 'execute' })
  expect(read({ value: '0' }).operation).toBe('deploy')
})
