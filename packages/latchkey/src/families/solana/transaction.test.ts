import {
  Keypair,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressBytes, readAddress } from './address.js'
import { readMessage, readTransaction, withSignature } from './transaction.js'

const keys = Array.from({ length: 4 }, (_, index) =>
  Keypair.fromSeed(new Uint8Array(32).fill(index + 1)),
)
const name = (index: number) => keys[index]?.publicKey.toBase58() ?? ''

const anyInstruction = fc.record({
  signer: fc.constantFrom(...keys),
  writes: fc.boolean(),
  data: fc.uint8Array({ maxLength: 200 }),
})

describe('transactions', () => {
  it('are parsed as web3.js encodes them, in both versions', () => {
    fc.assert(
      fc.property(
        fc.array(anyInstruction, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        (all, v0) => {
          const content = new TransactionMessage({
            payerKey: keys[0]?.publicKey as PublicKey,
            recentBlockhash: name(3),
            instructions: all.map(
              ({ signer: { publicKey: pubkey }, writes, data }) =>
                new TransactionInstruction({
                  programId: SystemProgram.programId,
                  keys: [{ pubkey, isSigner: true, isWritable: writes }],
                  data: Buffer.from(data),
                }),
            ),
          })
          const message = v0 ? content.compileToV0Message() : content.compileToLegacyMessage()
          const bytes = new VersionedTransaction(message).serialize()
          const read = readTransaction(bytes)
          const logged = readMessage(Uint8Array.from(message.serialize()))
          const accounts = message.staticAccountKeys.map((key) => key.toBase58())
          expect(read?.message).toEqual(Uint8Array.from(message.serialize()))
          expect(read?.signers).toEqual(accounts.slice(0, message.header.numRequiredSignatures))
          expect(logged).toMatchObject({ isLegacy: !v0, accounts, blockhash: name(3) })
          expect(logged?.instructions.map(({ data }) => data)).toEqual(all.map(({ data }) => data))
          if (!read) return
          const last = read.signers.at(-1) ?? ''
          const signature = new Uint8Array(64).fill(9)
          const signed = VersionedTransaction.deserialize(withSignature(read, last, signature))
          expect(signed.signatures.at(-1)).toEqual(signature)
        },
      ),
      { seed: 3, numRuns: 60 },
    )
  })

  it('are undefined for malformed bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const read = readTransaction(bytes)
        readMessage(bytes)
        if (read) expect(read.signers).toHaveLength(read.signatures.length)
      }),
      { seed: 3, numRuns: 1_000 },
    )
    expect(readTransaction(new Uint8Array(5_000))).toBeUndefined()
  })
})

describe('addresses', () => {
  it('are 32 bytes in base58, as in web3.js', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 30, maxLength: 34 }), (bytes) => {
        const text = bytes.length <= 32 ? new PublicKey(bytes).toBase58() : undefined
        if (text !== undefined)
          expect(addressBytes(text)).toEqual(Uint8Array.from(new PublicKey(text).toBytes()))
      }),
      { seed: 3, numRuns: 200 },
    )
    const text = name(0)
    for (const bad of [
      `1${text}`,
      text.slice(4),
      text.replace(/.$/, '0'),
      ` ${text}`,
      '1'.repeat(31),
      7,
    ]) {
      expect(readAddress(bad)).toBeUndefined()
    }
    expect(readAddress('1'.repeat(32))).toBe('1'.repeat(32))
  })
})
