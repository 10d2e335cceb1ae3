import type { AccountVersion } from '@latchkey/wire/login/smartAccount'
import type { Abi, Address, Hex } from 'viem'
import type { UserOperation } from 'viem/account-abstraction'
import type { PrivateKeyAccount } from 'viem/accounts'

type Operation = UserOperation<'0.8'>
type Answer = {
  readonly result?: unknown
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

export type Account = {
  readonly owner: PrivateKeyAccount
  readonly address: Address
  readonly salt: bigint
  readonly version: AccountVersion
}

export const accountAbi: Abi
export const factoryAbi: Abi
export function encodeTransfer(to: Address, value?: bigint, data?: Hex): Hex
export function creationOf(account: Account): {
  readonly factory: Address
  readonly factoryData: Hex
}
export function toRpcOperation(operation: Operation): Readonly<Record<string, string>>

export type SmartAccountClient<rest extends unknown[]> = {
  createAccount(ether?: string, owner?: PrivateKeyAccount, salt?: bigint): Promise<Account>
  deployAccount(account: Account): Promise<void>
  emptyAccount(account: Account, tip?: bigint): Promise<Hex>
  sendAsOwner(
    account: Account,
    transaction: {
      readonly to: Address
      readonly data: Hex
      readonly value?: bigint
      readonly tip?: bigint
    },
  ): Promise<Hex>
  /** Estimated and priced, but not signed. */
  draftOperation(account: Account, changes?: Partial<Operation>): Promise<Operation>
  hashOperation(operation: Operation): Hex
  signOperation(account: Account, operation: Operation): Promise<Operation>
  sendOperation(operation: Operation, ...rest: rest): Promise<Answer>
}

export function createSmartAccountClient<rest extends unknown[]>(parts: {
  readonly rpc: <result = unknown>(method: string, ...params: readonly unknown[]) => Promise<result>
  readonly request: (method: string, params: unknown, ...rest: rest | []) => Promise<Answer>
  readonly chainId: number
  readonly recipient: Address
  /** Of the accounts it creates; 1 by default. */
  readonly version?: AccountVersion
}): SmartAccountClient<rest>
