import {
  type PendingRecovery,
  restoreShares,
  takeRecoveryShare,
  takeServerShare,
  takeText,
} from '@latchkey/wire/login/recovery'
import { readServerShare, sealRecovery, storeShares } from '@latchkey/wire/login/session'
import { firstWalletText, type RecoveryShare, shareSetText } from '@latchkey/wire/login/shares'
import type { AccountVersion } from '@latchkey/wire/login/smartAccount'
import { base64urlnopad } from '@scure/base'
import { isApiError } from '../api/apiError.js'
import { LoginError } from '../loginError.js'
import type { FrameKey } from '../session/frameKey.js'
import {
  type ApprovalOptions,
  type CallWithSession,
  pendingError,
  waitForApproval,
} from './approval.js'
import type { DeviceShare, StoredShare } from './deviceShare.js'
import { addressesOf, createSeed, signWithWallet } from './keys.js'
import type { Passkeys } from './passkeys.js'
import { forServer, readRecovery, type underPasskey } from './recovery.js'
import { combineShares, shareOut } from './shares.js'
import type { Addresses } from './signer.js'

type Bytes = Uint8Array<ArrayBuffer>

/** The smart account of new wallets. */
const newVersion: AccountVersion = 2

/** The server's share and the data sent with it. */
type Remote = {
  readonly share: Bytes
  readonly readAt: number
  readonly hasPasskey: boolean
  /** When another device was added later. */
  readonly newDeviceAt?: number | undefined
  /** A pending recovery on another device. */
  readonly pendingRecovery?: PendingRecovery | undefined
}

type SignedSet<recovery> = {
  readonly deviceId: string
  readonly serverShare: string
  readonly recovery: recovery
  readonly signature: string
}

/** A wallet with both shares that signing needs. */
export type Unlocked = { readonly stored: StoredShare; readonly remote: Remote }

/** Creates wallets, splits them between device and server, and rebuilds them if a share is lost. */
export type Custody = {
  /** A new wallet, or the one that another device made first. */
  make(options: ApprovalOptions, signal: AbortSignal): Promise<Unlocked>
  /** From the server's two shares; then splits again for this device. */
  rebuild(options: RebuildOptions, signal: AbortSignal): Promise<Unlocked>
  /** With this device's share; rebuilt or created if the server lost its share. */
  unlock(stored: StoredShare, options: ApprovalOptions, signal: AbortSignal): Promise<Unlocked>
  /** Splits again: only the passkey opens the third share. */
  protect(
    wallet: Unlocked,
    passkey: { readonly flowId: string; readonly hide: ReturnType<typeof underPasskey> },
    signal: AbortSignal,
  ): Promise<Unlocked>
  /** Splits again: the server can read the third share. */
  unprotect(wallet: Unlocked, signal: AbortSignal): Promise<Unlocked>
}

export type RebuildOptions = ApprovalOptions & {
  /** The addresses stored on this device. */
  readonly expected?: Addresses | undefined
}

export type CustodyParts = {
  readonly call: CallWithSession
  readonly frameKey: FrameKey
  readonly deviceId: string
  readonly owner: { readonly accountId: string }
  readonly passkeys: Passkeys
  readonly crypto: Pick<Crypto, 'getRandomValues'>
  now(): number
}

