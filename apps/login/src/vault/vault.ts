import type { PendingRecovery } from '@latchkey/wire/login/recovery'
import type { ShowPending } from './createCustody.js'
import type { Signer } from './signer.js'

/**
 * Keeps a person's keys: made here, split in three, and put together only while something is signed.
 * Every call needs the session it was made for; rejections are `LoginFault`s.
 */
export interface Vault {
  /**
   * The wallet of whoever is signed in: opened with this device's share, made, or set up here after a
   * recovery, which `showPending` tells the person about while it is not approved.
   */
  open(signal: AbortSignal, showPending?: ShowPending): Promise<Signer>
  /** Makes it ready to sign; `needs-recent-login` where nothing was signed for a long time. */
  unlock(signal: AbortSignal): Promise<void>
  /** Forgets what this device holds for the session. Works without a network. */
  forget(): Promise<void>
  /** Whether the operator could rebuild the key with the mailbox alone. */
  trust(): Promise<'operator-can-rebuild' | 'passkey-needed'>
  /** When the wallet was last set up on another device, unless the person was told of it here. */
  newDevice(): Promise<number | undefined>
  /** They have been told of it. */
  toldOfDevice(at: number): Promise<void>
  /** A recovery on another device that waits. */
  pendingRecovery(): Promise<PendingRecovery | undefined>
  cancelRecovery(pending: PendingRecovery, signal: AbortSignal): Promise<void>
  canAddPasskey(): Promise<boolean>
  /** Puts the recovery share under a passkey. */
  addPasskey(signal: AbortSignal): Promise<void>
  /** Lets the server read the recovery share again, for someone who lost the passkey. */
  removePasskey(signal: AbortSignal): Promise<void>
  /** The private keys as other wallets import them, for the frame's own pixels alone. */
  reveal(signal: AbortSignal): Promise<{ readonly eip155: string; readonly solana: string }>
}
