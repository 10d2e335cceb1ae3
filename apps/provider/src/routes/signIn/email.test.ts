import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { createEvmWallet, testWallets } from '../../sources/signIn/wallets.fixture.js'
import {
  confirmCode,
  requestCode,
  type SignInApi,
  signInWithEmail,
  startEmailApis,
} from './emailApi.fixture.js'
import { bearer, readAccount } from './signInApi.fixture.js'

const opened = await startEmailApis(2)
const [api, other] = opened.apis as [SignInApi, SignInApi]
const { clock } = opened
afterAll(opened.stop)

const site = { projectId: 'capturing', origin: 'https://shop.example' }
const strict = { ...site, projectId: 'requiring' }
const day = 86_400_000
const newAddress = () => `${randomUUID()}@people.example`
const toClaims = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
const resourcesOf = (email: string) => [`email:${email}`]

describe('an email', () => {
  it.each(testWallets)('of $chainId is in its token once it is confirmed', async (wallet) => {
    const email = newAddress()
    const asked = await requestCode(api, wallet, email, site)
    expect(asked, asked.text).toMatchObject({ status: 200, json: { uuid: expect.any(String) } })
    const { uuid } = asked.json
    const code = await opened.codeTo(email)
    expect(code).toMatch(/^\d{6}$/)
    const confirmed = await confirmCode(other, uuid, code, site)
    expect([confirmed.status, confirmed.text]).toEqual([200, 'null'])

    const started = await signInWithEmail(api, wallet, {
      resources: resourcesOf(email),
      uuid,
      options: site,
    })
    expect(started, started.text).toMatchObject({ status: 200 })
    const { token, refreshToken } = started.json
    expect(toClaims(token)).toMatchObject({ email })
    expect((await readAccount(other, token, site)).json).toMatchObject({ email })
    const next = await other.post('/auth/v1/refresh', { refreshToken }, site)
    expect(toClaims(next.json.token)).toMatchObject({ email })
  })

  it('needs no second code for the same account and project', async () => {
    const [wallet, email] = [createEvmWallet(21), newAddress()]
    const { uuid } = (await requestCode(api, wallet, email, site)).json
    await confirmCode(api, uuid, await opened.codeTo(email), site)
    const resources = resourcesOf(email)
    await signInWithEmail(api, wallet, { resources, uuid, options: site })

    const spellings = [email, email.toUpperCase(), ` ${email} `]
    for (const spelling of spellings) {
      expect((await requestCode(other, wallet, spelling, site)).json).toEqual({ uuid: null })
    }
    const lower = { ...wallet, accountAddress: wallet.accountAddress.toLowerCase() }
    expect((await requestCode(api, lower, email, site)).json).toEqual({ uuid: null })
    expect(await opened.mailsTo(email)).toHaveLength(1)
    const again = await signInWithEmail(other, wallet, { resources, options: site })
    expect(again).toMatchObject({ status: 200 })
    expect(toClaims(again.json.token)).toMatchObject({ email })
  })

  it('is asked for again a year after its last use', async () => {
    const [wallet, email] = [createEvmWallet(22), newAddress()]
    const { uuid } = (await requestCode(api, wallet, email, site)).json
    await confirmCode(api, uuid, await opened.codeTo(email), site)
    const resources = resourcesOf(email)
    await signInWithEmail(api, wallet, { resources, uuid, options: site })
    clock.advance(300 * day)
    await opened.sweep()
    expect(await signInWithEmail(api, wallet, { resources, options: site })).toMatchObject({
      status: 200,
    })
    clock.advance(300 * day)
    await opened.sweep()
    expect((await requestCode(api, wallet, email, site)).json).toEqual({ uuid: null })
    clock.advance(66 * day)
    await opened.sweep()
    expect((await requestCode(api, wallet, email, site)).json.uuid).toEqual(expect.any(String))
  })

  it('is optional, unless the project requires it', async () => {
    const wallet = createEvmWallet(23)
    const without = await signInWithEmail(api, wallet, { options: site })
    expect(without).toMatchObject({ status: 200 })
    expect(toClaims(without.json.token)).not.toHaveProperty('email')
    expect(await signInWithEmail(api, wallet, { options: strict })).toMatchObject({
      status: 401,
      reasons: [{ field: 'email-required' }],
    })
    const email = newAddress()
    const { uuid } = (await requestCode(api, wallet, email, strict)).json
    await confirmCode(api, uuid, await opened.codeTo(email), strict)
    const signed = { resources: resourcesOf(email), uuid, options: strict }
    const started = await signInWithEmail(api, wallet, signed)
    expect(started).toMatchObject({ status: 200 })
    expect(toClaims(started.json.token)).toMatchObject({ email })
  })

  it('among the resources says nothing where the project does not ask for it', async () => {
    const wallet = createEvmWallet(24)
    const resources = resourcesOf('someone@people.example')
    const started = await signInWithEmail(api, wallet, { resources })
    expect(started).toMatchObject({ status: 200 })
    expect(toClaims(started.json.token)).not.toHaveProperty('email')
  })

  it('leaves with the session', async () => {
    const [wallet, email] = [createEvmWallet(25), newAddress()]
    const { uuid } = (await requestCode(api, wallet, email, site)).json
    await confirmCode(api, uuid, await opened.codeTo(email), site)
    const signed = { resources: resourcesOf(email), uuid, options: site }
    const { token } = (await signInWithEmail(api, wallet, signed)).json
    await api.post('/auth/v1/sign-out', undefined, { ...site, headers: bearer(token) })
    expect(await readAccount(other, token, site)).toMatchObject({ status: 401 })
  })
})

it('names the site and its purpose in the mail', async () => {
  const email = newAddress()
  await requestCode(api, createEvmWallet(26), email, site)
  const code = await opened.codeTo(email)
  const [mail] = await opened.mailsTo(email)
  expect(mail?.subject).toBe(`${code} confirms your email on shop.example`)
})
