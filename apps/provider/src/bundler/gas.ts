import { hexToBytes } from 'viem'
import { encodeBundle, type Operation } from './operation.js'

/**
 * What an operation of our own account costs. Its code is known, so its verification costs the same
 * everywhere; measured by a test, with room for chains that price things a little otherwise.
 */
const VERIFICATION_GAS = 80_000n
const CREATION_GAS = 160_000n
/** The entry point hashes and copies the call while it verifies; short ones are in the figure above. */
const VERIFICATION_GAS_PER_BYTE = 4n
const SHORT_CALL = 4_096

/** Highest limits accepted: above what an operation needs, below what a block holds. */
export const MOST_CALL_GAS = 12_000_000n
export const MOST_VERIFICATION_GAS = 1_000_000n
/** Roll-ups charge for bytes in it. */
export const MOST_PRE_VERIFICATION_GAS = 100_000_000n

const TRANSACTION_GAS = 21_000n
/** Of the entry point, around each operation, that it does not count as the operation's own. */
const BUNDLE_GAS = 20_000n
/** Every operation pays it towards those that fail at our cost; an account's first pays more. */
const RISK_GAS = 5_000n
const FIRST_RISK_GAS = 25_000n
/** Least execution gas of a bundle, compared with the calldata floor (EIP-7623). */
const LEAST_EXECUTION = 60_000n
/** What the entry point keeps aside of the gas for a call. */
const INNER_GAS = 20_000n

/** Placeholders of full length without zero bytes, which would be cheaper. */
const SIGNATURE = `0x${'ff'.repeat(65)}` as const
const ANYBODY = `0x${'ff'.repeat(20)}` as const

export function verificationGas({ factory, callData }: Operation): bigint {
  const bytes = BigInt(Math.max(0, callData.length / 2 - 1 - SHORT_CALL))
  return VERIFICATION_GAS + bytes * VERIFICATION_GAS_PER_BYTE + (factory ? CREATION_GAS : 0n)
}

/** What the sender pays besides the gas that the entry point measures, so that our costs are covered. */
export function preVerificationGas(operation: Operation): bigint {
  // Fields that are missing now or change before sending must not change this, so all count at full size.
  const full = 2n ** 64n - 1n
  const bytes = hexToBytes(
    encodeBundle(
      {
        ...operation,
        nonce: 2n ** 256n - 1n,
        signature: SIGNATURE,
        callGasLimit: full,
        verificationGasLimit: full,
        preVerificationGas: full,
        maxFeePerGas: full,
        maxPriorityFeePerGas: full,
      },
      ANYBODY,
    ),
  )
  const tokens = bytes.reduce((sum, byte) => sum + (byte === 0 ? 1n : 4n), 0n)
  const [usual, floor] = [tokens * 4n, tokens * 10n - LEAST_EXECUTION]
  const words = BigInt(Math.ceil(bytes.length / 32))
  const risk = operation.factory ? FIRST_RISK_GAS : RISK_GAS
  return TRANSACTION_GAS + BUNDLE_GAS + risk + (usual > floor ? usual : floor) + words * 8n
}

/**
 * The most gas a transaction uses that the entry point reverts. The account's code is known, so its
 * verification uses the same whatever limit the operation names.
 */
export function revertedGas(operation: Operation): bigint {
  return preVerificationGas(operation) + verificationGas(operation)
}

/** The most a transaction that carries it can use. */
export function bundleGas(operation: Operation): bigint {
  const { callGasLimit, verificationGasLimit } = operation
  // A 64th stays behind at each of the two calls on the way in.
  const inner = ((callGasLimit + INNER_GAS) * 64n ** 2n) / 63n ** 2n
  return preVerificationGas(operation) + verificationGasLimit + inner + INNER_GAS
}

/** From what a node says the call costs by itself. */
export function callGas(estimated: bigint): bigint {
  const own = estimated > TRANSACTION_GAS ? estimated - TRANSACTION_GAS : 0n
  return (own * 23n) / 20n + 15_000n
}
