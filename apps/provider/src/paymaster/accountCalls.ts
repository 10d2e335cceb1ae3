import {
  decodePermittedCalls,
  type Permission,
  type PermittedCall,
} from '@latchkey/wire/login/permissions'
import { type AbiType, decodeAbi } from '@latchkey/wire/rpc/abi'
import type { Hex } from '@latchkey/wire/rpc/eip155'
import { toFunctionSelector } from 'viem'

/** What an operation makes its account do. */
export type AccountCalls =
  | {
      readonly kind: 'calls'
      readonly calls: readonly PermittedCall[]
      /** Set for an operation of a key. */
      readonly permission?: Permission
    }
  /** The owner takes back permissions. */
  | { readonly kind: 'revocation' }

const callType: AbiType = {
  name: 'Call',
  fields: { to: 'address', value: 'uint256', data: 'bytes' },
}
const selectors = {
  execute: toFunctionSelector('execute(address,uint256,bytes)'),
  executeBatch: toFunctionSelector('executeBatch((address,uint256,bytes)[])'),
  revokePermission: toFunctionSelector('revokePermission(bytes32)'),
  revokeAll: toFunctionSelector('revokeAll()'),
}

/**
 * Reads the call data of our accounts, of owners and of keys with a permission. Undefined for anything
 * else, also for an encoding that a contract could read differently.
 */
export function parseAccountCalls(callData: Hex): AccountCalls | undefined {
  const permitted = decodePermittedCalls(callData)
  if (permitted) return { kind: 'calls', ...permitted }
  const decode = (...types: AbiType[]) => decodeAbi(types, `0x${callData.slice(10)}`)
  switch (callData.slice(0, 10)) {
    case selectors.execute: {
      const values = decode('address', 'uint256', 'bytes')
      if (!values) return undefined
      const [to, value, data] = values as [Hex, bigint, Hex]
      return { kind: 'calls', calls: [{ to, value, data }] }
    }
    case selectors.executeBatch: {
      const values = decode({ list: callType })
      return values && { kind: 'calls', calls: values[0] as readonly PermittedCall[] }
    }
    case selectors.revokePermission:
      return decode('bytes32') && { kind: 'revocation' }
    case selectors.revokeAll:
      return callData === selectors.revokeAll ? { kind: 'revocation' } : undefined
    default:
      return undefined
  }
}
