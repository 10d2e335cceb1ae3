import { createHmac, createPublicKey } from 'node:crypto'
import type { SiwxMessage } from '@latchkey/wire/siwx'
import { hexToBigInt, parseSignature, serializeSignature, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createEvmWallet,
  type TestWallet,
  testWallets,
} from '../../sources/signIn/wallets.fixture.js'
import { inEveryProject } from '../../store/projectScope.js'
import type { CallOptions } from '../../testing/apiFixture.js'
import {
  authenticate,
  bearer,
  getNonce,
  openSignInApis,
  readAccount,
  type SignInApi,
  sendSigned,
  shopSite,
  startSignInApis,
  toMessage,
} from './signInApi.fixture.js'

const opened = await startSignInApis(2)
const [api, other] = opened.apis as [SignInApi, SignInApi]
afterAll(opened.stop)

const wallet = createEvmWallet(1)
const rivalSite = { projectId: 'rival', origin: 'https://shop.example' }
const adminSite = { ...shopSite, origin: 'https://admin.shop.example' }
const minute = 60_000
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())
const refused = (field: string, status = 401) => ({ status, reasons: [{ field }] })

describe('500 replays of a signed message in two processes', () => {
  it.each(testWallets)('start one session for $chainId', async (signer) => {
    const { nonce, token } = await getNonce(api)
    const message = toMessage(signer, nonce)
    const signed = { message, signature: await signer.sign(message) }
    const count = signer.chainId === 'eip155:1' ? 500 : 50
    const answers = await Promise.all(
      Array.from({ length: count }, (_, index) =>
        sendSigned(index % 2 === 0 ? api : other, signed, token),
      ),
    )
    const started = answers.filter(({ status }) => status === 200)
    expect(started).toHaveLength(1)
    for (const answer of answers) {
      if (answer.status !== 200) expect(answer).toMatchObject(refused('nonce-used'))
    }
    const rows = await inEveryProject(
      opened.database.sql,
      (tx) => tx`select 1 from sign_in_sessions where nonce = ${nonce}`,
    )
    expect(rows).toHaveLength(1)
  })

  it('control: 50 nonces start 50 sessions', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        authenticate(index % 2 === 0 ? api : other, createEvmWallet(100 + index)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200))
  })
})

