import { LoginFault } from '../loginFault.js'
import type { Store } from '../session/store.js'
import { makeDeviceKey, seal, unseal } from './sealing.js'
import { combineShares } from './shares.js'
import type { Addresses } from './signer.js'

type Bytes = Uint8Array<ArrayBuffer>

/** What this device keeps of a wallet: its own share, under a key that cannot be read. */
export type Kept = {
  readonly key: CryptoKey
  readonly share: Bytes
  /** Another share, on its way to replace `share`: which of them counts, only the server knows. */
  readonly next?: Bytes
  readonly addresses: Addresses
  /** False until the server is known to have the shares that go with it. */
  readonly isStored: boolean
}

/** The place of this device's share. */
export interface DeviceShare {
  get(): Promise<Kept | undefined>
  put(kept: Kept): Promise<void>
  remove(): Promise<void>
  /** Keeps a new share, which is overwritten, under a new key. */
  keep(share: Bytes, addresses: Addresses): Promise<Kept>
  /** Keeps a new share, which is overwritten, beside the one it is to replace. */
  keepNext(kept: Kept, share: Bytes): Promise<Bytes>
  /** Puts the key together with the server's share for as long as `run` takes. */
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
  /** Whose share it is: sealed for one, it opens for nobody else. */
  readonly owner: string
  /** Nothing is kept once it has ended. */
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
      // A copy: the original is overwritten when it has been here for long enough.
      const theirs = serverShare.slice()
      const own = await unseal(kept.key, kept.share, owner)
      if (!own) {
        throw new LoginFault({ code: 'login-failed', message: 'This device’s part cannot be read' })
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
