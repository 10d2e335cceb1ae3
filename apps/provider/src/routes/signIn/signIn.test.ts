import { hashMessage } from 'viem'
import { afterAll, describe, expect, it } from 'vitest'
import { createContractAccount } from '../../sources/signatures/contractAccount.fixture.js'
import {
  createEvmWallet,
  type TestWallet,
  testWallets,
} from '../../sources/signIn/wallets.fixture.js'
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

const { local, clock, apis, stop } = await startSignInApis(1)
const api = apis[0] as SignInApi
afterAll(stop)

const wallet = createEvmWallet(1)
const minute = 60_000
const toClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())

/** Verifies a token as a site's server does: with the published keys and the platform's cryptography. */
async function verifyAtServer(token: string): Promise<boolean> {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const { kid, alg } = JSON.parse(Buffer.from(header, 'base64url').toString())
  const { json } = await api.get('/auth/v1/jwks.json', { projectId: null, origin: null })
  const jwk = json.keys.find((key: { kid: string }) => key.kid === kid)
  if (alg !== 'ES256' || !jwk) return false
  const ecdsa = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, ecdsa, false, ['verify'])
  const bytes = Buffer.from(`${header}.${payload}`)
  return crypto.subtle.verify(ecdsa, key, Buffer.from(signature, 'base64url'), bytes)
}

describe('a sign-in', () => {
  it.each(testWallets)('starts a session for $chainId', async (signer) => {
    const { chainId, accountAddress: address } = signer
    const answer = await authenticate(api, signer)
    expect(answer, answer.text).toMatchObject({ status: 200 })
    const { token } = answer.json
    const [chainNamespace, reference] = chainId.split(':')
    const account = {
      iss: 'https://provider.test',
      aud: 'https://shop.example',
      sub: `${chainId}:${address}`,
      projectIdKey: 'shop',
      address,
      caip2Network: chainId,
      chainNamespace,
      chainId: chainNamespace === 'eip155' ? 1 : reference,
      domain: 'shop.example',
      uri: 'https://shop.example/account',
    }
    expect(toClaims(token)).toMatchObject(account)
    expect(toClaims(token).exp - toClaims(token).iat).toBe(600)
    expect(await readAccount(api, token)).toMatchObject({ status: 200, json: account })
    expect(await verifyAtServer(token)).toBe(true)
  })

  it('of a contract account is verified through the nodes', async () => {
    const account = createContractAccount(local.account(2))
    const contract: TestWallet = {
      chainId: 'eip155:1',
      accountAddress: account.address,
      sign: async (text) => account.wrap(await account.sign(hashMessage(text))),
    }
    expect(await authenticate(api, contract)).toMatchObject({ status: 200 })
    const deployed = { ...contract, sign: (text: string) => account.sign(hashMessage(text)) }
    expect(await authenticate(api, deployed)).toMatchObject({
      status: 401,
      reasons: [{ field: 'wrong-signature' }],
    })
    await local.send(local.account(3), account.deployment)
    expect(await authenticate(api, deployed)).toMatchObject({ status: 200 })
    const unserved = { ...deployed, chainId: 'eip155:424242' } as const
    expect(await authenticate(api, unserved)).toMatchObject({
      status: 401,
      reasons: [{ field: 'rpc-required' }],
    })
  })

  it('that fails because of the nodes can be sent again with the same nonce', async () => {
    const down = await openSignInApis(1, local.deadNodes)
    const [dead] = down.apis as [SignInApi]
    const account = createContractAccount(local.account(2))
    const { nonce, token } = await getNonce(dead)
    const message = toMessage({ ...wallet, accountAddress: account.address }, nonce)
    const signed = { message, signature: await account.sign(hashMessage(message)) }
    for (let count = 0; count < 2; count += 1) {
      expect(await sendSigned(dead, signed, token)).toMatchObject({ status: 503 })
    }
    await down.stop()
  })

  it('accepts a body without a content type, as the reference sends it', async () => {
    const { nonce, token } = await getNonce(api)
    const message = toMessage(wallet, nonce)
    const body = JSON.stringify({ data: {}, message, signature: await wallet.sign(message) })
    const headers = { 'x-nonce-jwt': `Bearer ${token}`, 'content-type': 'text/plain' }
    expect(await api.post('/auth/v1/authenticate', body, { ...shopSite, headers })).toMatchObject({
      status: 200,
    })
  })

  it('is refused with a typed reason when the project has not turned it on', async () => {
    for (const projectId of ['undecided', 'off']) {
      const refused = { status: 403, reasons: [{ field: 'sign-in-off' }] }
      const site = { ...shopSite, projectId }
      expect(await api.get('/auth/v1/nonce', site)).toMatchObject(refused)
      const { nonce, token } = await getNonce(api)
      const message = toMessage(wallet, nonce)
      const signed = { message, signature: await wallet.sign(message) }
      expect(await sendSigned(api, signed, token, site)).toMatchObject(refused)
      expect(await readAccount(api, token, site)).toMatchObject(refused)
    }
  })

  it('allows a preflight with its headers', async () => {
    const { status, headers } = await api.send('OPTIONS', '/auth/v1/account-metadata', undefined, {
      ...shopSite,
      headers: { 'access-control-request-method': 'PUT' },
    })
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-methods')).toContain('PUT')
    expect(headers.get('access-control-allow-headers')).toContain('x-nonce-jwt')
  })
})