describe('a message', () => {
  it.each<[string, Partial<SiwxMessage>, string]>([
    [
      'for another domain',
      { domain: 'rival.example', uri: 'https://rival.example' },
      'wrong-domain',
    ],
    ['for another site of the project', { domain: 'admin.shop.example' }, 'wrong-domain'],
    ['for another port', { domain: 'shop.example:8443' }, 'wrong-domain'],
    ['with a domain in other letters', { domain: 'SHOP.example' }, 'wrong-domain'],
    ['with a URI elsewhere', { uri: 'https://rival.example/' }, 'wrong-uri'],
    ['with a URI without encryption', { uri: 'http://shop.example/' }, 'wrong-uri'],
    ['with another version', { version: '2' }, 'wrong-version'],
    ['with another nonce', { nonce: 'aaaaaaaaaaaaaaaa' }, 'wrong-nonce'],
    ['that has expired', { expirationTime: '2026-03-01T11:59:59Z' }, 'expired'],
    ['that is not valid yet', { notBefore: '2026-03-01T12:30:00Z' }, 'not-yet-valid'],
    ['from the future', { issuedAt: '2026-03-01T13:00:00Z' }, 'not-yet-valid'],
    [
      'with an address without its checksum',
      { accountAddress: wallet.accountAddress.toLowerCase() },
      'wrong-signature',
    ],
    [
      'of another account',
      { accountAddress: createEvmWallet(9).accountAddress },
      'wrong-signature',
    ],
  ])('%s is refused', async (_, more, field) => {
    expect(await authenticate(api, wallet, more)).toMatchObject(refused(field))
    expect(await authenticate(api, wallet)).toMatchObject({ status: 200 })
  })

  /** Sends what `sign` makes of a message with a new nonce. */
  async function attempt(
    signer: TestWallet,
    sign: (text: string) => Promise<{ message: string; signature: string }>,
  ) {
    const { nonce, token } = await getNonce(api)
    return sendSigned(api, await sign(toMessage(signer, nonce)), token)
  }

  it('with injected lines or a look-alike domain is refused', async () => {
    const edits: ((text: string) => string)[] = [
      (text) => text.replace('Sign in to the shop.', 'Sign in.\nURI: https://rival.example'),
      (text) => `${text}\nChain ID: 137`,
      (text) => text.replace('shop.example wants', 'ѕhop.example wants'),
      (text) => `${text}\n`,
      () => '',
    ]
    const sign = (edit: (text: string) => string) => async (text: string) => {
      const message = edit(text)
      return { message, signature: await wallet.sign(message) }
    }
    for (const edit of edits) {
      expect(await attempt(wallet, sign(edit))).toMatchObject(refused('malformed', 400))
    }
    expect(
      await attempt(
        wallet,
        sign((text) => text),
      ),
    ).toMatchObject({ status: 200 })
  })

  it.each(testWallets)('of $chainId is refused with another signature', async (signer) => {
    const byOther = async (message: string) => ({
      message,
      signature: await signer.other.sign(message),
    })
    const ofOther = async (message: string) => ({
      message,
      signature: await signer.sign(`${message} `),
    })
    const own = async (message: string) => ({ message, signature: await signer.sign(message) })
    expect(await attempt(signer, byOther)).toMatchObject(refused('wrong-signature'))
    expect(await attempt(signer, ofOther)).toMatchObject(refused('wrong-signature'))
    expect(await attempt(signer, own)).toMatchObject({ status: 200 })
  })

  it('with a malleated signature is refused', async () => {
    const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
    const sign = (malleate: boolean) => async (message: string) => {
      const own = parseSignature((await wallet.sign(message)) as `0x${string}`)
      const s = toHex(order - hexToBigInt(own.s), { size: 32 })
      const high = { r: own.r, s, yParity: 1 - own.yParity }
      return { message, signature: serializeSignature(malleate ? high : own) }
    }
    expect(await attempt(wallet, sign(true))).toMatchObject(refused('wrong-signature'))
    expect(await attempt(wallet, sign(false))).toMatchObject({ status: 200 })
  })

  it('that was refused cannot be corrected with the same nonce', async () => {
    const { nonce, token } = await getNonce(api)
    const message = toMessage(wallet, nonce)
    const signature = await createEvmWallet(2).sign(message)
    expect(await sendSigned(api, { message, signature }, token)).toMatchObject(
      refused('wrong-signature'),
    )
    const own = { message, signature: await wallet.sign(message) }
    expect(await sendSigned(other, own, token)).toMatchObject(refused('nonce-used'))
  })
})

describe('a nonce', () => {
  async function signed(options: CallOptions = shopSite) {
    const { nonce, token } = await getNonce(api, options)
    const message = toMessage(wallet, nonce)
    return { token, signed: { message, signature: await wallet.sign(message) } }
  }

  it('of another project or site is refused', async () => {
    for (const site of [rivalSite, adminSite]) {
      const foreign = await signed(site)
      expect(await sendSigned(api, foreign.signed, foreign.token)).toMatchObject(
        refused('nonce-invalid'),
      )
    }
  })

  it('expires after five minutes', async () => {
    const [first, second] = [await signed(), await signed()]
    opened.clock.advance(5 * minute - 1_000)
    expect(await sendSigned(other, first.signed, first.token)).toMatchObject({ status: 200 })
    opened.clock.advance(1_000)
    expect(await sendSigned(other, second.signed, second.token)).toMatchObject(
      refused('nonce-invalid'),
    )
  })

  it('stays used after the expired ones are removed', async () => {
    const { token, signed: own } = await signed()
    expect(await sendSigned(api, own, token)).toMatchObject({ status: 200 })
    opened.clock.advance(4 * minute)
    await opened.sweep()
    expect(await sendSigned(other, own, token)).toMatchObject(refused('nonce-used'))
  })

  it('needs a page that the project allows', async () => {
    const get = (options: CallOptions) => api.get('/auth/v1/nonce', options)
    expect(await get({ projectId: 'shop', origin: null })).toMatchObject(refused('origin', 403))
    expect(await get({ projectId: 'shop', origin: 'https://login.example' })).toMatchObject(
      refused('origin', 403),
    )
    expect(await get({ projectId: 'shop', origin: 'https://rival.example' })).toMatchObject(
      refused('origin', 403),
    )
    expect(await get(shopSite)).toMatchObject({ status: 200 })
  })

  it('token does not pass as an access token, nor the reverse', async () => {
    const { token, signed: own } = await signed()
    expect(await readAccount(api, token)).toMatchObject(refused('token-invalid'))
    const access = (await sendSigned(api, own, token)).json.token
    expect(await sendSigned(api, (await signed()).signed, access)).toMatchObject(
      refused('nonce-invalid'),
    )
    expect(decode(token.split('.')[1]).aud).not.toBe(shopSite.origin)
  })
})

