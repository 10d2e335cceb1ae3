import type { NetworkId } from '@latchkey/wire/caip'
import { formatSiwxMessage, type SiwxMessage } from '@latchkey/wire/siwx'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeNode } from '../../fixtures/fakeNode.js'
import { createFakeWindow, type FakeWindow } from '../../fixtures/fakeWindow.js'
import {
  evmAddress,
  hex,
  malleate,
  personalSign,
  seed,
  siwxAccounts,
} from '../../fixtures/siwxAccounts.js'
import type { SiwxSession } from '../core/siwx/siwx.js'
import { createSiwx, eip155Verifier, localSessions, type SiwxStorage } from '../exports/siwx.js'

const now = new Date('2026-03-01T12:00:00Z')
const otherSeed = new Uint8Array(32).fill(9)
const chainId = 'eip155:1'
const address = evmAddress(seed)

let window: FakeWindow
beforeEach(() => {
  window = createFakeWindow()
  vi.stubGlobal('window', window)
  vi.stubGlobal('location', new URL('https://shop.example/cart'))
  vi.useFakeTimers({ toFake: ['Date'], now })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const fields = (more: Partial<SiwxMessage> = {}): SiwxMessage => ({
  accountAddress: address,
  chainId,
  domain: 'shop.example',
  uri: 'https://shop.example/cart',
  version: '1',
  nonce: 'k3Xw9QpLm2Zr',
  statement: 'Welcome back.',
  issuedAt: '2026-03-01T11:59:00Z',
  expirationTime: '2026-03-01T12:30:00Z',
  ...more,
})

type Sign = (text: string) => string
const signByKey: Sign = (text) => hex(personalSign(text))

function createSession(more: Partial<SiwxMessage> = {}, sign = signByKey): SiwxSession {
  const data = fields(more)
  const message = formatSiwxMessage(data)
  return { data, message, signature: sign(message) }
}

/** Puts sessions where the default storage keeps them, without any check. */
const plant = (...sessions: readonly unknown[]) =>
  window.items.set('@appkit/siwx', JSON.stringify(sessions))
const planted = () => JSON.parse(window.items.get('@appkit/siwx') ?? '[]')

describe('a session', () => {
  test.each(siwxAccounts)('of $chainId counts after a reload', async ({ sign, ...account }) => {
    const session = createSession(account, sign)
    await createSiwx().addSession(session)
    const reloaded = createSiwx()
    expect(await reloaded.getSessions(account.chainId, account.accountAddress)).toEqual([session])
    expect(await reloaded.getSessions('eip155:999', account.accountAddress)).toEqual([])
  })

  test('has the fields of the text it was signed with', async () => {
    const session = createSession()
    await createSiwx().addSession({ ...session, data: fields({ statement: 'Anything else' }) })
    expect(await createSiwx().getSessions(chainId, address)).toEqual([session])
  })

  test('of a message by the messenger counts', async () => {
    const siwx = createSiwx()
    const message = await siwx.createMessage({ accountAddress: address, chainId })
    const session = {
      data: { ...message },
      message: `${message}`,
      signature: signByKey(`${message}`),
    }
    await siwx.addSession(session)
    expect(await siwx.getSessions(chainId, address)).toEqual([session])
  })

  test('ends with its expiration time while the page is open', async () => {
    const siwx = createSiwx()
    await siwx.addSession(createSession())
    vi.setSystemTime('2026-03-01T12:29:59Z')
    expect(await siwx.getSessions(chainId, address)).toHaveLength(1)
    vi.setSystemTime('2026-03-01T12:30:00Z')
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    expect(planted()).toEqual([])
  })

  test('replaces the one of the same account and network only', async () => {
    const siwx = createSiwx()
    const onOther = createSession({ chainId: 'eip155:10' })
    await siwx.addSession(createSession())
    await siwx.addSession(onOther)
    const next = createSession({ nonce: 'anotherNonce1' })
    await siwx.addSession(next)
    expect(await siwx.getSessions(chainId, address)).toEqual([next])
    expect(await siwx.getSessions('eip155:10', address)).toEqual([onOther])
    await siwx.revokeSession(chainId, address)
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    expect(await siwx.getSessions('eip155:10', address)).toEqual([onOther])
    await siwx.setSessions([])
    expect(planted()).toEqual([])
  })
})

/** What an attacker changes, and why the session is rejected. */
const attacks: readonly (readonly [string, SiwxSession, string])[] = [
  [
    'another domain',
    createSession({ domain: 'evil.example', uri: 'https://evil.example/' }),
    'wrong-domain',
  ],
  ['a domain in capitals', createSession({ domain: 'Shop.example' }), 'wrong-domain'],
  ['another port', createSession({ domain: 'shop.example:8443' }), 'wrong-domain'],
  ['a subdomain', createSession({ domain: 'www.shop.example' }), 'wrong-domain'],
  [
    'a look-alike domain',
    createSession({ domain: 'ѕhop.example', uri: 'https://ѕhop.example/' }),
    'malformed',
  ],
  [
    'a look-alike domain in Punycode',
    createSession({ domain: 'xn--hop-rbc.example', uri: 'https://xn--hop-rbc.example/' }),
    'wrong-domain',
  ],
  ['a URI of another host', createSession({ uri: 'https://evil.example/' }), 'wrong-uri'],
  ['a URI with a user', createSession({ uri: 'https://shop.example@evil.example/' }), 'wrong-uri'],
  ['a script as its URI', createSession({ uri: 'javascript:alert(1)' }), 'wrong-uri'],
  ['another version', createSession({ version: '2' }), 'wrong-version'],
  [
    'an expiration time that is now',
    createSession({ expirationTime: now.toISOString() }),
    'expired',
  ],
  [
    'a start time in the future',
    createSession({ notBefore: '2026-03-01T12:00:01Z' }),
    'not-yet-valid',
  ],
  [
    'an issue time far in the future',
    createSession({ issuedAt: '2026-03-01T12:06:00Z' }),
    'not-yet-valid',
  ],
  [
    'fields injected into the statement',
    createSession({ statement: 'Hi\n\nURI: https://evil.example/\nVersion: 1' }),
    'malformed',
  ],
  [
    'fields injected into the nonce',
    createSession({ nonce: 'k3Xw9QpL\nRequest ID: 1' }),
    'malformed',
  ],
  ['a short nonce', createSession({ nonce: 'short' }), 'malformed'],
  ['a message that is empty', { ...createSession(), message: '' }, 'malformed'],
  [
    'a chain in its fields that the text does not have',
    { ...createSession({ chainId: 'eip155:10' }), data: fields() },
    'malformed',
  ],
  [
    'an account in its fields that the text does not have',
    {
      ...createSession({ accountAddress: evmAddress(otherSeed) }, (text) =>
        hex(personalSign(text, otherSeed)),
      ),
      data: fields(),
    },
    'malformed',
  ],
  [
    "another account's signature",
    createSession({}, (text) => hex(personalSign(text, otherSeed))),
    'rpc-unavailable',
  ],
  [
    'a signature of another text',
    createSession({}, (text) => signByKey(text.replace('Welcome', 'Farewell'))),
    'rpc-unavailable',
  ],
  [
    'a malleated signature',
    createSession({}, (text) => hex(malleate(personalSign(text)))),
    'rpc-unavailable',
  ],
  ['no signature', createSession({}, () => ''), 'wrong-signature'],
  [
    'an address in lower case',
    createSession({ accountAddress: address.toLowerCase() }),
    'wrong-signature',
  ],
]

describe('an invalid session', () => {
  test.each(attacks)('with %s is neither added nor set', async (_, session, reason) => {
    const siwx = createSiwx()
    const valid = createSession({ chainId: 'eip155:10' })
    await siwx.addSession(valid)
    const error = { code: 'siwx/invalid-session', reason }
    await expect(siwx.addSession(session)).rejects.toMatchObject(error)
    await expect(siwx.setSessions([createSession(), session])).rejects.toMatchObject(error)
    expect(planted()).toEqual([valid])
  })

  test.each(attacks)('with %s does not count when stored', async (_, session, reason) => {
    const { chainId: stored, accountAddress } = session.data
    const others = [
      createSession({ chainId: 'eip155:10' }),
      createSession({ accountAddress: evmAddress(otherSeed) }, (text) =>
        hex(personalSign(text, otherSeed)),
      ),
    ]
    plant(others[0], session, others[1])
    expect(await createSiwx().getSessions(stored, accountAddress)).toEqual([])
    const isKept = reason === 'not-yet-valid' || reason === 'rpc-unavailable'
    expect(planted()).toEqual(isKept ? [others[0], session, others[1]] : others)
    // The control: the same place with a valid session.
    plant(createSession())
    expect(await createSiwx().getSessions(chainId, address)).toEqual([createSession()])
  })

  test.each(siwxAccounts.filter((account) => account.chainId !== chainId))(
    'of $chainId with the signature of another text is deleted',
    async ({ sign, ...account }) => {
      const forged = createSession(account, (text) => sign(text.replace('back', 'home')))
      await expect(createSiwx().addSession(forged)).rejects.toMatchObject({
        reason: 'wrong-signature',
      })
      const other = createSession({ accountAddress: account.accountAddress })
      plant(forged, other)
      expect(await createSiwx().getSessions(account.chainId, account.accountAddress)).toEqual([])
      expect(planted()).toEqual([other])
    },
  )

  test('is deleted only if it was not replaced while it was checked', async () => {
    const expired = createSession({ expirationTime: '2026-03-01T11:59:59Z' })
    const next = createSession()
    const storage = localSessions()
    plant(expired)
    const slow: SiwxStorage = {
      ...storage,
      async delete(...parameters) {
        // Another tab signs in.
        plant(next)
        await storage.delete(...parameters)
      },
    }
    expect(await createSiwx({ storage: slow }).getSessions(chainId, address)).toEqual([])
    expect(await createSiwx().getSessions(chainId, address)).toEqual([next])
  })

  test('does not hide a valid one of the same account', async () => {
    const valid = createSession()
    plant(createSession({ expirationTime: now.toISOString() }), valid)
    expect(await createSiwx().getSessions(chainId, address)).toEqual([valid])
    expect(planted()).toEqual([valid])
  })

  test('without a verifier of its family is rejected', async () => {
    const siwx = createSiwx({ verifiers: [] })
    await expect(siwx.addSession(createSession())).rejects.toMatchObject({ reason: 'no-verifier' })
  })

  test('is rejected when one of several verifiers rejects it', async () => {
    const verifiers = [
      eip155Verifier(),
      { ...eip155Verifier(), verify: async () => 'invalid' as const },
    ]
    await expect(createSiwx({ verifiers }).addSession(createSession())).rejects.toMatchObject({
      reason: 'wrong-signature',
    })
  })
})

describe('a contract account', () => {
  const contract = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  const session = createSession({ accountAddress: contract }, () => `0x${'ab'.repeat(100)}`)
  const rpc = { 'eip155:1': 'https://node.example/1' }
  const get = (siwx = createSiwx({ verifiers: [eip155Verifier({ rpc })] })) =>
    siwx.getSessions(chainId, contract)

  /** A node whose contract answers as told: undefined while the node is down. */
  function startNode(isValid: boolean | undefined) {
    const node = createFakeNode()
    const state = { isValid }
    const fail = () => {
      if (state.isValid === undefined) throw new TypeError('Failed to fetch')
    }
    node.answer('eth_getCode', () => {
      fail()
      return '0x6000'
    })
    node.answer('eth_call', () => {
      fail()
      return state.isValid ? `0x1626ba7e${'0'.repeat(56)}` : `0x${'0'.repeat(64)}`
    })
    vi.stubGlobal('fetch', node.fetch)
    return state
  }

  test('signs in through the node, and the contract is asked each time', async () => {
    const node = startNode(true)
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(session)
    expect(await get()).toEqual([session])
    node.isValid = false
    expect(await get()).toEqual([])
    expect(planted()).toEqual([])
    // An answer that was true once does not bring it back.
    node.isValid = undefined
    plant(session)
    expect(await get()).toEqual([])
  })

  test('signs in through the nodes of the widget', async () => {
    startNode(true)
    const siwx = createSiwx()
    await expect(siwx.addSession(session)).rejects.toMatchObject({ reason: 'rpc-unavailable' })
    siwx.setRpcUrls?.(rpc)
    await siwx.addSession(session)
    expect(await get(siwx)).toEqual([session])
  })

  test('that no node can ask does not sign in', async () => {
    startNode(undefined)
    const siwx = createSiwx({ verifiers: [eip155Verifier({ rpc })] })
    await expect(siwx.addSession(session)).rejects.toMatchObject({ reason: 'rpc-unavailable' })
    plant(session)
    expect(await get(siwx)).toEqual([])
    expect(await get(createSiwx())).toEqual([])
    expect(planted()).toEqual([session])
  })

  test('confirmed in this browser counts for a day while no node responds', async () => {
    const node = startNode(true)
    const long = createSession(
      { accountAddress: contract, expirationTime: '2026-03-08T12:00:00Z' },
      () => session.signature,
    )
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(long)
    node.isValid = undefined
    expect(await get()).toEqual([long])
    expect(await get(createSiwx())).toEqual([long])
    vi.setSystemTime('2026-03-02T11:59:59Z')
    expect(await get()).toEqual([long])
    vi.setSystemTime('2026-03-02T12:00:00Z')
    expect(await get()).toEqual([])
    node.isValid = true
    expect(await get()).toEqual([long])
  })

  test('is not helped by the confirmation of another session', async () => {
    const node = startNode(true)
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(session)
    node.isValid = undefined
    expect(await get()).toEqual([session])
    for (const other of [
      { ...session, signature: `0x${'ac'.repeat(100)}` },
      createSession({ accountAddress: contract, nonce: 'anotherNonce1' }, () => session.signature),
    ]) {
      plant(other)
      expect(await get()).toEqual([])
    }
    const elsewhere = createSession(
      { accountAddress: contract, chainId: 'eip155:10' },
      () => session.signature,
    )
    plant(elsewhere)
    expect(await createSiwx().getSessions('eip155:10', contract)).toEqual([])
  })

  test.each([
    ['a time in the future', (time: number) => time + 3_600_000],
    ['a time that is no number', (time: number) => String(time)],
    ['a time of long ago', (time: number) => time - 86_400_000],
  ])('is not helped by a confirmation with %s', async (_, change) => {
    const node = startNode(true)
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(session)
    node.isValid = undefined
    const key = '@appkit/contract_proofs'
    const [[id, time] = ['', 0]] = Object.entries<number>(JSON.parse(window.items.get(key) ?? '{}'))
    expect(await get()).toEqual([session])
    window.items.set(key, JSON.stringify({ [id]: change(time) }))
    expect(await get()).toEqual([])
  })

  test('writes nothing when it is checked again, which other tabs would notice', async () => {
    startNode(true)
    await createSiwx({ verifiers: [eip155Verifier({ rpc })] }).addSession(session)
    const setItem = vi.spyOn(window.localStorage, 'setItem')
    vi.setSystemTime('2026-03-01T12:20:00Z')
    expect(await get()).toEqual([session])
    expect(setItem).not.toHaveBeenCalled()
  })

  test('on a node of another chain does not sign in', async () => {
    startNode(true)
    const verifiers = [eip155Verifier({ rpc: 'https://node.example/10' })]
    await expect(createSiwx({ verifiers }).addSession(session)).rejects.toMatchObject({
      reason: 'rpc-unavailable',
    })
  })
})

describe('a storage with a server', () => {
  const stored: SiwxSession = {
    data: { ...fields(), expirationTime: '2026-03-01T12:30:00Z' },
    message: '',
    signature: '',
  }
  const createStorage = (sessions: readonly SiwxSession[] = []) => ({
    verifies: true,
    get: vi.fn(async () => sessions),
    add: vi.fn(async () => {}),
    set: vi.fn(async () => {}),
    delete: vi.fn(async () => {}),
    getNonce: vi.fn(async () => 'nonceOfServer'),
  })

  test('gives the nonce and is trusted about its sessions until they expire', async () => {
    const storage = createStorage([stored])
    const siwx = createSiwx({ storage })
    const message = await siwx.createMessage({ accountAddress: address, chainId })
    expect(message.nonce).toBe('nonceOfServer')
    expect(await siwx.getSessions(chainId, address)).toEqual([stored])
    expect(await siwx.getSessions('eip155:10' as NetworkId, address)).toEqual([])
    vi.setSystemTime('2026-03-01T12:30:00Z')
    expect(await siwx.getSessions(chainId, address)).toEqual([])
    expect(storage.delete).not.toHaveBeenCalled()
  })

  test('receives only sessions that the page has verified', async () => {
    const storage = createStorage()
    const siwx = createSiwx({ storage })
    const { sign, ...solana } = siwxAccounts[1] as (typeof siwxAccounts)[number]
    const forged = createSession(solana, (text) => sign(`${text} `))
    await expect(siwx.addSession(forged)).rejects.toMatchObject({ reason: 'wrong-signature' })
    expect(storage.add).not.toHaveBeenCalled()
    await siwx.addSession(createSession())
    await siwx.setSessions([createSession(), stored])
    expect(storage.add).toHaveBeenCalledWith(createSession())
    expect(storage.set).toHaveBeenCalledWith([createSession(), stored])
  })

  test('decides about contract accounts that the page has no node for', async () => {
    const storage = createStorage()
    const session = createSession(
      { accountAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' },
      () => `0x${'ab'.repeat(100)}`,
    )
    await createSiwx({ storage }).addSession(session)
    expect(storage.add).toHaveBeenCalledWith(session)
  })
})

test('options have the documented defaults', () => {
  expect(createSiwx()).toMatchObject({ signOutOnDisconnect: true })
  expect(createSiwx().getRequired?.()).toBe(true)
  const optional = createSiwx({ required: false, signOutOnDisconnect: false })
  expect(optional.getRequired?.()).toBe(false)
  expect(optional.signOutOnDisconnect).toBe(false)
})
