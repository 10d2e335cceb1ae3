import type { PermissionStatus } from '@latchkey/wire/login/permissions'
import type { PendingRecovery } from '@latchkey/wire/login/recovery'
import type { WalletAction } from '../account/action.js'
import type { ChainDelegation, PreparedDelegation } from '../account/embeddedWallet.js'
import type { DelegationChange } from '../account/eoa.js'
import type { SiteGrant } from '../account/grants/signedGrant.js'
import type { PromptQueue } from '../prompts/prompts.js'
import type { PendingApproval } from '../vault/approval.js'

/** All screens of the frame. One at a time; showing another ends the previous one. */
export type Screens = {
  /** Asks for a code until `verify` accepts one. Rejects with the signal's reason. */
  code(request: CodeRequest, signal: AbortSignal): Promise<void>
  /** Shows that the frame is busy, until the signal aborts. */
  checking(signal: AbortSignal): void
  /** Shows that a link was mailed, until the signal aborts. */
  device(request: DeviceRequest, signal: AbortSignal): void
  /** Asks for the number that the login site shows, until `verify` accepts one. */
  number(request: NumberRequest, signal: AbortSignal): Promise<void>
  /** Shows why a wallet does not open here yet, until it is closed or the signal aborts. */
  recovery(request: PendingApproval, signal: AbortSignal): Promise<void>
  /** Offers a passkey for a new wallet, until one is added or the visitor skips it. */
  offerPasskey(request: PasskeyRequest, signal: AbortSignal): Promise<void>
  /** True once the user has confirmed with a click that cannot have been hijacked. */
  confirm(request: ConfirmRequest, signal: AbortSignal): Promise<boolean>
  /** The account pages, guarded like confirmations: key info, export, passkey, devices. */
  account(request: AccountRequest, signal: AbortSignal): Promise<void>
  /** The active window: the frame's, or the separate one. */
  view(): Window
  /** Applies the site's theme. */
  setTheme(theme: { readonly mode: 'light' | 'dark'; readonly accent: string | undefined }): void
  /** Reports the height of the current screen when it changes; 0 for none. */
  onHeight(listener: (height: number) => void): void
}

export type CodeRequest = {
  readonly purpose: 'login' | 'confirm' | 'export' | 'update-primary' | 'update-secondary'
  readonly email: string
  readonly sent: SentCode
  /** Rejects with a `LoginError`, whose code decides the text. */
  verify(code: string, signal: AbortSignal): Promise<void>
  resend(signal: AbortSignal): Promise<SentCode>
}

export type SentCode = {
  /** How many digits it has. */
  readonly codeLength: number
  /** Milliseconds since the epoch. */
  readonly expiresAt: number
}

export type NumberRequest = {
  /** The site of the log-in. */
  readonly provider: string
  /** Rejects with a `LoginError`, whose code decides the text. */
  verify(number: string): Promise<void>
}

export type PasskeyRequest = { add(signal: AbortSignal): Promise<void> }

export type DeviceRequest = {
  readonly email: string
  /** Two digits to type on the page that the link opens. */
  readonly number?: string | undefined
  /** Rejects with a `LoginError`, whose code decides the text. */
  resend(): Promise<void>
}

/** A pending recovery on another device, which can be cancelled here. */
export type PendingRecoveryRequest = PendingRecovery & { cancel(): Promise<void> }

export type ConfirmRequest = {
  readonly action: WalletAction
  /** The page's origin, from the handshake. */
  readonly origin: string
  /** When the wallet was set up on another device, if that was not shown yet. */
  readonly newDeviceAt?: number | undefined
  readonly pendingRecovery?: PendingRecoveryRequest | undefined
  /** Earlier recipients and the user's own accounts. */
  readonly known: readonly string[]
  /** How many requests wait behind this one; may change while it is shown. */
  readonly waiting?: PromptQueue | undefined
  /** Also rejects those, and new requests of the site for a minute. */
  rejectAll?(): void
  /** Facts about addresses: chain name, token details, contract or not. */
  readonly lookups: Lookups
}

/** Facts about addresses, read from the chain. Undefined if unknown. */
export type Lookups = {
  chain(
    chainId: string,
  ): { readonly name: string; readonly symbol: string; readonly decimals: number } | undefined
  token(
    chainId: string,
    address: `0x${string}`,
    signal: AbortSignal,
  ): Promise<{ readonly symbol: string; readonly decimals: number } | undefined>
  isContract(
    chainId: string,
    address: `0x${string}`,
    signal: AbortSignal,
  ): Promise<boolean | undefined>
}

export type AccountRequest = {
  readonly email: string | undefined
  readonly addresses: { readonly eip155: string; readonly solana: string }
  trust(): Promise<'operator-can-rebuild' | 'passkey-needed'>
  addPasskey(signal: AbortSignal): Promise<void>
  /** For someone who lost the passkey and still has this device. */
  removePasskey(signal: AbortSignal): Promise<void>
  pendingRecovery(): Promise<PendingRecoveryRequest | undefined>
  /**
   * Mails a code that allows one export. Undefined for an account without an address: its recent
   * log-in allowed the export, and is used up.
   */
  startExport(signal: AbortSignal): Promise<CodeRequest | undefined>
  /** Call only after an export was allowed. */
  revealKeys(signal: AbortSignal): Promise<{ readonly eip155: string; readonly solana: string }>
  sessions(signal: AbortSignal): Promise<
    readonly {
      readonly id: string
      readonly origin: string
      readonly lastUsedAt: number
      readonly isThis: boolean
    }[]
  >
  endOthers(signal: AbortSignal): Promise<void>
  readonly grants: AccountGrants
  readonly delegations: AccountDelegations
}

/** What the key's own account is delegated to. */
export type AccountDelegations = {
  /** On the networks that have delegations. */
  list(signal: AbortSignal): Promise<readonly ChainDelegation[]>
  prepare(
    chainId: string,
    change: DelegationChange,
    signal: AbortSignal,
  ): Promise<PreparedDelegation>
  lookups(): Promise<Lookups>
}

/** The permissions that sites have. */
export type AccountGrants = {
  /** Those that have not expired, of every site and chain. Some may be revoked already. */
  list(signal: AbortSignal): Promise<readonly SiteGrant[]>
  /** What is used of one, from the chain. */
  status(grant: SiteGrant, signal: AbortSignal): Promise<PermissionStatus>
  /** Where everything can be revoked at once, also what nobody lists. */
  chains(signal: AbortSignal): Promise<readonly string[]>
  /** Revokes one permission, or all of a chain. */
  prepare(
    revoked: SiteGrant | { readonly chainId: string },
    /** Otherwise the provider pays if it can. */
    options: { readonly paysItself: boolean; readonly signal: AbortSignal },
  ): Promise<{
    /** Rejects if it cannot be paid. */
    readonly fee: Promise<bigint>
    readonly isSponsored: Promise<boolean>
    revoke(signal: AbortSignal): Promise<void>
  }>
  lookups(): Promise<Lookups>
}