describe('a token', () => {
  let token: string
  beforeAll(async () => {
    token = (await authenticate(api, wallet)).json.token
  })

  it('control: is accepted by both processes', async () => {
    for (const process of [api, other]) {
      expect(await readAccount(process, token)).toMatchObject({ status: 200 })
    }
  })

  it('of another project or site is refused', async () => {
    for (const site of [rivalSite, adminSite]) {
      expect(await readAccount(other, token, site)).toMatchObject(refused('token-invalid'))
      const options = { ...site, headers: bearer(token) }
      for (const [method, path, body] of [
        ['PUT', '/auth/v1/account-metadata', { metadata: { a: 1 } }],
        ['POST', '/auth/v1/sign-out', undefined],
      ] as const) {
        expect(await other.send(method, path, body, options)).toMatchObject(
          refused('token-invalid'),
        )
      }
    }
    expect(await readAccount(api, token)).toMatchObject({ status: 200 })
  })

  it('that is forged or changed is refused', async () => {
    const [header = '', payload = '', signature = ''] = token.split('.')
    const { kid, ...claims } = { ...decode(header), ...decode(payload) }
    const [jwk] = api.keys.publicKeys()
    const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({
      format: 'pem',
      type: 'spki',
    })
    const hs256 = `${encode({ alg: 'HS256', kid, typ: 'JWT' })}.${payload}`
    const hmac = createHmac('sha256', pem).update(hs256).digest('base64url')
    const withHeader = (more: object) => `${encode({ ...decode(header), ...more })}.${payload}`
    const forged = [
      `${withHeader({ alg: 'none' })}.`,
      `${withHeader({ alg: 'none' })}.${signature}`,
      `${withHeader({ alg: 'None' })}.AA`,
      `${hs256}.${hmac}`,
      `${withHeader({ jwk })}.${signature}`,
      `${withHeader({ jku: 'https://rival.example/jwks.json' })}.${signature}`,
      `${withHeader({ x5u: 'https://rival.example' })}.${signature}`,
      `${withHeader({ kid: '../../etc/passwd' })}.${signature}`,
      `${withHeader({ kid: '0000000000000000' })}.${signature}`,
      `${withHeader({ typ: 'nonce+jwt' })}.${signature}`,
      `${withHeader({ crit: ['exp'] })}.${signature}`,
      `${header}.${payload}.${'A'.repeat(86)}`,
      `${header}.${payload}.${signature}A`,
      `${header}.${payload}.${signature.slice(0, -1)}`,
      `${header}.${payload}.${signature}.`,
      `${header}.${payload}.${signature}.${signature}`,
      `${header}.${payload}`,
      `.${payload}.${signature}`,
      `${header}..${signature}`,
      'a'.repeat(9_000),
      ...Object.keys(claims)
        .filter((name) => name !== 'alg' && name !== 'typ')
        .map((name) => {
          const changed = encode({ ...decode(payload), [name]: 'https://rival.example' })
          return `${header}.${changed}.${signature}`
        }),
    ]
    expect(forged.length).toBeGreaterThanOrEqual(35)
    for (const text of forged) {
      const answer = await readAccount(api, text)
      expect(answer.status, text).toBe(401)
    }
    expect(await readAccount(api, token)).toMatchObject({ status: 200 })
  })

  it('of a site that the project no longer allows is refused, also from a program', async () => {
    const old = api.keys.sign('JWT', { ...decode(token.split('.')[1]), aud: 'https://old.example' })
    const program = { ...shopSite, origin: null }
    expect(await readAccount(api, old, program)).toMatchObject(refused('origin', 403))
    expect(await readAccount(api, token, program)).toMatchObject({ status: 200 })
  })

  it('of a provider with other keys is refused', async () => {
    const foreign = await openSignInApis(1, opened.local.nodes)
    const [stranger] = foreign.apis as [SignInApi]
    const theirs = (await authenticate(stranger, wallet)).json.token
    expect(await readAccount(stranger, theirs)).toMatchObject({ status: 200 })
    expect(await readAccount(api, theirs)).toMatchObject(refused('token-invalid'))
    await foreign.stop()
  })

  it('expires after ten minutes', async () => {
    const { token: own } = (await authenticate(api, wallet)).json
    opened.clock.advance(10 * minute - 1_000)
    expect(await readAccount(api, own)).toMatchObject({ status: 200 })
    opened.clock.advance(1_000)
    expect(await readAccount(api, own)).toMatchObject(refused('token-expired'))
    const put = { ...shopSite, headers: bearer(own) }
    expect(await api.send('PUT', '/auth/v1/account-metadata', { metadata: {} }, put)).toMatchObject(
      refused('token-expired'),
    )
  })

  it('is refused at once by the other process after sign-out', async () => {
    const [ended, stays] = [
      (await authenticate(api, wallet)).json,
      (await authenticate(api, wallet)).json,
    ]
    expect(await readAccount(other, ended.token)).toMatchObject({ status: 200 })
    await api.send('POST', '/auth/v1/sign-out', undefined, {
      ...shopSite,
      headers: bearer(ended.token),
    })
    expect(await readAccount(other, ended.token)).toMatchObject(refused('session-ended'))
    const { refreshToken } = ended
    expect(await other.post('/auth/v1/refresh', { refreshToken }, shopSite)).toMatchObject(
      refused('session-ended'),
    )
    expect(await readAccount(other, stays.token)).toMatchObject({ status: 200 })
  })

  it('survives a rotation of the keys, unless they are revoked', async () => {
    const { token: before, refreshToken } = (await authenticate(api, wallet)).json
    api.keys.rotate()
    expect(other.keys.publicKeys()).toHaveLength(2)
    expect(await readAccount(other, before)).toMatchObject({ status: 200 })
    const kidOf = (text: string) => decode(text.split('.')[0]).kid
    const announced = (await authenticate(other, wallet)).json.token
    expect(kidOf(announced)).toBe(kidOf(before))
    opened.clock.advance(15 * minute)
    const after = (await authenticate(other, wallet)).json.token
    expect(kidOf(after)).not.toBe(kidOf(before))
    expect(await readAccount(api, after)).toMatchObject({ status: 200 })
    other.keys.rotate({ revoke: true })
    expect(api.keys.publicKeys()).toHaveLength(1)
    expect(await readAccount(api, after)).toMatchObject(refused('token-invalid'))
    const fresh = await api.post('/auth/v1/refresh', { refreshToken }, shopSite)
    expect(await readAccount(other, fresh.json.token)).toMatchObject({ status: 200 })
  })
})

