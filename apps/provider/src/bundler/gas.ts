import { decodePermittedCalls, encodePermittedCalls } from '@latchkey/wire/login/permissions'
import type { AccountVersion } from '@latchkey/wire/login/smartAccount'
import { type Hex, hexToBytes, size } from 'viem'
import { encodeBundle, type Operation } from './operation.js'

/**
 * Gas of an operation of our own account. Its code is known, so verification always costs the same;
 * measured by a test, with a margin for chains with other prices.
 */
const baseVerificationGas = 80_000n
const creationGas = 160_000n
/** The entry point hashes and copies the call while it verifies; short calls are included above. */
const verificationGasPerByte = 4n
const shortCallBytes = 4_096

/** Highest accepted limits: above what an operation needs, below a block's limit. */
export const maxCallGas = 12_000_000n
export const maxVerificationGas = 1_000_000n
/** Roll-ups charge for bytes here. */
export const maxPreVerificationGas = 100_000_000n

const transactionGas = 21_000n
/** Used by the entry point per operation, and not charged to the operation. */
const bundleOverheadGas = 20_000n
/** Every operation pays this towards those that fail at our cost; an account's first pays more. */
const riskGas = 5_000n
const firstRiskGas = 25_000n
/** Minimum execution gas of a bundle, for the calldata floor (EIP-7623). */
const minExecutionGas = 60_000n
/** Reserved by the entry point from the gas of a call. */
const innerGas = 20_000n

/** An operation of a key: its signature, fees, and the owner's signature of the permission. */
const permissionGas = 42_000n
/** The account decodes and hashes the permission. */
const permissionGasPerByte = 18n
/** The code of our paymasters is known, too. They hash the call. */
const paymasterGas = 40_000n
const paymasterGasPerByte = 1n
/** A token's transfer into the paymaster, also behind a proxy and for the first time. */
const tokenTransferGas = 110_000n

/** Of the sponsor: validUntil, validAfter and a signature. */
export const sponsorDataBytes = 6 + 6 + 65
/** Of the token paymaster: token, maximum amount and rate too. */
export const tokenDataBytes = sponsorDataBytes + 20 + 16 + 16

/** Placeholders of full length without zero bytes, which would be cheaper. */
const ownerSignatureBytes = 65
const fullBytes = (count: number): Hex => `0x${'ff'.repeat(count)}`
const placeholderBeneficiary = `0x${'ff'.repeat(20)}` as const

export function getVerificationGas({ factory, callData }: Operation): bigint {
  const permission = decodePermittedCalls(callData)?.permission
  const bytes = permission ? BigInt(size(encodePermittedCalls(permission, []))) : 0n
  return (
    baseVerificationGas +
    longCallBytes(callData) * verificationGasPerByte +
    (factory ? creationGas : 0n) +
    (permission ? permissionGas + bytes * permissionGasPerByte : 0n)
  )
}

/** The limits that our own paymasters need, which the size of their data tells apart. */
export function getPaymasterGas({
  callData,
  paymasterData = '0x',
}: Pick<Operation, 'callData' | 'paymasterData'>) {
  const tokenGas = size(paymasterData) === tokenDataBytes ? tokenTransferGas : 0n
  return {
    paymasterVerificationGasLimit:
      paymasterGas + longCallBytes(callData) * paymasterGasPerByte + tokenGas,
    paymasterPostOpGasLimit: tokenGas,
  }
}

function longCallBytes(callData: Hex): bigint {
  return BigInt(Math.max(0, size(callData) - shortCallBytes))
}

/** What the sender pays besides the gas that the entry point measures, to cover our costs. */
export function getPreVerificationGas(operation: Operation): bigint {
  // Fields that are set later must not change the result, so all count at full size.
  const full = 2n ** 64n - 1n
  const bytes = hexToBytes(
    encodeBundle(
      {
        ...operation,
        nonce: 2n ** 256n - 1n,
        signature: fullBytes(Math.max(ownerSignatureBytes, size(operation.signature))),
        callGasLimit: full,
        verificationGasLimit: full,
        preVerificationGas: full,
        maxFeePerGas: full,
        maxPriorityFeePerGas: full,
        ...(operation.paymaster && {
          paymasterData: fullBytes(size(operation.paymasterData ?? '0x')),
          paymasterVerificationGasLimit: full,
          paymasterPostOpGasLimit: full,
        }),
      },
      placeholderBeneficiary,
    ),
  )
  const tokens = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1n : 4n), 0n)
  const [usual, floor] = [tokens * 4n, tokens * 10n - minExecutionGas]
  const words = BigInt(Math.ceil(bytes.length / 32))
  const risk = operation.factory ? firstRiskGas : riskGas
  return transactionGas + bundleOverheadGas + risk + (usual > floor ? usual : floor) + words * 8n
}

/**
 * The maximum gas of a transaction that the entry point reverts. The code of version 1 is known, so
 * its verification does not depend on the operation's limit. The owner of version 2 can replace the
 * code before the transaction is mined, so it can use up the limit.
 */
export function getRevertedGas(operation: Operation, version: AccountVersion): bigint {
  const { verificationGasLimit, paymasterVerificationGasLimit = 0n } = operation
  const known = getVerificationGas(operation)
  const account = version === 1 || verificationGasLimit < known ? known : verificationGasLimit
  return getPreVerificationGas(operation) + account + paymasterVerificationGasLimit
}

/** The maximum gas of the operation's transaction. */
export function getBundleGas(operation: Operation): bigint {
  const { callGasLimit, verificationGasLimit, paymasterPostOpGasLimit: postOp = 0n } = operation
  // Each of the two nested calls keeps back a 64th.
  const inner = ((callGasLimit + postOp + innerGas) * 64n ** 2n) / 63n ** 2n
  const paymaster = operation.paymasterVerificationGasLimit ?? 0n
  return getPreVerificationGas(operation) + verificationGasLimit + paymaster + inner + innerGas
}

/** From a node's estimate of the call alone. */
export function toCallGas(estimated: bigint): bigint {
  const own = estimated > transactionGas ? estimated - transactionGas : 0n
  return (own * 23n) / 20n + 15_000n
}
