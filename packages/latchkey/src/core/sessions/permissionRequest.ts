import { isRecord } from '@latchkey/wire/json'
import type { Hex } from '@latchkey/wire/rpc/hex'

/** What a site asks a visitor for (ERC-7715). */
export type PermissionRequest = {
  /** Chain id in hex, such as `0x2105`; one of the site's networks. */
  readonly chainId: Hex
  /** The account; the connected one by default. */
  readonly address?: Hex | undefined
  /** Unix seconds, in the future. The embedded wallet accepts at most 30 days. */
  readonly expiry: number
  /** The key that gets the permission, usually one of `createSessionKey` on your server. */
  readonly signer: PermissionSigner
  /** At least one. */
  readonly permissions: readonly RequestedPermission[]
  /** Further limits: `call-limit`, `rate-limit`, `gas-limit` and others that the wallet supports. */
  readonly policies: readonly PermissionPolicy[]
}

/** The keys that get a permission. The embedded wallet takes one of the type `secp256k1`. */
export type PermissionSigner = {
  readonly type: 'keys'
  readonly data: {
    readonly keys: readonly {
      readonly type: 'secp256k1' | 'secp256r1'
      /** Uncompressed or compressed, in hex. */
      readonly publicKey: Hex
    }[]
  }
}

/** A limit of the whole permission. */
export type PermissionPolicy = {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

/** One thing the key may do. */
export type RequestedPermission =
  | ContractCallPermission
  | NativeAllowancePermission
  | TokenAllowancePermission

/** Calls of some functions of a contract. */
export type ContractCallPermission = {
  readonly type: 'contract-call'
  readonly data: {
    readonly address: Hex
    /** The ABI of the contract, with the functions named below. */
    readonly abi: readonly object[]
    readonly functions: readonly AllowedFunction[]
  }
}

/** A function the key may call. */
export type AllowedFunction = {
  readonly functionName: string
  /** By position; `null` allows any value. */
  readonly args?:
    | readonly (null | {
        readonly operator: 'EQUAL' | 'GREATER_THAN' | 'LESS_THAN'
        readonly value: unknown
      })[]
    | undefined
  /** The most native coin of one call, in its smallest unit. Default none. */
  readonly valueLimit?: Hex | undefined
  /** Only `Call`: a delegate call could do anything. */
  readonly operation?: 'Call' | 'DelegateCall' | undefined
}

/** Native coin, an amount per period. */
export type NativeAllowancePermission = {
  readonly type: 'native-token-recurring-allowance'
  readonly data: AllowanceData
}

/** A token, an amount per period. */
export type TokenAllowancePermission = {
  readonly type: 'erc20-recurring-allowance'
  readonly data: AllowanceData & { readonly token: Hex }
}

type AllowanceData = {
  /** In the smallest unit. */
  readonly allowance: Hex
  /** When the first period starts, in Unix seconds. */
  readonly start: number
  /** Seconds. */
  readonly period: number
}

/** A permission or a policy as the wallet answered it. */
export type GrantedTerm = { readonly type: string; readonly data: unknown }

/** What the visitor granted. */
export type PermissionGrant = {
  readonly chainId: Hex
  /** The account, if the wallet names it. */
  readonly address?: Hex | undefined
  /** Unix seconds; may be earlier than asked for. */
  readonly expiry: number
  readonly permissions: readonly GrantedTerm[]
  /** Give it to your server, for `createSessionClient`. */
  readonly context: Hex
}

export function isTerms(value: unknown): value is readonly GrantedTerm[] {
  return Array.isArray(value) && value.every((one) => isRecord(one) && typeof one.type === 'string')
}
