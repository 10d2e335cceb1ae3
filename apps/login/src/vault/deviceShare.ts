import { LoginError } from '../loginError.js'
import type { Store } from '../session/store.js'
import { makeDeviceKey, seal, unseal } from './sealing.js'
import { combineShares } from './shares.js'
import type { Addresses } from './signer.js'

type Bytes = Uint8Array<ArrayBuffer>

/** This device's share of a wallet, under a key that cannot be exported. */
export type Kept = {
  readonly key: CryptoKey
  readonly share: Bytes
  /** A share that is about to replace `share`. Only the server knows which of them is valid. */
  readonly next?: Bytes
  readonly addresses: Addresses
  /** False until the server is known to have the shares that go with it. */
  readonly isStored: boolean
}

/** Stores this device's share. */
export interface DeviceShare {
  get(): Promise<Kept | undefined>
  put(kept: Kept): Promise<void>
  remove(): Promise<void>
  /** Stores a new share under a new key, and wipes it from memory. */
  keep(share: Bytes, addresses: Addresses): Promise<Kept>
  /** Stores a new share beside the one it will replace, and wipes it from memory. */
  keepNext(kept: Kept, share: Bytes): Promise<Bytes>
  /** Combines it with the server's share while `run` is running. */
  withSeed<result>(
    kept: Kept,
    serverShare: Bytes,
    run: (seed: Bytes) => Promise<result>,
  ): Promise<result>
}

export function createDeviceShare({
  store,
  place,
  owner,
  signal,
}: {
  readonly store: Store
  /** Where in the store. */
  readonly place: string
  /** Bound to the ciphertext: a share of another owner does not open. */
  readonly owner: string
  /** Nothing is stored once it has aborted. */
  readonly signal: AbortSignal
}): DeviceShare {
  async function put(kept: Kept): Promise<void> {
    signal.throwIfAborted()
    await store.put(place, kept)
  }

  return {
    get: async () => (await store.get(place)) as Kept | undefined,
    put,
    remove: () => store.remove(place),
    async keep(share, addresses) {
      const key = await makeDeviceKey()
      const kept = { key, share: await seal(key, share, owner), addresses, isStored: false }
      share.fill(0)
      await put(kept)
      return kept
    },
    async keepNext(kept, share) {
      const next = await seal(kept.key, share, owner)
      share.fill(0)
      await put({ ...kept, next })
      return next
    },
    async withSeed(kept, serverShare, run) {
      // A copy: the original is wiped after its lifetime.
      const theirs = serverShare.slice()
      const own = await unseal(kept.key, kept.share, owner)
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
