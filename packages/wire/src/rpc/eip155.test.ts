import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  parseAccounts,
  parseAddress,
  parseBlock,
  parseChainId,
  parseData,
  parseHash,
  parseListedTransaction,
  parseLooseQuantity,
  parseQuantity,
  parseReceipt,
  parseSentTransaction,
  parseTransactionRequest,
  toQuantity,
} from './eip155.js'

const address = `0x${'aB'.repeat(20)}`

describe('values', () => {
  it('parses every quantity that it formats', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }), (value) => {
        expect(parseQuantity(toQuantity(value))).toBe(value)
      }),
      { seed: 1 },
    )
  })

  it.each(['', '0x', '0X1', '1', '0x01', '0xg', `0x1${'0'.repeat(64)}`, 1, null, ' 0x1', '0x1\n'])(
    'rejects %o as a quantity',
    (value) => expect(parseQuantity(value)).toBeUndefined(),
  )

  it('accepts leading zeros in requests of sites', () => {
    expect(parseLooseQuantity('0x00')).toBe(0n)
    expect(parseLooseQuantity('0x')).toBeUndefined()
    expect(parseLooseQuantity('5')).toBeUndefined()
  })

  it('checks the length of bytes, addresses and hashes', () => {
    expect(parseData('0x')).toBe('0x')
    expect(parseData('0xAB')).toBe('0xab')
    expect(parseData('0xabc')).toBeUndefined()
    expect(parseAddress(address)).toBe(address.toLowerCase())
    expect(parseAddress(`${address}0`)).toBeUndefined()
    expect(parseAddress(`${address}\n`)).toBeUndefined()
    expect(parseHash(`0x${'ab'.repeat(32)}`)).toBe(`0x${'ab'.repeat(32)}`)
    expect(parseHash(address)).toBeUndefined()
  })

  it.each([
    ['0x1', '1'],
    ['0x01', '1'],
    ['0x2105', '8453'],
    [8453, '8453'],
    ['8453', '8453'],
    ['eip155:8453', '8453'],
    ['0xffffffffffffffff', '18446744073709551615'],
  ])('parses the chain id %o', (value, expected) => expect(parseChainId(value)).toBe(expected))

  it.each([
    0,
    -1,
    1.5,
    2 ** 53,
    '',
    '0x',
    '0x0',
    'solana:1',
    '1e3',
    '99999999999999999999',
    null,
    {},
  ])('rejects %o as a chain id', (value) => expect(parseChainId(value)).toBeUndefined())

  it('rejects a list of accounts when one is invalid', () => {
    expect(parseAccounts([])).toEqual([])
    expect(parseAccounts([address])).toEqual([address.toLowerCase()])
    expect(parseAccounts([address, 'x'])).toBeUndefined()
    expect(parseAccounts(new Array(1))).toBeUndefined()
    expect(parseAccounts(new Array(1_001).fill(address))).toBeUndefined()
    expect(parseAccounts({ length: 1, 0: address })).toBeUndefined()
  })
})

describe('transactions', () => {
  const from = address.toLowerCase()

  it('parses a transaction from a node', () => {
    const sent = { from: address, to: null, value: '0x0', input: '0x60' }
    expect(parseSentTransaction(sent)).toEqual({ from, to: undefined, value: 0n, data: '0x60' })
    expect(parseSentTransaction({ ...sent, to: '0x1' })).toBeUndefined()
    expect(parseSentTransaction({ ...sent, from: undefined })).toBeUndefined()
    expect(parseSentTransaction({ ...sent, value: 1 })).toBeUndefined()
    expect(parseSentTransaction(null)).toBeUndefined()
  })

  it('parses a transaction request from a site', () => {
    const nothing = { from: undefined, to: undefined, value: 0n, data: '0x', chainId: undefined }
    expect(parseTransactionRequest({})).toEqual(nothing)
    expect(parseTransactionRequest({ from, to: from, value: '0x1', chainId: 1 })).toEqual({
      ...nothing,
      from,
      to: from,
      value: 1n,
      chainId: '1',
    })
    expect(parseTransactionRequest({ data: '0x01', input: '0x01' })?.data).toBe('0x01')
    expect(parseTransactionRequest({ data: '0x01', input: '0x02' })).toBeUndefined()
    expect(parseTransactionRequest({ to: 'name.eth' })).toBeUndefined()
    expect(parseTransactionRequest('0x')).toBeUndefined()
  })
})

describe('transaction status', () => {
  const hash = `0x${'aB'.repeat(32)}`
  const known = hash.toLowerCase()
  const listed = { from: address, to: null, value: '0x0', input: '0x', hash, nonce: '0x5' }
  const receipt = { transactionHash: hash, blockHash: hash, blockNumber: '0x9', status: '0x1' }
  const block = { hash, number: '0x9', timestamp: '0x7', transactions: [hash] }

  it('parses the nonce and the block of a transaction', () => {
    const { nonce, blockNumber } = parseListedTransaction({ ...listed, blockNumber: null }) ?? {}
    expect([nonce, blockNumber]).toEqual([5n, undefined])
    expect(parseListedTransaction({ ...listed, blockNumber: '0x9' })?.blockNumber).toBe(9n)
    expect(parseListedTransaction({ ...listed, blockNumber: 9 })).toBeUndefined()
    expect(parseListedTransaction({ ...listed, nonce: '5' })).toBeUndefined()
    expect(parseListedTransaction({ ...listed, hash: '0x1' })).toBeUndefined()
    expect(parseListedTransaction(null)).toBeUndefined()
  })

  it('parses receipts with a valid status', () => {
    expect(parseReceipt(receipt)).toEqual({
      hash: known,
      blockHash: known,
      blockNumber: 9n,
      isSuccess: true,
    })
    expect(parseReceipt({ ...receipt, status: '0x0' })?.isSuccess).toBe(false)
    for (const status of [undefined, '0x2', 1, true]) {
      expect(parseReceipt({ ...receipt, status })).toBeUndefined()
    }
    expect(parseReceipt({ ...receipt, blockHash: null })).toBeUndefined()
    expect(parseReceipt(null)).toBeUndefined()
  })

  it('parses blocks', () => {
    expect(parseBlock(block)).toEqual({
      hash: known,
      number: 9n,
      timestamp: 7n,
      transactions: [hash],
    })
    expect(parseBlock({ ...block, transactions: undefined })).toBeUndefined()
    expect(parseBlock({ ...block, number: null })).toBeUndefined()
    expect(parseBlock('0x')).toBeUndefined()
  })
})
