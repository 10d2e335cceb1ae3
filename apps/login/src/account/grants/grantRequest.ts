import type { Allowance, Target } from '@latchkey/wire/login/permissions'
import type { Hex } from '@latchkey/wire/rpc/eip155'

/** A function of a contract, under the name that the site gives it. */
export type NamedTarget = Target & { readonly name: string }

/** A permission that a site asks for, in the account's own terms. */
export type GrantRequest = {
  /** In lower case; undefined if the site leaves it to the wallet. */
  readonly account: Hex | undefined
  /** The address of the key that may act. */
  readonly key: Hex
  /** Unix seconds. */
  readonly expiry: number
  readonly limits: GrantLimits
  /** Whether the wallet may grant less. */
  readonly isAdjustable: boolean
  /** The response in the shape of the request. */
  toResult(granted: Granted): unknown
}

export type GrantLimits = {
  readonly allowances: readonly Allowance[]
  readonly targets: readonly NamedTarget[]
  readonly feeLimit: bigint | undefined
  readonly maxCalls: number | undefined
  readonly rate: { readonly calls: number; readonly period: number } | undefined
  /** The permissions of the request that are granted, as the site wrote them. */
  readonly granted: readonly Readonly<Record<string, unknown>>[]
  /** Types of optional permissions that the account cannot enforce, and so does not grant. */
  readonly dropped: readonly string[]
}

export type Granted = {
  readonly account: Hex
  readonly expiry: number
  readonly feeLimit: bigint
  readonly maxCalls: number
  readonly context: Hex
  /** Undefined for a deployed account. */
  readonly creation: { readonly factory: Hex; readonly factoryData: Hex } | undefined
}
