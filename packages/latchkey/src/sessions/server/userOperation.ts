import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, toQuantity } from '@latchkey/wire/rpc/eip155'
import { hashTypedData } from '../../families/eip155/typedData.js'

/** An operation of ERC-4337 0.8, without its signature. */
export type UserOperation = {
  readonly sender: Hex
  readonly nonce: bigint
  readonly factory?: Hex | undefined
  readonly factoryData?: Hex | undefined
  readonly callData: Hex
  readonly callGasLimit: bigint
  readonly verificationGasLimit: bigint
  readonly preVerificationGas: bigint
  readonly maxFeePerGas: bigint
  readonly maxPriorityFeePerGas: bigint
  readonly paymaster?: Hex | undefined
  readonly paymasterVerificationGasLimit?: bigint | undefined
  readonly paymasterPostOpGasLimit?: bigint | undefined
  readonly paymasterData?: Hex | undefined
}

const types = {
  EIP712Domain: [
    { name: 'name', type: 'string' },
    { name: 'version', type: 'string' },
    { name: 'chainId', type: 'uint256' },
    { name: 'verifyingContract', type: 'address' },
  ],
  PackedUserOperation: [
    { name: 'sender', type: 'address' },
    { name: 'nonce', type: 'uint256' },
    { name: 'initCode', type: 'bytes' },
    { name: 'callData', type: 'bytes' },
    { name: 'accountGasLimits', type: 'bytes32' },
    { name: 'preVerificationGas', type: 'uint256' },
    { name: 'gasFees', type: 'bytes32' },
    { name: 'paymasterAndData', type: 'bytes' },
  ],
}

/** The `userOpHash`, which the key signs: the EIP-712 digest of the entry point. */
export function hashUserOperation(operation: UserOperation, chainId: string): Uint8Array {
  const { sender, nonce, callData, preVerificationGas } = operation
  return hashTypedData({
    types,
    primaryType: 'PackedUserOperation',
    domain: { name: 'ERC4337', version: '1', chainId, verifyingContract: entryPointAddress },
    message: {
      sender,
      nonce: toQuantity(nonce),
      initCode: packInitCode(operation),
      callData,
      accountGasLimits: packPair(operation.verificationGasLimit, operation.callGasLimit),
      preVerificationGas: toQuantity(preVerificationGas),
      gasFees: packPair(operation.maxPriorityFeePerGas, operation.maxFeePerGas),
      paymasterAndData: packPaymaster(operation),
    },
  })
}

/** The format of bundlers and paymasters. */
export function toRpcOperation(operation: UserOperation): Readonly<Record<string, string>> {
  const fields = Object.entries(operation).flatMap(([name, value]) => {
    if (typeof value === 'bigint') return [[name, toQuantity(value)] as const]
    return value === undefined ? [] : [[name, value] as const]
  })
  return Object.fromEntries(fields)
}

/** The most wei the account pays for the operation; a sponsor pays all of it. */
export function toMaxFee(operation: UserOperation): bigint {
  const { callGasLimit, verificationGasLimit, preVerificationGas, maxFeePerGas } = operation
  return (callGasLimit + verificationGasLimit + preVerificationGas) * maxFeePerGas
}

function packInitCode({ factory, factoryData = '0x' }: UserOperation): Hex {
  return factory ? `${factory}${factoryData.slice(2)}` : '0x'
}

function packPaymaster(operation: UserOperation): Hex {
  const { paymaster, paymasterData = '0x' } = operation
  if (!paymaster) return '0x'
  const { paymasterVerificationGasLimit = 0n, paymasterPostOpGasLimit = 0n } = operation
  const limits = packPair(paymasterVerificationGasLimit, paymasterPostOpGasLimit)
  return `${paymaster}${limits.slice(2)}${paymasterData.slice(2)}`
}

/** Two numbers of 128 bits in a word. */
function packPair(high: bigint, low: bigint): Hex {
  return `0x${half(high)}${half(low)}`
}

function half(value: bigint): string {
  return value.toString(16).padStart(32, '0')
}