export function createCustody(
  { call, deviceId, frameKey, owner, passkeys, crypto, now }: CustodyParts,
  device: DeviceShare,
): Custody {
  const { accountId } = owner

  async function make(options: ApprovalOptions, signal: AbortSignal): Promise<Unlocked> {
    try {
      return await makeAtOnce(signal).catch(async (error: unknown) => {
        if (!isApiError(error, 'needs-approval')) throw error
        await device.remove()
        if (!options.showPending) throw pendingError()
        await waitForApproval({ ...options, call, deviceId, isFirst: true, signal })
        return makeAtOnce(signal)
      })
    } catch (error) {
      if (!isApiError(error, 'share-exists')) throw error
      // Another device was faster: its wallet counts.
      await device.remove()
      return rebuild(options, signal)
    }
  }

  async function makeAtOnce(signal: AbortSignal): Promise<Unlocked> {
    const seed = createSeed(crypto)
    try {
      const shares = await shareOut(seed)
      const addresses = await addressesOf(seed)
      const stored = await device.save(shares.device, { addresses, accountVersion: newVersion })
      const serverShare = base64urlnopad.encode(shares.server)
      const recovery = await forServer(shares.recovery)
      const set = await signed(seed, { serverShare, recovery })
      const text = firstWalletText({ accountId, deviceId, addresses })
      const firstSignature = await frameKey.sign(text)
      const made = { ...set, addresses, accountVersion: newVersion, firstSignature }
      await call(storeShares, made, signal)
      shares.recovery.fill(0)
      return await confirmed(stored, shares.server, false)
    } finally {
      seed.fill(0)
    }
  }

  async function rebuild(options: RebuildOptions, signal: AbortSignal): Promise<Unlocked> {
    const { expected } = options
    const flowId = await waitForApproval({ ...options, call, deviceId, isFirst: false, signal })
    const take = async (share: 'server' | 'recovery') => ({
      flowId,
      signature: await frameKey.sign(takeText(flowId, share)),
    })
    const server = await call(takeServerShare, await take('server'), signal)
    const taken = await call(takeRecoveryShare, await take('recovery'), signal)
    const { share, hide } = await readRecovery(taken.recovery, { accountId, passkeys, signal })
    const seed = await combineShares(base64urlnopad.decode(server.serverShare) as Bytes, share)
    try {
      const addresses = await addressesOf(seed)
      if (!isSame(addresses, server.addresses) || (expected && !isSame(addresses, expected))) {
        throw new LoginError({ code: 'login-failed', message: 'The wallet could not be rebuilt' })
      }
      const shares = await shareOut(seed)
      const { accountVersion } = server
      const stored = await device.save(shares.device, { addresses, accountVersion })
      const recovery = await hide(shares.recovery)
      shares.recovery.fill(0)
      const serverShare = base64urlnopad.encode(shares.server)
      const set = await signed(seed, { serverShare, recovery })
      await call(storeShares, { ...set, addresses, accountVersion }, signal)
      return await confirmed(stored, shares.server, recovery.kind === 'passkey')
    } finally {
      seed.fill(0)
    }
  }

  /** A share set signed by the wallet's key, as the server requires. */
  async function signed<recovery extends RecoveryShare>(
    seed: Bytes,
    set: { readonly serverShare: string; readonly recovery: recovery },
  ): Promise<SignedSet<recovery>> {
    const text = shareSetText({ accountId, deviceId, ...set })
    return { deviceId, ...set, signature: await signWithWallet(seed, text) }
  }

  async function unlock(
    stored: StoredShare,
    options: ApprovalOptions,
    signal: AbortSignal,
  ): Promise<Unlocked> {
    try {
      return await openWithOwnShare(stored, signal)
    } catch (error) {
      if (!isApiError(error, 'share-unknown')) throw error
      if (stored.isStored) return rebuild({ ...options, expected: stored.addresses }, signal)
      await device.remove()
      return make(options, signal)
    }
  }

  async function openWithOwnShare(stored: StoredShare, signal: AbortSignal): Promise<Unlocked> {
    const found = await call(readServerShare, { deviceId }, signal)
    const { serverShare, hasPasskey = false, newDeviceAt, pendingRecovery } = found
    const share = base64urlnopad.decode(serverShare) as Bytes
    for (const own of [stored.share, stored.next]) {
      if (!own) continue
      const settled: StoredShare = {
        key: stored.key,
        share: own,
        addresses: stored.addresses,
        ...(stored.accountVersion && { accountVersion: stored.accountVersion }),
        isStored: true,
      }
      const fits = await device
        .withSeed(settled, share, async (seed) => isSame(await addressesOf(seed), stored.addresses))
        .catch(() => false)
      if (!fits) continue
      if (stored.next || !stored.isStored) await device.put(settled)
      return {
        stored: settled,
        remote: { share, readAt: now(), hasPasskey, newDeviceAt, pendingRecovery },
      }
    }
    return rebuild({ expected: stored.isStored ? stored.addresses : undefined }, signal)
  }

  /** Marks that the server has the matching shares. */
  async function confirmed(
    stored: StoredShare,
    share: Bytes,
    hasPasskey: boolean,
  ): Promise<Unlocked> {
    const settled = { ...stored, isStored: true }
    await device.put(settled)
    return { stored: settled, remote: { share, readAt: now(), hasPasskey } }
  }

  /** Splits the seed again; `store` sends two of the shares to the server. */
  function resplit<recovery extends RecoveryShare>(
    { stored, remote }: Unlocked,
    hide: (share: Bytes) => Promise<recovery>,
    store: (set: SignedSet<recovery>) => Promise<unknown>,
  ): Promise<Unlocked> {
    return device.withSeed(stored, remote.share, async (seed) => {
      const shares = await shareOut(seed)
      const next = await device.saveNext(stored, shares.device)
      const recovery = await hide(shares.recovery)
      shares.recovery.fill(0)
      const serverShare = base64urlnopad.encode(shares.server)
      await store(await signed(seed, { serverShare, recovery }))
      return confirmed({ ...stored, share: next }, shares.server, recovery.kind === 'passkey')
    })
  }

  return {
    make,
    rebuild,
    unlock,
    protect: (wallet, { flowId, hide }, signal) =>
      resplit(wallet, hide, (set) => call(sealRecovery, { ...set, flowId }, signal)),
    unprotect: (wallet, signal) =>
      resplit(wallet, forServer, (set) => call(restoreShares, set, signal)),
  }
}

function isSame(one: Addresses, other: { eip155: string; solana: string }): boolean {
  return one.eip155.toLowerCase() === other.eip155.toLowerCase() && one.solana === other.solana
}
