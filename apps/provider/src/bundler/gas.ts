import { hexToBytes } from 'viem'
import { encodeBundle, type Operation } from './operation.js'

/**
 * What an operation of our own account costs. Its code is known, so its verification costs the same
 * everywhere; measured by a test, with room for chains that price things a little otherwise.
 */
const baseVerificationGas = 80_000n
const creationGas = 160_000n
/** The entry point hashes and copies the call while it verifies; short ones are in the figure above. */
const verificationGasPerByte = 4n
const shortCallBytes = 4_096

/** Highest limits accepted: above what an operation needs, below what a block holds. */
export const maxCallGas = 12_000_000n
export const maxVerificationGas = 1_000_000n
/** Roll-ups charge for bytes in it. */
export const maxPreVerificationGas = 100_000_000n

const transactionGas = 21_000n
/** Of the entry point, around each operation, that it does not count as the operation's own. */
const bundleOverheadGas = 20_000n
/** Every operation pays it towards those that fail at our cost; an account's first pays more. */
const riskGas = 5_000n
const firstRiskGas = 25_000n
/** Least execution gas of a bundle, compared with the calldata floor (EIP-7623). */
const minExecutionGas = 60_000n
/** What the entry point keeps aside of the gas for a call. */
const innerGas = 20_000n

/** Placeholders of full length without zero bytes, which would be cheaper. */
const placeholderSignature = `0x${'ff'.repeat(65)}` as const
const placeholderBeneficiary = `0x${'ff'.repeat(20)}` as const

export function getVerificationGas({ factory, callData }: Operation): bigint {
  const bytes = BigInt(Math.max(0, callData.length / 2 - 1 - shortCallBytes))
  return baseVerificationGas + bytes * verificationGasPerByte + (factory ? creationGas : 0n)
}

/** What the sender pays besides the gas that the entry point measures, so that our costs are covered. */
export function getPreVerificationGas(operation: Operation): bigint {
  // Fields that are missing now or change before sending must not change this, so all count at full size.
  const full = 2n ** 64n - 1n
  const bytes = hexToBytes(
    encodeBundle(
      {
        ...operation,
        nonce: 2n ** 256n - 1n,
        signature: placeholderSignature,
        callGasLimit: full,
        verificationGasLimit: full,
        preVerificationGas: full,
        maxFeePerGas: full,
        maxPriorityFeePerGas: full,
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
 * The most gas a transaction uses that the entry point reverts. The account's code is known, so its
 * verification uses the same whatever limit the operation names.
 */
export function getRevertedGas(operation: Operation): bigint {
  return getPreVerificationGas(operation) + getVerificationGas(operation)
}

/** The most a transaction that carries it can use. */
export function getBundleGas(operation: Operation): bigint {
  const { callGasLimit, verificationGasLimit } = operation
  // A 64th stays behind at each of the two calls on the way in.
  const inner = ((callGasLimit + innerGas) * 64n ** 2n) / 63n ** 2n
  return getPreVerificationGas(operation) + verificationGasLimit + inner + innerGas
}

/** From what a node says the call costs by itself. */
export function toCallGas(estimated: bigint): bigint {
  const own = estimated > transactionGas ? estimated - transactionGas : 0n
  return (own * 23n) / 20n + 15_000n
}
