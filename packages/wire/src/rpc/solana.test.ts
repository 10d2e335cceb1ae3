import { describe, expect, it } from 'vitest'
import {
  parseAccounts,
  parseAddress,
  parseBlockhash,
  parseChainAccount,
  parseCount,
  parseSignatureStatus,
  parseSignedAnswer,
  parseSignedList,
  parseTransaction,
} from './solana.js'

const address = 'oeYf6KAJkLYhBuR8CiGc6L4D4Xtfepr85fuDgA9kq96'
const signature = '4'.repeat(88)

describe('wallet responses', () => {
  it('contain accounts as objects or text', () => {
    expect(parseAccounts([{ pubkey: address }, address])).toEqual([address, address])
    expect(parseAccounts([])).toEqual([])
    for (const bad of [undefined, {}, [null], [{}], [`${address}0`], new Array(1_001)]) {
      expect(parseAccounts(bad)).toBeUndefined()
    }
  })

  it('contain a transaction or only a signature', () => {
    expect(parseSignedAnswer({ transaction: 'AQ==', signature })).toEqual({ transaction: 'AQ==' })
    expect(parseSignedAnswer({ signature })).toEqual({ signature })
    for (const bad of [null, {}, { transaction: 'A' }, { transaction: '', signature: 'x' }]) {
      expect(parseSignedAnswer(bad)).toBeUndefined()
    }
    expect(parseSignedList({ transactions: ['AQ==', 'Ag=='] }, 2)).toEqual(['AQ==', 'Ag=='])
    expect(parseSignedList({ transactions: ['AQ=='] }, 2)).toBeUndefined()
    expect(parseSignedList({ transactions: ['AQ==', 7] }, 2)).toBeUndefined()
  })

  it.each(['', 'AQ', 'AQ=', 'A===', '_w==', ' AQ==', 'AQ==\n', 'A'.repeat(5_004), 7])(
    'reject %o as a transaction',
    (value) => expect(parseTransaction(value)).toBeUndefined(),
  )
})

describe('node responses', () => {
  it('are parsed exactly or rejected', () => {
    expect(parseCount(2 ** 53 - 1)).toBe(9_007_199_254_740_991n)
    for (const bad of [2 ** 53, -1, 0.5, '1', null, Number.NaN]) {
      expect(parseCount(bad)).toBeUndefined()
    }
    expect(parseAddress(`${address}\n`)).toBeUndefined()
    expect(parseBlockhash({ blockhash: address, lastValidBlockHeight: 5 })).toEqual({
      blockhash: address,
      lastValidBlockHeight: 5n,
    })
    expect(parseBlockhash({ blockhash: address })).toBeUndefined()
    expect(parseChainAccount({ owner: address, lamports: 1, data: ['AQ==', 'base64'] })).toEqual({
      owner: address,
      lamports: 1n,
      data: 'AQ==',
    })
    expect(parseChainAccount({ owner: address, lamports: 1, data: 'AQ==' })).toBeUndefined()
  })

  it.each([
    [{ slot: 1, err: null, confirmationStatus: 'confirmed' }, true, 'confirmed'],
    [{ slot: 1, err: { InstructionError: [0, 'x'] }, confirmations: null }, false, 'finalized'],
    [{ slot: 1, err: null, confirmations: 3 }, true, 'processed'],
  ])('contain the commitment of %j', (status, isSuccess, commitment) => {
    expect(parseSignatureStatus(status)).toEqual({ slot: 1n, isSuccess, commitment })
  })

  it.each([null, {}, { slot: '1', err: null }, { slot: 1, confirmationStatus: 'sure' }])(
    'reject %j as a status',
    (status) => expect(parseSignatureStatus(status)).toBeUndefined(),
  )
})
