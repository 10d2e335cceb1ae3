import type { PendingRecovery } from '@latchkey/wire/login/recovery'
import type { AccountVersion } from '@latchkey/wire/login/smartAccount'
import type { ShowPending } from './approval.js'

/** Signs with a user's keys, wherever they are stored. */
export type Signer = {
  readonly addresses: Addresses
  /** The version of the smart account, which its address depends on. */
  readonly accountVersion: AccountVersion
  /** A recoverable signature over 32 bytes. */
  signSecp256k1(hash: Uint8Array): Promise<{ r: bigint; s: bigint; yParity: 0 | 1 }>
  /** 64 bytes. */
  signEd25519(message: Uint8Array): Promise<Uint8Array>
}

export type Addresses = {
  /** Checksummed. */
  readonly eip155: `0x${string}`
  readonly solana: string
}

/**
 * A user's keys: created here, split in three shares, and combined only to sign. Every call needs
 * the session it was created for. Rejects with a `LoginError`.
 */
export type Vault = {
  /**
   * The wallet of the session: opened with this device's share, created or recovered. `showPending`
   * is called while a recovery is not approved.
   */
  open(signal: AbortSignal, showPending?: ShowPending): Promise<Signer>
  /** Prepares signing. Rejects with `needs-recent-login` if the last signature is too long ago. */
  unlock(signal: AbortSignal): Promise<void>
  /** Deletes what this device stores for the session. Works offline. */
  forget(): Promise<void>
  /** Whether the operator could rebuild the key. */
  trust(): Promise<'operator-can-rebuild' | 'passkey-needed'>
  /** When the wallet was last set up on another device, unless this device has shown it. */
  newDevice(): Promise<number | undefined>
  /** The notice about that device was shown. */
  acknowledgeDevice(at: number): Promise<void>
  /** A pending recovery on another device. */
  pendingRecovery(): Promise<PendingRecovery | undefined>
  cancelRecovery(pending: PendingRecovery, signal: AbortSignal): Promise<void>
  canAddPasskey(): Promise<boolean>
  /** Encrypts the recovery share with a passkey. */
  addPasskey(signal: AbortSignal): Promise<void>
  /** Lets the server read the recovery share again, for someone who lost the passkey. */
  removePasskey(signal: AbortSignal): Promise<void>
  /** The private keys as other wallets import them. Shown in the frame only. */
  reveal(signal: AbortSignal): Promise<{ readonly eip155: string; readonly solana: string }>
}
