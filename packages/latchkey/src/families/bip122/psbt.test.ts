import * as ecc from '@bitcoinerlab/secp256k1'
import { base64 } from '@scure/base'
import { Psbt, Transaction } from 'bitcoinjs-lib'
import { describe, expect, it } from 'vitest'
import {
  leatherObject,
  okxObject,
  satsObject,
  standardObject,
  unisatObject,
} from '../../../fixtures/bitcoinPages.js'
import { createFakeBitcoinWallet, createPsbt } from '../../../fixtures/fakeBitcoinWallet.js'
import { createFakeStorage } from '../../../fixtures/fakeStorage.js'
import '../../../fixtures/verifyBitcoin.js'
import type { WalletTransport } from '../../core/connection/family.js'
import { leatherTransport } from './leatherWallet.js'
import { testnet } from './networkIds.js'
import { okxTransport } from './okxWallet.js'
import { readPsbt } from './psbt.js'
import { satsTransport } from './satsWallet.js'
import { standardTransport } from './standardWallet.js'
import { unisatTransport } from './unisatWallet.js'

const wallet = createFakeBitcoinWallet()
const ways: readonly (readonly [string, WalletTransport])[] = [
  ['Wallet Standard', standardTransport(standardObject(wallet))],
  ['sats-connect', satsTransport(satsObject(createFakeBitcoinWallet()))],
  [
    'Leather',
    leatherTransport(
      leatherObject(createFakeBitcoinWallet()),
      { storage: createFakeStorage() },
      'one',
    ),
  ],
  ['OKX', okxTransport(okxObject(createFakeBitcoinWallet()))],
  ['Unisat', unisatTransport(unisatObject(createFakeBitcoinWallet()))],
]

function isValid(key: Uint8Array, hash: Uint8Array, signature: Uint8Array): boolean {
  return key.length === 32
    ? ecc.verifySchnorr(hash, key, signature)
    : ecc.verify(hash, key, signature)
}

describe('a PSBT', () => {
  it.each(ways)('is signed through %s with valid signatures', async (_, transport) => {
    wallet.isTrusted = true
    const network = `bip122:${testnet}` as const
    const requested = createPsbt(wallet)
    const signInputs = wallet.addresses.map((address, index) => ({ address, index }))
    const params = { account: wallet.addresses[0], psbt: requested, signInputs, broadcast: false }
    const answer = (await transport.request({ method: 'signPsbt', params, network })) as {
      psbt: string
    }
    const isHex = /^[0-9a-f]+$/.test(answer.psbt)
    const signed = isHex ? Psbt.fromHex(answer.psbt) : Psbt.fromBase64(answer.psbt)
    expect(signed.validateSignaturesOfInput(0, isValid)).toBe(true)
    expect(signed.validateSignaturesOfInput(1, isValid)).toBe(true)
    const unsigned = (psbt: Uint8Array) => readPsbt(psbt).unsigned
    expect(unsigned(signed.toBuffer())).toEqual(unsigned(base64.decode(requested)))
  })

  it('is parsed like another library does', () => {
    const bytes = base64.decode(createPsbt(wallet))
    const { unsigned, txid, inputCount } = readPsbt(bytes)
    const other = Psbt.fromBuffer(bytes)
    expect(unsigned).toEqual(Uint8Array.from(other.data.getTransaction()))
    expect(inputCount).toBe(other.inputCount)
    expect(txid).toBe(Transaction.fromBuffer(other.data.getTransaction()).getId())
  })

  it('is rejected when it is truncated or malformed', () => {
    const bytes = base64.decode(createPsbt(wallet))
    for (let length = 0; length < 60; length += 1) {
      expect(() => readPsbt(bytes.slice(0, length))).toThrow()
    }
    expect(() => readPsbt(bytes.with(4, 0xfe))).toThrow()
    // Lengths of gigabytes, and above the largest safe number.
    for (const size of [0xfe, 0xff]) expect(() => readPsbt(bytes.with(5, size))).toThrow()
  })
})
