import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { bytesToHex } from '@noble/hashes/utils.js'
import fc from 'fast-check'
import { hashMessage, hexToBytes, recoverAddress } from 'viem'
import { getUserOperationHash } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { describe, expect, it } from 'vitest'
import { createSessionKey, signDigest } from './sessionKey.js'
import { hashUserOperation, toMaxFee, type UserOperation } from './userOperation.js'

const hex = (size: { min: number; max: number }) =>
  fc
    .uint8Array({ minLength: size.min, maxLength: size.max })
    .map((bytes) => `0x${bytesToHex(bytes)}` as const)
const address = hex({ min: 20, max: 20 })
const gas = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n })
const operations: fc.Arbitrary<UserOperation> = fc
  .record({
    sender: address,
    nonce: fc.bigInt({ min: 0n, max: 2n ** 256n - 1n }),
    callData: hex({ min: 0, max: 80 }),
    callGasLimit: gas,
    verificationGasLimit: gas,
    preVerificationGas: gas,
    maxFeePerGas: gas,
    maxPriorityFeePerGas: gas,
    creation: fc.option(fc.record({ factory: address, factoryData: hex({ min: 0, max: 80 }) })),
    sponsor: fc.option(
      fc.record({
        paymaster: address,
        paymasterVerificationGasLimit: gas,
        paymasterPostOpGasLimit: gas,
        paymasterData: hex({ min: 0, max: 80 }),
      }),
    ),
  })
  .map(({ creation, sponsor, ...rest }) => ({ ...rest, ...creation, ...sponsor }))

describe('the hash of an operation', () => {
  it('is the same as in viem', () => {
    fc.assert(
      fc.property(operations, fc.integer({ min: 1, max: 2 ** 48 }), (operation, chainId) => {
        const expected = getUserOperationHash({
          chainId,
          entryPointAddress,
          entryPointVersion: '0.8',
          userOperation: { ...operation, signature: '0x' } as never,
        })
        const hash = hashUserOperation(operation, String(chainId))
        expect(`0x${bytesToHex(hash)}`).toBe(expected)
      }),
    )
  })

  it('counts all gas limits at the highest price as fees of the account', () => {
    const operation = {
      callGasLimit: 3n,
      verificationGasLimit: 5n,
      preVerificationGas: 7n,
      maxFeePerGas: 11n,
    }
    expect(toMaxFee(operation as UserOperation)).toBe(165n)
  })
})

describe('a session key', () => {
  it('has the address and signatures of other libraries', async () => {
    const key = createSessionKey()
    const account = privateKeyToAccount(key.privateKey)
    expect(key).toMatchObject({
      address: account.address.toLowerCase(),
      publicKey: account.publicKey,
    })
    expect(createSessionKey(key.privateKey)).toEqual(key)
    for (let index = 0; index < 20; index += 1) {
      const digest = hashMessage(`message ${index}`)
      const signature = await signDigest(hexToBytes(digest), key.privateKey)
      expect(signature).toMatch(/^0x[0-9a-f]{128}(1b|1c)$/)
      expect(BigInt(`0x${signature.slice(66, 130)}`)).toBeLessThan(2n ** 255n)
      expect(await recoverAddress({ hash: digest, signature })).toBe(account.address)
    }
  })

  it.each(['0x', `0x${'0'.repeat(64)}`, `0x${'f'.repeat(64)}`, 'secret', `0x${'1'.repeat(62)}`])(
    'is not read from %s',
    (privateKey) => {
      expect(() => createSessionKey(privateKey as `0x${string}`)).toThrow(
        expect.objectContaining({ code: 'invalid-key' }),
      )
    },
  )
})
