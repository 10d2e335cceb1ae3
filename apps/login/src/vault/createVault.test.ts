import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { base58 } from '@scure/base'
import { combine } from 'shamir-secret-sharing'
import { privateKeyToAddress } from 'viem/accounts'
import { describe, expect, test } from 'vitest'
import { createFakeLoginSite, rightCode } from '../../fixtures/fakeLoginSite.js'
import { openTestFrame } from '../../fixtures/testFrame.js'
import { createLoginApi } from '../api/loginApi.js'
import { openFrameKey } from '../session/frameKey.js'
import { createMemoryStore, type Store } from '../session/store.js'
import { createVault } from './createVault.js'
import type { StoredShare } from './deviceShare.js'
import type { Passkeys } from './passkeys.js'

const never = new AbortController().signal
const origin = 'https://shop.test'
const site = createFakeLoginSite()
const frameKey = await openFrameKey(createMemoryStore(), 'shop')
const apiOf = (fetch: typeof site.fetch) =>
  createLoginApi({ fetch, projectId: 'shop', origin, frameKey: frameKey.publicKey })
const api = apiOf(site.fetch)

/** The vault of a logged-in user. */
async function logIn(email: string) {
  const { handlers, fake, frame } = await openTestFrame({ site })
  fake.codes.push(rightCode)
  await handlers.CONNECT_EMAIL({ email })
  await handlers.CONNECT_OTP({})
  return (await frame.account.signedIn()).session
}

type Device = {
  store: Store
  deviceId: string
  random?: Pick<Crypto, 'getRandomValues'>
  passkeys?: Passkeys
}

const device = (): Device => ({ store: createMemoryStore(), deviceId: crypto.randomUUID() })

async function vaultOf(email: string, { store, deviceId, random, passkeys }: Device) {
  const { person, token } = await logIn(email)
  const over = new AbortController()
  const vault = createVault({
    call: (endpoint, input, signal) => api(endpoint, input, { signal, token }),
    frameKey,
    store,
    storeKey: 'vault',
    deviceId,
    owner: { ...person, name: email },
    passkeys: passkeys ?? noPasskeys,
    runExclusive: (run) => run(),
    crypto: random ?? crypto,
    signal: over.signal,
    now: () => Date.now(),
  })
  return { vault, over }
}

const noPasskeys: Passkeys = {
  isAvailable: async () => false,
  create: () => Promise.reject(new TypeError('No passkeys')),
  use: () => Promise.reject(new TypeError('No passkeys')),
}

/** A passkey in memory. */
function pocketKey(): Passkeys & { uses: number } {
  const secret = crypto.getRandomValues(new Uint8Array(32))
  const key = {
    uses: 0,
    isAvailable: async () => true,
    create: async () => ({ credentialId: 'pocket', secret: new Uint8Array(secret) }),
    use: async () => {
      key.uses += 1
      return new Uint8Array(secret)
    },
  }
  return key
}

const accountOf = (email: string) => {
  const account = site.accounts.get(email)
  if (!account) throw new TypeError('Nobody of that name')
  return account
}

const recoveries = () => site.seen.filter(({ path }) => path === '/api/recovery/start').length
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))

