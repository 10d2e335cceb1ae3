import type { AnswerOf, Endpoint, InputOf } from '@latchkey/wire/http/endpoint'
import {
  type RecoveryShare,
  readServerShare,
  recoverShares,
  sealRecovery,
  storeShares,
} from '@latchkey/wire/login/session'
import { base64urlnopad } from '@scure/base'
import { isRefusal } from '../api/refusal.js'
import { unlessAborted } from '../api/within.js'
import { LoginFault } from '../loginFault.js'
import type { Store } from '../session/store.js'
import { addressesOf, addressOf, exportKeys, signHash, signText, withKey } from './keys.js'
import type { Passkeys } from './passkeys.js'
import { drawSeed } from './randomness.js'
import { makeDeviceKey, passkeyKey, seal, unseal } from './sealing.js'
import { combineShares, mismatch, shareOut } from './shares.js'
import type { Addresses, Signer } from './signer.js'
import type { Vault } from './vault.js'

type Bytes = Uint8Array<ArrayBuffer>

/** What this device keeps of a wallet: its own share, under a key that cannot be read. */
type Kept = {
  readonly key: CryptoKey
  readonly share: Bytes
  /** Another share, on its way to replace `share`: which of them counts, only the server knows. */
  readonly next?: Bytes
  readonly addresses: Addresses
  /** False until the server is known to have the shares that go with it. */
  readonly isStored: boolean
}

/** The server's share, and what it said with it. */
type Remote = {
  readonly share: Bytes
  readonly readAt: number
  readonly hasPasskey: boolean
  /** When another device was added after this one. */
  readonly newDeviceAt?: number | undefined
}

type Opened = {
  readonly kept: Kept
  /** Missing until something is signed: who somebody is can be told without it. */
  readonly remote?: Remote
}

type Unlocked = Required<Opened>

/**
 * How long the server's share stays in memory. It is asked for again after that, by which the server
 * knows that somebody still signs: it refuses a session that has been left alone for half an hour.
 */
const shareLife = 5 * 60_000

type VaultParts = {
  /** Calls the login API as the session this vault belongs to. */
  call<endpoint extends Endpoint>(
    endpoint: endpoint,
    input: InputOf<endpoint>,
    signal: AbortSignal,
  ): Promise<AnswerOf<endpoint>>
  readonly store: Store
  /** Where in the store. */
  readonly place: string
  readonly deviceId: string
  readonly owner: { readonly accountId: string; readonly name: string; readonly hasWallet: boolean }
  readonly passkeys: Passkeys
  /** Lets one tab at a time make or rebuild. */
  alone<result>(run: () => Promise<result>): Promise<result>
  readonly crypto: Pick<Crypto, 'getRandomValues'>
  /** Ends with the session: nothing is signed or kept afterwards. */
  readonly signal: AbortSignal
  now(): number
}

