import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, toQuantity } from '@latchkey/wire/rpc/eip155'
import { hashTypedData } from 'viem'
import { getUserOperationTypedData, type UserOperation } from 'viem/account-abstraction'
import type { Estimate, GasPrice } from './evmAccount.js'

/** A user operation of the entry point's version 0.8. */
export type Operation = UserOperation<'0.8'>

/** The hash that the owner signs. */
export function operationHash(operation: Operation, chainId: number): Hex {
  return hashTypedData(
    getUserOperationTypedData({ chainId, entryPointAddress, userOperation: operation }),
  )
}

/** The format of bundlers and paymasters. */
export function toRpcOperation(operation: Operation): Readonly<Record<string, string>> {
  const fields = Object.entries(operation).flatMap(([name, value]) => {
    if (typeof value === 'bigint') return [[name, toQuantity(value)] as const]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(fields)
}

export function withEstimate(operation: Operation, { gas, price }: Estimate): Operation {
  return {
    ...operation,
    callGasLimit: gas.call,
    verificationGasLimit: gas.verification,
    preVerificationGas: gas.preVerification,
    ...toFees(price),
  }
}

export function toFees({ maxFeePerGas, maxPriorityFeePerGas }: GasPrice) {
  return { maxFeePerGas, maxPriorityFeePerGas }
}

export function toMaxFee({ gas, price }: { gas: Estimate['gas']; price: GasPrice }): bigint {
  return (gas.call + gas.verification + gas.preVerification) * price.maxFeePerGas
}