describe('wallet', () => {
  test('is the same after a reload, on another device and in other wallets', async () => {
    const turns = process.env.THOROUGH === 'true' ? 100 : 20
    const seen = new Set<string>()
    for (let turn = 0; turn < turns; turn += 1) {
      const email = `seed${turn}@mail.test`
      const [first, second] = [device(), device()]
      const { addresses } = await (await vaultOf(email, first)).vault.open(never)
      const before = recoveries()
      const again = await (await vaultOf(email, first)).vault.open(never)
      expect(recoveries()).toBe(before)
      const { vault } = await vaultOf(email, second)
      const elsewhere = await vault.open(never)
      expect(recoveries()).toBe(before + 1)
      expect([again.addresses, elsewhere.addresses]).toEqual([addresses, addresses])
      seen.add(addresses.eip155).add(addresses.solana)
      if (turn % 10 > 0) continue

      const hash = crypto.getRandomValues(new Uint8Array(32))
      const { r, s, yParity } = await elsewhere.signSecp256k1(hash)
      const { eip155, solana } = await vault.reveal(never)
      const signature = new secp256k1.Signature(r, s, yParity)
      const point = signature.recoverPublicKey(hash).toBytes(true)
      const key = bytesOf(Buffer.from(eip155.slice(2), 'hex').toString('base64url'))
      expect(Buffer.from(point)).toEqual(Buffer.from(secp256k1.getPublicKey(key, true)))
      expect(privateKeyToAddress(eip155 as `0x${string}`)).toBe(addresses.eip155)
      const signed = await again.signEd25519(hash)
      expect(ed25519.verify(signed, hash, base58.decode(addresses.solana))).toBe(true)
      expect(base58.encode(base58.decode(solana).slice(32))).toBe(addresses.solana)
    }
    expect(seen.size).toBe(2 * turns)
  })

  test('keeps the account version it was made with, on every device', async () => {
    const versionsOf = async (email: string, devices: readonly Device[]) => {
      const versions: number[] = []
      for (const one of devices) {
        versions.push((await (await vaultOf(email, one)).vault.open(never)).accountVersion)
      }
      return versions
    }
    const [first, second] = [device(), device()]
    expect(await versionsOf('new@mail.test', [first, second, first])).toEqual([2, 2, 2])

    // A wallet of an earlier release: neither the server nor the first device names a version.
    const [old, next] = [device(), device()]
    await versionsOf('old@mail.test', [old])
    accountOf('old@mail.test').accountVersion = undefined
    const { accountVersion: _, ...share } = (await old.store.get('vault')) as StoredShare
    await old.store.put('vault', share)
    expect(await versionsOf('old@mail.test', [old, next, old])).toEqual([1, 1, 1])
    // Splitting again does not change it.
    const { vault } = await vaultOf('old@mail.test', { ...old, passkeys: pocketKey() })
    await vault.addPasskey(never)
    expect(await versionsOf('old@mail.test', [old])).toEqual([1])
  })

  test('is never stored whole on a device or server', async () => {
    const email = 'apart@mail.test'
    const here = device()
    const { vault } = await vaultOf(email, here)
    await vault.open(never)
    const { eip155 } = await vault.reveal(never)
    const stored = (await here.store.get('vault')) as { key: CryptoKey; share: Uint8Array }
    await expect(crypto.subtle.exportKey('raw', stored.key)).rejects.toThrow()
    const shares = accountOf(email).devices.get(here.deviceId)
    const server = bytesOf(shares?.server ?? '')
    // The stored share is encrypted, and opens nothing alone.
    const tried = await combine([new Uint8Array(stored.share.slice(12, 45)), server])
    expect(Buffer.from(tried).toString('hex')).not.toBe(eip155.slice(2))
    expect(site.seen.some(({ body }) => JSON.stringify(body).includes(eip155.slice(2)))).toBe(false)
  })

  test('rejects every pair of shares that do not belong together', async () => {
    const email = 'mixed@mail.test'
    const [one, two] = [device(), device()]
    await (await vaultOf(email, one)).vault.open(never)
    await (await vaultOf(email, two)).vault.open(never)
    const { devices } = accountOf(email)
    const [mine, theirs] = [devices.get(one.deviceId), devices.get(two.deviceId)]
    if (!mine || !theirs) throw new TypeError('Both devices have stored shares')
    // The server share of another device with this device's share: rebuilt.
    const right = { ...mine }
    const { addresses } = await (await vaultOf(email, one)).vault.open(never)
    devices.set(one.deviceId, { ...right, server: theirs.server })
    const before = recoveries()
    devices.set(two.deviceId, { ...theirs, recovery: undefined })
    await expect((await vaultOf(email, one)).vault.unlock(never)).rejects.toMatchObject({
      failure: { code: 'login-failed' },
    })
    expect(recoveries()).toBe(before + 1)
    // Wrong addresses from the server have no effect.
    devices.set(one.deviceId, right)
    accountOf(email).addresses = { eip155: `0x${'1'.repeat(40)}`, solana: '1'.repeat(32) }
    await expect((await vaultOf(email, device())).vault.open(never)).rejects.toMatchObject({
      failure: { code: 'login-failed' },
    })
    expect((await (await vaultOf(email, one)).vault.open(never)).addresses).toEqual(addresses)
  })

  test('is one wallet when two devices create it at once', async () => {
    const email = 'race@mail.test'
    const vaults = await Promise.all([vaultOf(email, device()), vaultOf(email, device())])
    const [one, two] = await Promise.all(vaults.map(({ vault }) => vault.open(never)))
    expect(one?.addresses).toEqual(two?.addresses)
    expect(accountOf(email).addresses).toEqual(one?.addresses)
  })

  test('is created again, or found, after an interrupted creation', async () => {
    const email = 'cut@mail.test'
    const here = device()
    const { vault } = await vaultOf(email, here)
    site.isDown = true
    await expect(vault.open(never)).rejects.toMatchObject({ failure: { code: 'unreachable' } })
    site.isDown = false
    const { addresses } = await vault.open(never)
    expect(accountOf(email).addresses).toEqual(addresses)
  })

  test('is not created when randomness is missing or replaced', async () => {
    const email = 'random@mail.test'
    const playing = (bytes: Iterable<number>): Pick<Crypto, 'getRandomValues'> => ({
      getRandomValues(array) {
        if (array instanceof Uint8Array) array.set([...bytes])
        return array
      },
    })
    const played = [
      playing([]),
      playing(Array(32).fill(7)),
      playing(Array(32).keys()),
      { getRandomValues: undefined as never },
    ]
    for (const random of played) {
      const { vault } = await vaultOf(email, { ...device(), random })
      await expect(vault.open(never)).rejects.toMatchObject({ failure: { code: 'login-failed' } })
    }
    expect(accountOf(email).addresses).toBeUndefined()
  })

  test('signs nothing after the session ends, and is deleted on request', async () => {
    const here = device()
    const { vault, over } = await vaultOf('over@mail.test', here)
    const signer = await vault.open(never)
    over.abort(new TypeError('over'))
    await expect(signer.signEd25519(new Uint8Array(1))).rejects.toThrow('over')
    expect(await here.store.get('vault')).toBeDefined()
    await (await vaultOf('over@mail.test', here)).vault.forget()
    expect(await here.store.get('vault')).toBeUndefined()
  })
})