describe('a session', () => {
  it('has the account with its details and metadata', async () => {
    const { token } = (await authenticate(api, createEvmWallet(20))).json
    const options = { ...shopSite, headers: bearer(token) }
    const read = async () =>
      (await api.get('/auth/v1/me?includeAppKitAccount=true', options)).json.appKitAccount
    expect(await read()).toMatchObject({
      caip2_chain: 'eip155:1',
      address: createEvmWallet(20).accountAddress,
      connection_method: 'extension',
      metadata: null,
      is_main_account: true,
    })
    for (const path of ['account-metadata', 'update-user-metadata']) {
      const metadata = { path, cart: [1, { two: '3' }] }
      const put = await api.send('PUT', `/auth/v1/${path}`, { metadata }, options)
      expect(put, put.text).toMatchObject({ status: 200 })
      expect((await read()).metadata).toEqual(metadata)
    }
    await api.send('PUT', '/auth/v1/account-metadata', { metadata: null }, options)
    expect((await read()).metadata).toBeNull()
  })

  it('gets a new token with its refresh token, for 30 days', async () => {
    let { token, refreshToken } = (await authenticate(api, wallet)).json
    const started = clock.now()
    for (const days of [1, 10, 18]) {
      clock.advance(days * 24 * 60 * minute)
      expect(await readAccount(api, token)).toMatchObject({
        status: 401,
        reasons: [{ field: 'token-expired' }],
      })
      const refreshed = await api.post('/auth/v1/refresh', { refreshToken }, shopSite)
      expect(refreshed, refreshed.text).toMatchObject({ status: 200 })
      ;({ token, refreshToken } = refreshed.json)
      expect(await readAccount(api, token)).toMatchObject({ status: 200 })
    }
    clock.advance(started + 30 * 24 * 60 * minute - clock.now())
    expect(await api.post('/auth/v1/refresh', { refreshToken }, shopSite)).toMatchObject({
      status: 401,
      reasons: [{ field: 'session-ended' }],
    })
  })

  it('ends with the message', async () => {
    const expirationTime = new Date(clock.now() + 4 * minute).toISOString()
    const issuedAt = new Date(clock.now()).toISOString()
    const { token, refreshToken } = (await authenticate(api, wallet, { expirationTime, issuedAt }))
      .json
    expect(await readAccount(api, token)).toMatchObject({ status: 200 })
    clock.advance(4 * minute)
    expect(await readAccount(api, token)).toMatchObject({ status: 401 })
    expect(await api.post('/auth/v1/refresh', { refreshToken }, shopSite)).toMatchObject({
      status: 401,
    })
  })

  it('gives two tabs, or a retry, the same refresh token', async () => {
    const { refreshToken: first } = (await authenticate(api, wallet)).json
    const refresh = async (refreshToken: string) =>
      (await api.post('/auth/v1/refresh', { refreshToken }, shopSite)).json.refreshToken
    const both = await Promise.all([refresh(first), refresh(first)])
    expect(both[0]).toBe(both[1])
    clock.advance(30_000)
    expect(await refresh(first)).toBe(both[0])
    expect(await refresh(both[0])).not.toBe(both[0])
  })

  it('ends when a refresh token is used again later', async () => {
    const { refreshToken: stolen } = (await authenticate(api, wallet)).json
    const refresh = (refreshToken: string) =>
      api.post('/auth/v1/refresh', { refreshToken }, shopSite)
    const { refreshToken, token } = (await refresh(stolen)).json
    clock.advance(2 * minute)
    expect(await readAccount(api, token)).toMatchObject({ status: 200 })
    expect(await refresh(stolen)).toMatchObject({ status: 401 })
    expect(await readAccount(api, token)).toMatchObject({
      status: 401,
      reasons: [{ field: 'session-ended' }],
    })
    expect(await refresh(refreshToken)).toMatchObject({ status: 401 })
  })

  it('ends with sign-out, also by an expired token, and ends no other', async () => {
    const [first, other] = [
      (await authenticate(api, wallet)).json,
      (await authenticate(api, wallet)).json,
    ]
    const signOut = (token: string) =>
      api.send('POST', '/auth/v1/sign-out', undefined, { ...shopSite, headers: bearer(token) })
    expect(await signOut(first.token)).toMatchObject({ status: 200 })
    expect(await readAccount(api, first.token)).toMatchObject({
      status: 401,
      reasons: [{ field: 'session-ended' }],
    })
    expect(await readAccount(api, other.token)).toMatchObject({ status: 200 })
    clock.advance(11 * minute)
    expect(await signOut(other.token)).toMatchObject({ status: 200 })
    expect(
      await api.post('/auth/v1/refresh', { refreshToken: other.refreshToken }, shopSite),
    ).toMatchObject({ status: 401 })
  })

  it('can be read by a program that has its token', async () => {
    const { token } = (await authenticate(api, wallet)).json
    expect(await readAccount(api, token, { ...shopSite, origin: null })).toMatchObject({
      status: 200,
    })
  })
})
