import { type NetworkId, referenceOf } from '@latchkey/wire/caip'
import { concat, type Hex, numberToHex } from 'viem'
import { toPackedUserOperation } from 'viem/account-abstraction'
import { privateKeyToAccount } from 'viem/accounts'
import { getPaymasterVerificationGas } from '../bundler/gas.js'
import type { Operation } from '../bundler/operation.js'

/** An operation with everything but its account's signature. */
export type SponsoredOperation = Operation & {
  readonly paymaster: Hex
  readonly paymasterData: Hex
  readonly paymasterVerificationGasLimit: bigint
  readonly paymasterPostOpGasLimit: bigint
}

/** `SponsorPaymaster.hashSponsorship` */
const types = {
  Sponsorship: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'paymasterGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'validUntil', type: 'uint48' },
    { name: 'validAfter', type: 'uint48' },
  ],
} as const

const validAfter = 0
const signatureBytes = 65

/** Fields of an operation that a paymaster sets. */
export function sponsorFields(operation: Operation, paymaster: Hex, paymasterData: Hex) {
  return {
    paymaster,
    paymasterData,
    paymasterVerificationGasLimit: getPaymasterVerificationGas(operation),
    paymasterPostOpGasLimit: 0n,
  }
}

/** As long as a real one, without zero bytes, so that its gas can be estimated. */
export function placeholderData(): Hex {
  return `0x${'ff'.repeat(6 + 6 + signatureBytes)}`
}

/** The most that the paymaster's deposit can be charged for an operation. */
export function getMaxCost(operation: SponsoredOperation): bigint {
  const gas =
    operation.preVerificationGas +
    operation.verificationGasLimit +
    operation.callGasLimit +
    operation.paymasterVerificationGasLimit +
    operation.paymasterPostOpGasLimit
  return gas * operation.maxFeePerGas
}

/** Signs until a time, in seconds. The same input gives the same signature. */
export function createSigner(signerKey: Hex) {
  const account = privateKeyToAccount(signerKey)
  return {
    address: account.address,
    async sign(
      chain: NetworkId,
      paymaster: Hex,
      operation: Operation,
      validUntil: number,
    ): Promise<SponsoredOperation> {
      const unsigned = { ...operation, ...sponsorFields(operation, paymaster, '0x') }
      const packed = toPackedUserOperation(unsigned)
      const signature = await account.signTypedData({
        domain: {
          name: 'Latchkey Sponsor',
          version: '1',
          chainId: Number(referenceOf(chain)),
          verifyingContract: paymaster,
        },
        types,
        primaryType: 'Sponsorship',
        message: {
          sender: packed.sender,
          nonce: packed.nonce,
          initCode: packed.initCode,
          callData: packed.callData,
          accountGasLimits: packed.accountGasLimits,
          paymasterGasLimits: concat([
            numberToHex(unsigned.paymasterVerificationGasLimit, { size: 16 }),
            numberToHex(unsigned.paymasterPostOpGasLimit, { size: 16 }),
          ]),
          preVerificationGas: packed.preVerificationGas,
          gasFees: packed.gasFees,
          validUntil,
          validAfter,
        },
      })
      const paymasterData = concat([
        numberToHex(validUntil, { size: 6 }),
        numberToHex(validAfter, { size: 6 }),
        signature,
      ])
      return { ...unsigned, paymasterData }
    },
  }
}