describe('passkey', () => {
  test('removes the access of the operator, and opens the wallet on a new device', async () => {
    const email = 'passkey@mail.test'
    const passkeys = pocketKey()
    const here = { ...device(), passkeys }
    const { vault } = await vaultOf(email, here)
    const { addresses } = await vault.open(never)
    expect(await vault.trust()).toBe('operator-can-rebuild')
    await vault.addPasskey(never)
    expect(await vault.trust()).toBe('passkey-needed')
    expect((await vault.open(never)).addresses).toEqual(addresses)
    expect((await (await vaultOf(email, here)).vault.open(never)).addresses).toEqual(addresses)

    // The server's shares no longer make the key.
    const [stored] = [...accountOf(email).devices.values()]
    const hidden = stored?.recovery as { kind: string; sealed: string } | undefined
    expect(hidden?.kind).toBe('passkey')
    const sealed = bytesOf(hidden?.sealed ?? '')
    const tried = combine([bytesOf(stored?.server ?? ''), sealed.slice(12, 45)])
    expect(Buffer.from(await tried)).not.toEqual(Buffer.from((await vault.reveal(never)).eip155))

    const there = { ...device(), passkeys }
    const opened = await (await vaultOf(email, there)).vault.open(never)
    expect(opened.addresses).toEqual(addresses)
    expect(passkeys.uses).toBe(1)
    const stranger = { ...device(), passkeys: pocketKey() }
    await expect((await vaultOf(email, stranger)).vault.open(never)).rejects.toMatchObject({
      failure: { code: 'passkey-needed' },
    })
  })

  test('can be removed on a device with the wallet, and then opens nothing', async () => {
    const email = 'removed@mail.test'
    const passkeys = pocketKey()
    const { vault } = await vaultOf(email, { ...device(), passkeys })
    const { addresses } = await vault.open(never)
    await vault.addPasskey(never)
    await vault.removePasskey(never)
    expect(await vault.trust()).toBe('operator-can-rebuild')
    const elsewhere = await (await vaultOf(email, device())).vault.open(never)
    expect(elsewhere.addresses).toEqual(addresses)
    expect(passkeys.uses).toBe(0)
  })

  test('leaves the wallet usable when adding it is interrupted', async () => {
    for (const isTaken of [true, false]) {
      const email = `half-${isTaken}@mail.test`
      const here = { ...device(), passkeys: pocketKey() }
      const { vault } = await vaultOf(email, here)
      const { addresses } = await vault.open(never)
      const { fetch } = site
      const cut: typeof fetch = async (input, init) => {
        if (!String(input).endsWith('/passkey')) return fetch(input, init)
        if (isTaken) await fetch(input, init)
        throw new TypeError('Failed to fetch')
      }
      const { token, person } = await logIn(email)
      const unlucky = createVault({
        call: (endpoint, given, signal) => apiOf(cut)(endpoint, given, { signal, token }),
        frameKey,
        store: here.store,
        storeKey: 'vault',
        deviceId: here.deviceId,
        owner: { ...person, name: email },
        passkeys: here.passkeys,
        runExclusive: (run) => run(),
        crypto,
        signal: never,
        now: () => Date.now(),
      })
      await expect(unlucky.addPasskey(never)).rejects.toMatchObject({
        failure: { code: 'unreachable' },
      })
      const before = recoveries()
      expect((await (await vaultOf(email, here)).vault.open(never)).addresses).toEqual(addresses)
      expect(recoveries()).toBe(before)
    }
  })
})
