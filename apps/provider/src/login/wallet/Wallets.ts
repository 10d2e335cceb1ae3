import type { RecoveryShare } from '@latchkey/wire/login/shares'
import type { AccountVersion } from '@latchkey/wire/login/smartAccount'

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
  /** Key of the frame that stores them, which identifies it later. */
  readonly frameKey: string | null
}

/** A share set signed by the wallet's own key. */
export type SignedShares = ShareSet & {
  readonly signature: string
}

/** Signed shares with the addresses of their wallet. */
export type DeviceShares = SignedShares & {
  readonly addresses: WalletAddresses
  /** Counts when the wallet is created. */
  readonly accountVersion: AccountVersion
}

export type StoredWallet = {
  readonly addresses: WalletAddresses
  readonly accountVersion: AccountVersion
  readonly hasPasskey: boolean
}

/** An earlier share set, which only the wallet's key decrypts. */
export type ReplacedShares = {
  readonly sealed: string
  readonly replacedAt: number
  readonly expiresAt: number
}

/** Wallets and their encrypted shares. Methods throw ApiErrors. */
export type Wallets = {
  has(accountId: string, deviceId?: string): Promise<boolean>
  /** Whether this frame has stored shares on this device before. */
  isKnownFrame(accountId: string, deviceId: string, frameKey: string): Promise<boolean>
  /** Called before shares are released, so that other devices learn of it even if none are stored. */
  recordFrame(accountId: string, frameKey: string): Promise<void>
  /** When another frame got the wallet after this one. */
  readNewDeviceAt(
    frame: Pick<ShareSet, 'accountId' | 'deviceId' | 'frameKey'>,
  ): Promise<number | undefined>
  /** Of concurrent calls one creates the wallet; the others throw `share-exists`. */
  create(shares: DeviceShares): Promise<void>
  /** Throws `signature-wrong` unless the wallet's own key signed the set. */
  assertSigned(shares: SignedShares): Promise<void>
  /** Shares of another device of the same wallet, or new ones of the same device. */
  add(shares: DeviceShares): Promise<void>
  readServerShare(
    accountId: string,
    deviceId: string,
  ): Promise<StoredWallet & { readonly serverShare: string }>
  /** Throws `share-unknown` for an account without a wallet. */
  read(accountId: string): Promise<StoredWallet>
  /** The device whose set a recovery uses. Throws `share-unknown`. */
  findRecoverySet(
    accountId: string,
  ): Promise<{ readonly deviceId: string; readonly needsPasskey: boolean }>
  readRecoveryShare(accountId: string, deviceId: string): Promise<RecoveryShare>
  /** Stores the recovery share encrypted to a passkey and deletes every other copy. */
  sealRecovery(
    shares: SignedShares & { readonly recovery: Extract<RecoveryShare, { kind: 'passkey' }> },
  ): Promise<void>
  /** Stores a set signed by the wallet's key, replacing any other. */
  restore(shares: SignedShares): Promise<void>
  /** Newest first. */
  listReplaced(accountId: string): Promise<ReplacedShares[]>
  /** How many shares are under a missing key. */
  countLost(): Promise<number>
  /**
   * Re-encrypts every share under the newest keys, while others read and write. Returns the count.
   */
  rewrap(): Promise<number>
  sweep(): Promise<void>
}
