import { entryPointAddress } from '@latchkey/wire/login/smartAccount'
import { type Hex, toQuantity } from '@latchkey/wire/rpc/eip155'
import { hashTypedData } from 'viem'
import { getUserOperationTypedData, type UserOperation } from 'viem/account-abstraction'

export type Operation = UserOperation<'0.8'>

/** What the owner signs. */
export function operationHash(operation: Operation, chainId: number): Hex {
  return hashTypedData(
    getUserOperationTypedData({
      chainId,
      entryPointAddress,
      userOperation: operation,
    }),
  )
}

/** As bundlers take it. */
export function toRpcOperation(operation: Operation): Readonly<Record<string, string>> {
  const fields = Object.entries(operation).flatMap(([name, value]) => {
    if (typeof value === 'bigint') return [[name, toQuantity(value)] as const]
    return typeof value === 'string' ? [[name, value] as const] : []
  })
  return Object.fromEntries(fields)
}
