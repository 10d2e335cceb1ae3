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
import { BundlerError, bundlerCodes, invalid } from './BundlerError.js'

export type Operation = UserOperation<'0.8'>

const LONGEST_CALL = 128 * 1024
const LONGEST_SIGNATURE = 1_024
const LARGEST_GAS = 2n ** 64n
const LARGEST_FEE = 2n ** 96n
const LARGEST_NONCE = 2n ** 256n

const GAS = ['callGasLimit', 'verificationGasLimit', 'preVerificationGas'] as const
const FEES = ['maxFeePerGas', 'maxPriorityFeePerGas'] as const
const FIELDS: ReadonlySet<string> = new Set([
  'sender',
  'nonce',
  'factory',
  'factoryData',
  'callData',
  'signature',
  ...GAS,
  ...FEES,
])

/** An operation as callers write it. To be estimated it needs neither gas nor fees. */
export function readOperation(given: unknown, use: 'estimate' | 'send'): Operation {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    throw invalid('The operation is no object.')
  }
  const record = given as Readonly<Record<string, unknown>>
  for (const [name, value] of Object.entries(record)) {
    if (FIELDS.has(name) || value === undefined || value === null) continue
    if (name.startsWith('paymaster')) {
      throw new BundlerError(bundlerCodes.paymasterRefused, 'Paymasters are not served here')
    }
    throw invalid(`${name.slice(0, 64)} is not a field that is served here.`)
  }
  const number = (name: string, limit: bigint) => {
    const value = record[name]
    const isLeftOut = use === 'estimate' && (value === undefined || value === null)
    const read = isLeftOut ? 0n : parseLooseQuantity(value)
    if (read === undefined || read >= limit) throw invalid(`${name} is not a number that fits.`)
    return read
  }
  const bytes = (name: string, longest: number): Hex => {
    const read = parseData(record[name])
    if (read === undefined || read.length > 2 + 2 * longest) {
      throw invalid(`${name} is not bytes that fit.`)
    }
    return read
  }
  const sender = parseAddress(record.sender)
  if (sender === undefined) throw invalid('sender is not an address.')
  return {
    sender,
    nonce: number('nonce', LARGEST_NONCE),
    ...readFactory(record),
    callData: bytes('callData', LONGEST_CALL),
    signature: bytes('signature', LONGEST_SIGNATURE),
    callGasLimit: number('callGasLimit', LARGEST_GAS),
    verificationGasLimit: number('verificationGasLimit', LARGEST_GAS),
    preVerificationGas: number('preVerificationGas', LARGEST_GAS),
    maxFeePerGas: number('maxFeePerGas', LARGEST_FEE),
    maxPriorityFeePerGas: number('maxPriorityFeePerGas', LARGEST_FEE),
  }
}

function readFactory({ factory, factoryData }: Readonly<Record<string, unknown>>) {
  const isAbsent = (value: unknown) => value === undefined || value === null || value === '0x'
  if (isAbsent(factory) && isAbsent(factoryData)) return {}
  const address = parseAddress(factory)
  const data = parseData(factoryData)
  if (address === undefined || data === undefined || data.length > 2_048) {
    throw invalid('factory and factoryData do not fit.')
  }
  return { factory: address, factoryData: data }
}

/** By this everybody knows it. */
export function operationHash(operation: Operation, chainId: number): Hex {
  return hashTypedData(
    getUserOperationTypedData({ chainId, entryPointAddress, userOperation: operation }),
  )
}

/** What the entry point is told. */
export function encodeBundle(operation: Operation, beneficiary: Hex): Hex {
  return encodeFunctionData({
    abi: entryPoint08Abi,
    functionName: 'handleOps',
    args: [[toPackedUserOperation(operation)], beneficiary],
  })
}

export function toRpcOperation(operation: Operation): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(operation).flatMap(([name, value]) => {
      if (typeof value === 'bigint') return [[name, toQuantity(value)]]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