describe('a refresh token', () => {
  it('of another project or site, or a guess, is refused', async () => {
    const { refreshToken } = (await authenticate(api, wallet)).json
    const [id = '', secret = ''] = refreshToken.split('.')
    const send = (text: string, site: CallOptions = shopSite) =>
      other.post('/auth/v1/refresh', { refreshToken: text }, site)
    for (const site of [rivalSite, adminSite]) {
      expect(await send(refreshToken, site)).toMatchObject(refused('session-ended'))
    }
    expect(await send(refreshToken, { ...shopSite, origin: null })).toMatchObject(
      refused('origin', 403),
    )
    for (const guess of [
      `${id}.${'A'.repeat(43)}`,
      `${crypto.randomUUID()}.${secret}`,
      `${id.toUpperCase()}.${secret}`,
      id,
      secret,
      `${refreshToken}.`,
    ]) {
      expect(await send(guess)).toMatchObject(refused('session-ended'))
    }
    expect(await send(refreshToken)).toMatchObject({ status: 200 })
  })
})

describe('metadata', () => {
  it('of another account cannot be read or changed', async () => {
    const [mine, theirs] = await Promise.all(
      [41, 42].map(async (seed) => (await authenticate(api, createEvmWallet(seed))).json.token),
    )
    const put = (token: string, body: object) =>
      api.send('PUT', '/auth/v1/account-metadata', body, { ...shopSite, headers: bearer(token) })
    const read = async (token: string) =>
      (
        await api.get('/auth/v1/me?includeAppKitAccount=true', {
          ...shopSite,
          headers: bearer(token),
        })
      ).json.appKitAccount
    await put(theirs, { metadata: { secret: 'theirs' } })
    const { uuid, address } = await read(theirs)
    await put(mine, { metadata: { own: true }, uuid, address, account: `eip155:1:${address}` })
    expect((await read(theirs)).metadata).toEqual({ secret: 'theirs' })
    expect((await read(mine)).metadata).toEqual({ own: true })
  })

  it('of the same account in another project is separate', async () => {
    const inRival = (await authenticate(api, wallet, {}, rivalSite)).json.token
    const options = { ...rivalSite, headers: bearer(inRival) }
    await api.send('PUT', '/auth/v1/account-metadata', { metadata: { a: 1 } }, options)
    const { token } = (await authenticate(api, wallet)).json
    const { json } = await api.get('/auth/v1/me?includeAppKitAccount=true', {
      ...shopSite,
      headers: bearer(token),
    })
    expect(json.appKitAccount.metadata).toBeNull()
  })
})

