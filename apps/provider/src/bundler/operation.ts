import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import {
  type Hex,
  parseAddress,
  parseData,
  parseLooseQuantity,
  toQuantity,
} from '@latchkey/wire/rpc/eip155'
import { encodeFunctionData, hashTypedData } from 'viem'
import {
  entryPoint08Abi,
  getUserOperationTypedData,
  toPackedUserOperation,
  type UserOperation,
} from 'viem/account-abstraction'
import { invalid } from './BundlerError.js'

export type Operation = UserOperation<'0.8'>

const maxCallBytes = 128 * 1024
const maxSignatureBytes = 1_024
const gasLimit = 2n ** 64n
const feeLimit = 2n ** 96n
const nonceLimit = 2n ** 256n

const maxPaymasterBytes = 1_024

const knownFields: ReadonlySet<string> = new Set([
  'sender',
  'nonce',
  'factory',
  'factoryData',
  'callData',
  'signature',
  'callGasLimit',
  'verificationGasLimit',
  'preVerificationGas',
  'maxFeePerGas',
  'maxPriorityFeePerGas',
  'paymaster',
  'paymasterData',
  'paymasterVerificationGasLimit',
  'paymasterPostOpGasLimit',
])

/**
 * Parses an operation of a caller. For an estimate, gas and fees may be missing; a sponsor is asked
 * before the operation is signed.
 */
export function parseOperation(input: unknown, use: 'estimate' | 'sponsor' | 'send'): Operation {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    throw invalid('The operation is not an object.')
  }
  const record = input as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(record)) {
    if (knownFields.has(name) || value === undefined || value === null) continue
    throw invalid(`${name.slice(0, 64)} is not a supported field.`)
  }
  const number = (name: string, limit: bigint) => {
    const value = record[name]
    const isLeftOut = use === 'estimate' && isAbsent(value)
    const read = isLeftOut ? 0n : parseLooseQuantity(value)
    if (read === undefined || read >= limit) throw invalid(`${name} is not a valid number.`)
    return read
  }
  const bytes = (name: string, maxBytes: number): Hex => {
    const read = parseData(record[name])
    if (read === undefined || read.length > 2 + 2 * maxBytes) {
      throw invalid(`${name} is not valid data.`)
    }
    return read
  }
  const sender = parseAddress(record.sender)
  if (sender === undefined) throw invalid('sender is not an address.')
  return {
    sender,
    nonce: number('nonce', nonceLimit),
    ...parseFactory(record),
    callData: bytes('callData', maxCallBytes),
    signature:
      use !== 'send' && isAbsent(record.signature) ? '0x' : bytes('signature', maxSignatureBytes),
    callGasLimit: number('callGasLimit', gasLimit),
    verificationGasLimit: number('verificationGasLimit', gasLimit),
    preVerificationGas: number('preVerificationGas', gasLimit),
    maxFeePerGas: number('maxFeePerGas', feeLimit),
    maxPriorityFeePerGas: number('maxPriorityFeePerGas', feeLimit),
    // A sponsor sets these itself.
    ...(use !== 'sponsor' && parsePaymaster(record, number)),
  }
}

function parsePaymaster(
  record: Readonly<Record<string, unknown>>,
  number: (name: string, limit: bigint) => bigint,
) {
  const { paymaster, paymasterData } = record
  if (isAbsent(paymaster) || paymaster === '0x') return {}
  const address = parseAddress(paymaster)
  const data = parseData(paymasterData)
  if (address === undefined || data === undefined || data.length > 2 + 2 * maxPaymasterBytes) {
    throw invalid('paymaster and paymasterData are not valid.')
  }
  return {
    paymaster: address,
    paymasterData: data,
    paymasterVerificationGasLimit: number('paymasterVerificationGasLimit', gasLimit),
    paymasterPostOpGasLimit: number('paymasterPostOpGasLimit', gasLimit),
  }
}

function parseFactory({ factory, factoryData }: Readonly<Record<string, unknown>>) {
  const isEmpty = (value: unknown) => isAbsent(value) || value === '0x'
  if (isEmpty(factory) && isEmpty(factoryData)) return {}
  const address = parseAddress(factory)
  const data = parseData(factoryData)
  if (address === undefined || data === undefined || data.length > 2_048) {
    throw invalid('factory and factoryData are not valid.')
  }
  return { factory: address, factoryData: data }
}

function isAbsent(value: unknown): value is undefined | null {
  return value === undefined || value === null
}

/** The `userOpHash` of ERC-4337. */
export function getOperationHash(operation: Operation, chainId: number): Hex {
  return hashTypedData(
    getUserOperationTypedData({ chainId, entryPointAddress, userOperation: operation }),
  )
}

/** The call data of `handleOps`. */
export function encodeBundle(operation: Operation, beneficiary: Hex): Hex {
  return encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], beneficiary],
  })
}

/** Fields of an operation or estimate in JSON-RPC. */
export function toRpcFields(fields: object): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, value]) => {
      if (typeof value === 'bigint') return [[name, toQuantity(value)]]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
