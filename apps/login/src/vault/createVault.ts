import { cancelRecovery } from '@latchkey/wire/login/recovery'
import { startPasskey } from '@latchkey/wire/login/session'
import { raceAbort } from '@latchkey/wire/raceAbort'
import { LoginError } from '../loginError.js'
import type { Store } from '../session/store.js'
import type { ShowPending } from './approval.js'
import { type CustodyParts, createCustody, type Unlocked } from './createCustody.js'
import { createDeviceShare } from './deviceShare.js'
import { addressOf, exportKeys, signHash, signText, withKey } from './keys.js'
import { underPasskey } from './recovery.js'
import { passkeyKey } from './sealing.js'
import { mismatch } from './shares.js'
import type { Addresses, Signer, Vault } from './signer.js'

/** `remote` is undefined until the first signature: addresses are known without it. */
type Opened = Pick<Unlocked, 'stored'> & Partial<Unlocked>

/**
 * How long the server's share stays in memory. After that it is requested again, and the server
 * rejects a session without a confirmation in the last half hour.
 */
const shareLife = 5 * 60_000

type VaultParts = CustodyParts & {
  readonly store: Store
  /** Key in the store. */
  readonly storeKey: string
  readonly owner: { readonly accountId: string; readonly name: string; readonly hasWallet: boolean }
  /** Lets one tab at a time create or rebuild a wallet. */
  runExclusive<result>(run: () => Promise<result>): Promise<result>
  /** Aborts when the session ends: nothing is signed or stored afterwards. */
  readonly signal: AbortSignal
}

export function createVault(parts: VaultParts): Vault {
  const { store, storeKey, deviceId, owner, passkeys, now } = parts
  const forgotten = new AbortController()
  const ended = AbortSignal.any([parts.signal, forgotten.signal])
  const device = createDeviceShare({
    store,
    storeKey,
    owner: `${owner.accountId} ${deviceId}`,
    signal: ended,
  })
  const custody = createCustody(parts, device)
  const acknowledgedKey = `${storeKey}/told`
  let opening: Promise<Opened> | undefined
  let unlocking: Promise<Unlocked> | undefined

  const wipe = () => {
    for (const one of [opening, unlocking]) {
      one?.then(
        ({ remote }) => remote?.share.fill(0),
        () => undefined,
      )
    }
  }
  ended.addEventListener('abort', wipe, { once: true })

  /** Opened once for concurrent callers; one that aborts does not affect the others. */
  function opened(signal: AbortSignal, showPending?: ShowPending): Promise<Opened> {
    signal.throwIfAborted()
    ended.throwIfAborted()
    opening ??= parts
      .runExclusive(() => openWallet(ended, showPending))
      .catch((error: unknown) => {
        opening = undefined
        throw error
      })
    return raceAbort(AbortSignal.any([signal, ended]), opening)
  }

  async function openWallet(signal: AbortSignal, showPending?: ShowPending): Promise<Opened> {
    const stored = await device.get()
    if (!stored) {
      return owner.hasWallet
        ? custody.rebuild({ showPending }, signal)
        : custody.make({ showPending }, signal)
    }
    return stored.isStored && !stored.next
      ? { stored }
      : custody.unlock(stored, { showPending }, signal)
  }

  /** With the server's share, which is read once for concurrent callers. */
  async function unlocked(signal: AbortSignal): Promise<Unlocked> {
    const { stored, remote } = await opened(signal)
    if (remote && now() - remote.readAt < shareLife) return { stored, remote }
    unlocking ??= parts
      .runExclusive(async () => {
        // Another tab may have replaced it.
        const latest = (await device.get()) ?? stored
        const next = await custody.unlock(latest, {}, ended)
        opening = Promise.resolve(next)
        remote?.share.fill(0)
        return next
      })
      .finally(() => {
        unlocking = undefined
      })
    return raceAbort(AbortSignal.any([signal, ended]), unlocking)
  }

  /** After a failure it is unknown whether the server stored the new split: opening again finds out. */
  async function replaced(next: Promise<Unlocked>): Promise<void> {
    opening = next.catch((error: unknown) => {
      opening = undefined
      throw error
    })
    await opening
  }

  async function use<result>(
    signal: AbortSignal,
    run: (seed: Uint8Array<ArrayBuffer>) => Promise<result>,
  ): Promise<result> {
    ended.throwIfAborted()
    const { stored, remote } = await unlocked(signal)
    return device.withSeed(stored, remote.share, run)
  }

  function signerOf({ stored: { addresses, accountVersion = 1 } }: Opened): Signer {
    /** Checks that the key matches the address: the server may have returned another share. */
    const sign = <result>(purpose: keyof Addresses, run: (key: Uint8Array) => result) =>
      use(ended, (seed) =>
        withKey(seed, purpose, (key) => {
          if (addressOf[purpose](key) !== addresses[purpose]) throw mismatch()
          return run(key)
        }),
      )
    return {
      addresses,
      accountVersion,
      signSecp256k1: (hash) => sign('eip155', (key) => signHash(key, hash)),
      signEd25519: (message) => sign('solana', (key) => signText(key, message)),
    }
  }

  return {
    open: async (signal, showPending) => signerOf(await opened(signal, showPending)),
    async forget() {
      forgotten.abort(new LoginError({ code: 'not-signed-in', message: 'Signed out' }))
      await device.remove()
    },
    async unlock(signal) {
      await unlocked(signal)
    },
    async trust() {
      const { remote } = await unlocked(ended)
      return remote.hasPasskey ? 'passkey-needed' : 'operator-can-rebuild'
    },
    async newDevice() {
      const { newDeviceAt } = (await unlocked(ended)).remote
      const acknowledged = await store.get(acknowledgedKey)
      return newDeviceAt !== undefined && acknowledged !== newDeviceAt ? newDeviceAt : undefined
    },
    async pendingRecovery() {
      return (await unlocked(ended)).remote.pendingRecovery
    },
    async cancelRecovery({ flowId }, signal) {
      await parts.call(cancelRecovery, { flowId, deviceId }, signal)
      // What the server sent with its share is out of date.
      opening = undefined
    },
    acknowledgeDevice: (at) => store.put(acknowledgedKey, at),
    canAddPasskey: () => passkeys.isAvailable(),
    async addPasskey(signal) {
      // Everything that can be rejected comes first, so that no passkey is created in vain.
      const wallet = await unlocked(signal)
      const { flowId } = await parts.call(startPasskey, {}, signal)
      const { accountId, name } = owner
      const { credentialId, secret } = await passkeys.create({ id: accountId, name }, signal)
      const hide = underPasskey(await passkeyKey(secret), { credentialId, accountId })
      await replaced(custody.protect(wallet, { flowId, hide }, signal))
    },
    async removePasskey(signal) {
      await replaced(custody.unprotect(await unlocked(signal), signal))
    },
    async reveal(signal) {
      return use(signal, exportKeys)
    },
  }
}
