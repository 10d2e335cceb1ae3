import type { PermissionStatus } from '@latchkey/wire/login/permissions'
import type { PreparedAction } from './action.js'
import type { Delegation } from './delegation.js'
import type { DelegationChange } from './eoa.js'
import type { SiteGrant } from './grants/signedGrant.js'

export type AccountType = 'eoa' | 'smartAccount'

export type RpcCall = {
  readonly method: string
  readonly params: unknown
  /** CAIP-2, served by the provider. */
  readonly chainId: string
  /** The visitor pays the fee, because the site's paymaster did not. */
  readonly paysItself?: boolean
  /** The symbol of the token in which the fee could not be paid before. */
  readonly unpaidToken?: string
}

export type ChainDelegation = {
  readonly chainId: string
  /** Undefined if the chain does not respond. */
  readonly delegation: Delegation | undefined
}

export type PreparedDelegation = {
  /** The most it can cost. */
  readonly fee: bigint
  /** Whether the account has as much. */
  readonly isPayable: boolean
  /** Resolves when the chain has done it. */
  execute(signal: AbortSignal): Promise<void>
}

/** The wallet of the login session: its accounts on every chain, and its requests. */
export type EmbeddedWallet = {
  /** Both accounts on an eip155 chain with smart accounts; one on other chains. */
  accounts(
    chainId: string,
    signal: AbortSignal,
  ): Promise<readonly { readonly address: string; readonly type: AccountType }[]>
  isDeployed(chainId: string, signal: AbortSignal): Promise<boolean>
  /** Answers requests that need no consent. Rejects with a `LoginError` (`rpcCode` set). */
  read(call: RpcCall, signal: AbortSignal): Promise<unknown>
  /** Reads and checks a request that needs consent. Nothing is signed before `execute`. */
  prepare(call: RpcCall, signal: AbortSignal): Promise<PreparedAction>
  /** Permissions that this wallet's key signed, of every site. They may be revoked already. */
  grants(signal: AbortSignal): Promise<readonly SiteGrant[]>
  /** What is left of a permission, from the chain. */
  grantStatus(grant: SiteGrant, signal: AbortSignal): Promise<PermissionStatus>
  /** The chains whose account can have permissions. */
  grantChains(signal: AbortSignal): Promise<readonly string[]>
  /** Revokes a permission, or all of a chain, on behalf of the visitor. */
  prepareRevocation(
    revoked: SiteGrant | { readonly chainId: string },
    options: { readonly paysItself: boolean; readonly signal: AbortSignal },
  ): Promise<PreparedAction>
  /** The delegation of the key's own account on each chain that has one or could have one. */
  delegations(signal: AbortSignal): Promise<readonly ChainDelegation[]>
  /** Starts or ends a delegation on behalf of the visitor. Nothing is signed before `execute`. */
  prepareDelegation(
    chainId: string,
    change: DelegationChange,
    signal: AbortSignal,
  ): Promise<PreparedDelegation>
  /** Signs a plain message as the preferred account (EIP-191; ERC-6492 before deployment). */
  signMessage(message: string, chainId: string, signal: AbortSignal): Promise<string>
}
