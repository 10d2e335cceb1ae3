import type { AccountVersion } from '@latchkey/wire/login/smartAccount'
import { LoginError } from '../loginError.js'
import type { Store } from '../session/store.js'
import { makeDeviceKey, seal, unseal } from './sealing.js'
import { combineShares } from './shares.js'
import type { Addresses } from './signer.js'

type Bytes = Uint8Array<ArrayBuffer>

/** This device's share of a wallet, under a key that cannot be exported. */
export type StoredShare = {
  readonly key: CryptoKey
  readonly share: Bytes
  /** A share that is about to replace `share`. Only the server knows which of them is valid. */
  readonly next?: Bytes
  readonly addresses: Addresses
  /** Absent in shares of earlier releases, whose wallets have version 1. */
  readonly accountVersion?: AccountVersion
  /** False until the server is known to have the matching shares. */
  readonly isStored: boolean
}

/** What a device knows about its wallet without the server. */
export type DeviceWallet = {
  readonly addresses: Addresses
  readonly accountVersion: AccountVersion
}

/** Stores this device's share. */
export type DeviceShare = {
  get(): Promise<StoredShare | undefined>
  put(stored: StoredShare): Promise<void>
  remove(): Promise<void>
  /** Stores a new share under a new key, and wipes it from memory. */
  save(share: Bytes, wallet: DeviceWallet): Promise<StoredShare>
  /** Stores a new share next to the one it will replace, and wipes it from memory. */
  saveNext(stored: StoredShare, share: Bytes): Promise<Bytes>
  /** Combines it with the server's share while `run` runs. */
  withSeed<result>(
    stored: StoredShare,
    serverShare: Bytes,
    run: (seed: Bytes) => Promise<result>,
  ): Promise<result>
}

export function createDeviceShare({
  store,
  storeKey,
  owner,
  signal,
}: {
  readonly store: Store
  /** Key in the store. */
  readonly storeKey: string
  /** Bound to the ciphertext: a share of another owner does not open. */
  readonly owner: string
  /** Nothing is stored after it aborts. */
  readonly signal: AbortSignal
}): DeviceShare {
  async function put(stored: StoredShare): Promise<void> {
    signal.throwIfAborted()
    await store.put(storeKey, stored)
  }

  return {
    get: async () => (await store.get(storeKey)) as StoredShare | undefined,
    put,
    remove: () => store.remove(storeKey),
    async save(share, wallet) {
      const key = await makeDeviceKey()
      const stored = { key, share: await seal(key, share, owner), ...wallet, isStored: false }
      share.fill(0)
      await put(stored)
      return stored
    },
    async saveNext(stored, share) {
      const next = await seal(stored.key, share, owner)
      share.fill(0)
      await put({ ...stored, next })
      return next
    },
    async withSeed(stored, serverShare, run) {
      // A copy: the original is wiped after its lifetime.
      const theirs = serverShare.slice()
      const own = await unseal(stored.key, stored.share, owner)
      if (!own) {
        throw new LoginError({ code: 'login-failed', message: 'This device’s part cannot be read' })
      }
      const seed = await combineShares(own, theirs)
      own.fill(0)
      theirs.fill(0)
      try {
        return await run(seed)
      } finally {
        seed.fill(0)
      }
    },
  }
}
