import type { NetworkId } from '@latchkey/wire/caip'
import type { Hex } from '@latchkey/wire/rpc/hex'
import type { Network } from '../network/network.js'

/** A limit and what is left of it. */
export type Limit = { readonly max: bigint; readonly left: bigint }

/** A limit that starts again with each period; without `resetsAt`, it never does. */
export type PeriodLimit = Limit & {
  /** Seconds; 0 for the whole permission. */
  readonly period: number
  /** When the next period starts, in Unix seconds. */
  readonly resetsAt?: number | undefined
}

export type AllowanceLimit = PeriodLimit & {
  /** Absent for the native coin. */
  readonly token?: Hex | undefined
}

/** What a permission still allows, as its account's contract counts it. */
export type SessionLimits = {
  readonly calls: Limit
  /** Calls per period, if limited. */
  readonly rate?: PeriodLimit | undefined
  /** Network fees that the account pays, in wei. */
  readonly fees: Limit
  /** The only paymaster that may pay the fees; absent: none may. */
  readonly sponsor?: Hex | undefined
  readonly allowances: readonly AllowanceLimit[]
  /** Contracts whose listed functions may be called. */
  readonly contracts: readonly Hex[]
}

/** What a context contains. */
export type GrantTerms = {
  /** The permission's id on the chain. */
  readonly id: Hex
  readonly account: Hex
  readonly networkId: NetworkId
  readonly key: Hex
  /** Unix seconds. */
  readonly validAfter: number
  readonly validUntil: number
}

/** What the chain says about a permission. */
export type GrantStatus = {
  /** `invalid`: neither enabled on the chain nor signed by the owner of the account. */
  readonly state: 'active' | 'revoked' | 'invalid'
  readonly limits: SessionLimits
  /** Symbol and decimals of the tokens of allowances, by address in lower case. */
  readonly tokens: Readonly<Record<string, { readonly symbol: string; readonly decimals: number }>>
}

/** Reads about permissions that need no wallet. */
export type PermissionReading = {
  /** Undefined for a context that is not of a Latchkey account: only its wallet can read it. */
  parseContext(context: string): GrantTerms | undefined
  /** The address of a secp256k1 key; undefined for any other key. */
  toKeyAddress(publicKey: string): Hex | undefined
  /** Reads the account's contract through the network's nodes. */
  status(parameters: {
    readonly context: string
    readonly network: Network
    readonly signal: AbortSignal
  }): Promise<GrantStatus>
}

/** What a wallet announces about permissions on a network (ERC-7715). Undefined lists: not announced. */
export type PermissionSupport = {
  readonly signerTypes?: readonly string[] | undefined
  readonly permissionTypes?: readonly string[] | undefined
  readonly policyTypes?: readonly string[] | undefined
}