it.each(testWallets)('a hostile signature of $chainId is refused', async (signer) => {
  const hostile = [
    '0x',
    '0x0',
    `0X${'ab'.repeat(65)}`,
    `0x${'00'.repeat(65)}`,
    `0x${'ff'.repeat(65)}`,
    `0x${'ff'.repeat(64)}`,
    `0x${'6492'.repeat(16)}`,
    `0x${'ff'.repeat(3_000)}${'6492'.repeat(16)}`,
    "'; drop table projects; --",
    '\u202e',
    '__proto__',
    '{}',
    'A'.repeat(65_536),
    '1'.repeat(88),
    `${'A'.repeat(87)}=`,
  ]
  for (const signature of hostile) {
    const { nonce, token } = await getNonce(api)
    const answer = await sendSigned(api, { message: toMessage(signer, nonce), signature }, token)
    expect(answer, signature.slice(0, 80)).toMatchObject(refused('wrong-signature'))
  }
  expect(await authenticate(api, signer)).toMatchObject({ status: 200 })
})

describe('an oversized request', () => {
  it('is refused', async () => {
    const { nonce, token } = await getNonce(api)
    const message = toMessage(wallet, nonce)
    const signature = await wallet.sign(message)
    const long = (length: number) => 'a'.repeat(length)
    expect(
      await sendSigned(api, { message: message + long(20_000), signature }, token),
    ).toMatchObject(refused('message', 400))
    expect(
      await sendSigned(api, { message, signature: signature + long(70_000) }, token),
    ).toMatchObject(refused('signature', 400))
    expect(await sendSigned(api, { message, signature: long(300_000) }, token)).toMatchObject(
      refused('body', 413),
    )
    const granted = (await sendSigned(api, { message, signature }, token)).json.token
    const put = (metadata: unknown) =>
      api.send(
        'PUT',
        '/auth/v1/account-metadata',
        { metadata },
        {
          ...shopSite,
          headers: bearer(granted),
        },
      )
    expect(await put({ a: long(16_384) })).toMatchObject({ status: 400 })
    expect(await put({ a: long(300_000) })).toMatchObject(refused('body', 413))
    expect(await put('text')).toMatchObject({ status: 400 })
    expect(await put({ a: long(16_000) })).toMatchObject({ status: 200 })
  })

  it('is limited per network', async () => {
    const ask = () => api.get('/auth/v1/nonce', { ...shopSite, address: '203.0.113.7' })
    const answers = await Promise.all(Array.from({ length: 70 }, ask))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60)
    expect(answers.some(({ status }) => status === 429)).toBe(true)
  })
})
