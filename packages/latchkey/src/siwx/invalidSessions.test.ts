import { describe, expect, test } from 'vitest'
import {
  evmAddress,
  hex,
  malleate,
  personalSign,
  siwxAccounts,
} from '../../fixtures/siwxAccounts.js'
import {
  address,
  chainId,
  createFields,
  createSession,
  now,
  setUpFakePage,
  signByKey,
} from '../../fixtures/siwxSessions.js'
import type { SiwxSession } from '../core/siwx/siwx.js'
import { createSiwx, eip155Verifier, localSessions, type SiwxStorage } from '../exports/siwx.js'

const page = setUpFakePage()

const otherSeed = new Uint8Array(32).fill(9)

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
    { ...createSession({ chainId: 'eip155:10' }), data: createFields() },
    'malformed',
  ],
  [
    'an account in its fields that the text does not have',
    {
      ...createSession({ accountAddress: evmAddress(otherSeed) }, (text) =>
        hex(personalSign(text, otherSeed)),
      ),
      data: createFields(),
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
    expect(page.getPlanted()).toEqual([valid])
  })

  test.each(attacks)('with %s does not count when stored', async (_, session, reason) => {
    const { chainId: stored, accountAddress } = session.data
    const others = [
      createSession({ chainId: 'eip155:10' }),
      createSession({ accountAddress: evmAddress(otherSeed) }, (text) =>
        hex(personalSign(text, otherSeed)),
      ),
    ]
    page.plant(others[0], session, others[1])
    expect(await createSiwx().getSessions(stored, accountAddress)).toEqual([])
    const isKept = reason === 'not-yet-valid' || reason === 'rpc-unavailable'
    expect(page.getPlanted()).toEqual(isKept ? [others[0], session, others[1]] : others)
    // The control: the same place with a valid session.
    page.plant(createSession())
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
      page.plant(forged, other)
      expect(await createSiwx().getSessions(account.chainId, account.accountAddress)).toEqual([])
      expect(page.getPlanted()).toEqual([other])
    },
  )

  test('is deleted only if it was not replaced while it was checked', async () => {
    const expired = createSession({ expirationTime: '2026-03-01T11:59:59Z' })
    const next = createSession()
    const storage = localSessions()
    page.plant(expired)
    const slow: SiwxStorage = {
      ...storage,
      async delete(...parameters) {
        // Another tab signs in.
        page.plant(next)
        await storage.delete(...parameters)
      },
    }
    expect(await createSiwx({ storage: slow }).getSessions(chainId, address)).toEqual([])
    expect(await createSiwx().getSessions(chainId, address)).toEqual([next])
  })

  test('does not hide a valid one of the same account', async () => {
    const valid = createSession()
    page.plant(createSession({ expirationTime: now.toISOString() }), valid)
    expect(await createSiwx().getSessions(chainId, address)).toEqual([valid])
    expect(page.getPlanted()).toEqual([valid])
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