export function createVault(parts: VaultParts): Vault {
  const { call, store, place, deviceId, owner, passkeys, now } = parts
  const forgotten = new AbortController()
  const ended = AbortSignal.any([parts.signal, forgotten.signal])
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

  const ownerOfShare = `${owner.accountId} ${deviceId}`
  const toldPlace = `${place}/told`

  async function put(kept: Kept): Promise<void> {
    ended.throwIfAborted()
    await store.put(place, kept)
  }

  /** Opened once for all who ask at the same time; one who gives up takes nothing from the others. */
  function opened(signal: AbortSignal): Promise<Opened> {
    signal.throwIfAborted()
    ended.throwIfAborted()
    opening ??= parts
      .alone(() => openWallet(ended))
      .catch((error: unknown) => {
        opening = undefined
        throw error
      })
    return unlessAborted(AbortSignal.any([signal, ended]), opening)
  }

  async function openWallet(signal: AbortSignal): Promise<Opened> {
    const kept = (await store.get(place)) as Kept | undefined
    if (!kept) return owner.hasWallet ? rebuild(undefined, signal) : make(signal)
    return kept.isStored && !kept.next ? { kept } : unlock(kept, signal)
  }

  /** With the server's share, asked for once for all who need it at the same time. */
  async function unlocked(signal: AbortSignal): Promise<Unlocked> {
    const { kept, remote } = await opened(signal)
    if (remote && now() - remote.readAt < shareLife) return { kept, remote }
    unlocking ??= parts
      .alone(async () => {
        // Another tab may have replaced it meanwhile.
        const latest = ((await store.get(place)) as Kept | undefined) ?? kept
        const next = await unlock(latest, ended)
        opening = Promise.resolve(next)
        remote?.share.fill(0)
        return next
      })
      .finally(() => {
        unlocking = undefined
      })
    return unlessAborted(AbortSignal.any([signal, ended]), unlocking)
  }

  async function unlock(kept: Kept, signal: AbortSignal): Promise<Unlocked> {
    try {
      return await openWithOwnShare(kept, signal)
    } catch (error) {
      if (!isRefusal(error, 'share-unknown')) throw error
      if (kept.isStored) return rebuild(kept.addresses, signal)
      await store.remove(place)
      return make(signal)
    }
  }

  async function openWithOwnShare(kept: Kept, signal: AbortSignal): Promise<Unlocked> {
    const { serverShare, hasPasskey, newDeviceAt } = await call(
      readServerShare,
      { deviceId },
      signal,
    )
    const share = base64urlnopad.decode(serverShare) as Bytes
    for (const own of [kept.share, kept.next]) {
      if (!own) continue
      const settled: Kept = { key: kept.key, share: own, addresses: kept.addresses, isStored: true }
      const fits = await withSeed(settled, share, async (seed) =>
        isSame(await addressesOf(seed), kept.addresses),
      ).catch(() => false)
      if (!fits) continue
      if (kept.next || !kept.isStored) await put(settled)
      return {
        kept: settled,
        remote: { share, readAt: now(), hasPasskey: hasPasskey ?? false, newDeviceAt },
      }
    }
    return rebuild(kept.isStored ? kept.addresses : undefined, signal)
  }

  async function make(signal: AbortSignal): Promise<Unlocked> {
    const seed = drawSeed(parts.crypto)
    try {
      const shares = await shareOut(seed)
      const kept = await keep(shares.device, await addressesOf(seed))
      await call(
        storeShares,
        {
          deviceId,
          serverShare: base64urlnopad.encode(shares.server),
          recovery: { kind: 'server', share: base64urlnopad.encode(shares.recovery) },
          addresses: kept.addresses,
          isFirst: true,
        },
        signal,
      )
      shares.recovery.fill(0)
      return await confirmed(kept, shares.server, false)
    } catch (error) {
      if (!isRefusal(error, 'share-exists')) throw error
      // Another device was faster: its wallet is the wallet.
      await store.remove(place)
      return await rebuild(undefined, signal)
    } finally {
      seed.fill(0)
    }
  }

  /** From the two shares elsewhere; this device then gets a split of its own. */
  async function rebuild(expected: Addresses | undefined, signal: AbortSignal): Promise<Unlocked> {
    const answer = await call(recoverShares, {}, signal)
    const { share, hide } = await recoveryOf(answer.recovery, signal)
    const seed = await combineShares(base64urlnopad.decode(answer.serverShare) as Bytes, share)
    try {
      const addresses = await addressesOf(seed)
      if (!isSame(addresses, answer.addresses) || (expected && !isSame(addresses, expected))) {
        throw new LoginFault({ code: 'login-failed', message: 'The wallet could not be rebuilt' })
      }
      const shares = await shareOut(seed)
      const kept = await keep(shares.device, addresses)
      const recovery = await hide(shares.recovery)
      shares.recovery.fill(0)
      const serverShare = base64urlnopad.encode(shares.server)
      await call(
        storeShares,
        { deviceId, serverShare, recovery, addresses, isFirst: false },
        signal,
      )
      return await confirmed(kept, shares.server, recovery.kind === 'passkey')
    } finally {
      seed.fill(0)
    }
  }

  /** The recovery share, and how to hide the next one in the same way. */
  async function recoveryOf(
    recovery: RecoveryShare,
    signal: AbortSignal,
  ): Promise<{ share: Bytes; hide(share: Bytes): Promise<RecoveryShare> }> {
    if (recovery.kind === 'server') {
      const share = base64urlnopad.decode(recovery.share) as Bytes
      const hide = async (next: Bytes): Promise<RecoveryShare> => ({
        kind: 'server',
        share: base64urlnopad.encode(next),
      })
      return { share, hide }
    }
    const { credentialId } = recovery
    const key = await passkeyKey(await passkeys.use(credentialId, signal))
    const sealed = base64urlnopad.decode(recovery.sealed) as Bytes
    const share = await unseal(key, sealed, owner.accountId)
    if (!share) {
      throw new LoginFault({ code: 'login-failed', message: 'This passkey is not the wallet’s' })
    }
    const hide = async (next: Bytes): Promise<RecoveryShare> => ({
      kind: 'passkey',
      sealed: base64urlnopad.encode(await seal(key, next, owner.accountId)),
      credentialId,
    })
    return { share, hide }
  }

  async function keep(share: Bytes, addresses: Addresses): Promise<Kept> {
    const key = await makeDeviceKey()
    const kept = { key, share: await seal(key, share, ownerOfShare), addresses, isStored: false }
    share.fill(0)
    await put(kept)
    return kept
  }

  async function confirmed(kept: Kept, share: Bytes, hasPasskey: boolean): Promise<Unlocked> {
    const settled = { ...kept, isStored: true }
    await put(settled)
    return { kept: settled, remote: { share, readAt: now(), hasPasskey } }
  }

  /** Puts the key together for as long as `run` takes. */
  async function withSeed<result>(
    kept: Kept,
    remote: Bytes,
    run: (seed: Bytes) => Promise<result>,
  ): Promise<result> {
    // A copy: the original is overwritten when it has been here for long enough.
    const theirs = remote.slice()
    const own = await unseal(kept.key, kept.share, ownerOfShare)
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
  }

  async function use<result>(
    signal: AbortSignal,
    run: (seed: Bytes) => Promise<result>,
  ): Promise<result> {
    ended.throwIfAborted()
    const { kept, remote } = await unlocked(signal)
    return withSeed(kept, remote.share, run)
  }

  function signerOf({ kept: { addresses } }: Opened): Signer {
    /** With the key of the address, or not at all: a server may have given another share since. */
    const sign = <result>(purpose: keyof Addresses, run: (key: Uint8Array) => result) =>
      use(ended, (seed) =>
        withKey(seed, purpose, (key) => {
          if (addressOf[purpose](key) !== addresses[purpose]) throw mismatch()
          return run(key)
        }),
      )
    return {
      addresses,
      signSecp256k1: (hash) => sign('eip155', (key) => signHash(key, hash)),
      signEd25519: (message) => sign('solana', (key) => signText(key, message)),
    }
  }

  return {
    open: async (signal) => signerOf(await opened(signal)),
    async forget() {
      forgotten.abort(new LoginFault({ code: 'not-signed-in', message: 'Signed out' }))
      await store.remove(place)
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
      const told = await store.get(toldPlace)
      return newDeviceAt !== undefined && told !== newDeviceAt ? newDeviceAt : undefined
    },
    toldOfDevice: (at) => store.put(toldPlace, at),
    async addPasskey(signal) {
      // First, while the press that asked for it still counts as one.
      const made = await passkeys.create({ id: owner.accountId, name: owner.name }, signal)
      const key = await passkeyKey(made.secret)
      const wallet = await unlocked(signal)
      opening = withSeed(wallet.kept, wallet.remote.share, async (seed) => {
        const shares = await shareOut(seed)
        const next = await seal(wallet.kept.key, shares.device, ownerOfShare)
        shares.device.fill(0)
        await put({ ...wallet.kept, next })
        const sealed = base64urlnopad.encode(await seal(key, shares.recovery, owner.accountId))
        shares.recovery.fill(0)
        const serverShare = base64urlnopad.encode(shares.server)
        const { credentialId } = made
        await call(sealRecovery, { deviceId, serverShare, sealed, credentialId }, signal)
        return confirmed({ ...wallet.kept, share: next }, shares.server, true)
      }).catch((error: unknown) => {
        // Whether the server took it is not known: opening anew finds out.
        opening = undefined
        throw error
      })
      await opening
    },
    async reveal(signal) {
      return use(signal, exportKeys)
    },
  }
}

function isSame(one: { eip155: string; solana: string }, other: typeof one): boolean {
  return one.eip155.toLowerCase() === other.eip155.toLowerCase() && one.solana === other.solana
}
