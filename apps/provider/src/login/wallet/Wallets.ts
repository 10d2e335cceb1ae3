import type { RecoveryShare } from '@latchkey/wire/login/shares'

export type WalletAddresses = {
  readonly eip155: string
  readonly solana: string
}

/** Two of the three shares of one device. */
export type ShareSet = {
  readonly accountId: string
  readonly deviceId: string
  readonly serverShare: string
  readonly recovery: RecoveryShare
  /** Of the frame that stores them, which is recognised by it later. */
  readonly frameKey: string | null
}

/** The same, signed by the wallet's own key. */
export type SignedShares = ShareSet & {
  readonly signature: string
}

/** The same, with the addresses of the wallet they belong to. */
export type DeviceShares = SignedShares & {
  readonly addresses: WalletAddresses
}

/** An earlier share set, which only the wallet's key opens. */
export type ReplacedShares = {
  readonly sealed: string
  readonly replacedAt: number
  readonly expiresAt: number
}

/** Wallets, and their shares as ciphertext. Throws Refusals. */
export type Wallets = {
  has(accountId: string, deviceId?: string): Promise<boolean>
  /** Whether this frame has stored shares on this device before. */
  isKnownFrame(accountId: string, deviceId: string, frameKey: string): Promise<boolean>
  /** Before shares are released, so that other devices are told even if none are stored. */
  recordFrame(accountId: string, frameKey: string): Promise<void>
  /** When another frame got the wallet after this one did. */
  readNewDeviceAt(
    frame: Pick<ShareSet, 'accountId' | 'deviceId' | 'frameKey'>,
  ): Promise<number | undefined>
  /** Of many concurrent calls one makes the wallet; the others are refused with `share-exists`. */
  create(shares: DeviceShares): Promise<void>
  /** Throws `signature-wrong` unless the wallet's own key signed the set. */
  assertSigned(shares: SignedShares): Promise<void>
  /** Shares of another device of the same wallet, or new ones of the same device. */
  add(shares: DeviceShares): Promise<void>
  readServerShare(
    accountId: string,
    deviceId: string,
  ): Promise<{ serverShare: string; addresses: WalletAddresses; hasPasskey: boolean }>
  /** The device whose set a recovery uses, or `share-unknown`. */
  findRecoverySet(
    accountId: string,
  ): Promise<{ readonly deviceId: string; readonly needsPasskey: boolean }>
  readRecoveryShare(accountId: string, deviceId: string): Promise<RecoveryShare>
  /** Stores the recovery share in a form only a passkey opens, and deletes every other copy. */
  sealRecovery(
    shares: SignedShares & { readonly recovery: Extract<RecoveryShare, { kind: 'passkey' }> },
  ): Promise<void>
  /** Stores a set that the wallet's key has signed, whatever was there. */
  restore(shares: SignedShares): Promise<void>
  /** Newest first. */
  listReplaced(accountId: string): Promise<ReplacedShares[]>
  /** How many shares are under a key that is gone. */
  countLost(): Promise<number>
  /** Puts every share under the newest keys, while others read and write. Returns how many. */
  rewrap(): Promise<number>
  sweep(): Promise<void>
}
