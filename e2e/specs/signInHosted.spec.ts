import { urlOf } from '../fixtures/chains.js'
import { countSignatures, signInOf } from '../fixtures/signIn.js'
import { expect, test } from '../fixtures/site.js'
import { still } from '../fixtures/still.js'
import { often, type Tab } from '../fixtures/tab.js'

test.use(still)

const tokenOf = ({ page }: Tab): Promise<string> =>
  page.evaluate(() => {
    const text = localStorage.getItem('@appkit/siwx-auth-token') ?? ''
    return /[\w-]+\.[\w-]+\.[\w-]+/.exec(text)?.[0] ?? ''
  })

/** The claims of a token, verified with the provider's public keys as a site's server does. */
async function verifyToken(token: string): Promise<unknown> {
  const [head = '', body = '', signature = ''] = token.split('.')
  const decode = (text: string) => JSON.parse(Buffer.from(text, 'base64url').toString())
  const { keys } = await (await fetch(`${urlOf('PROVIDER')}/auth/v1/jwks.json`)).json()
  const jwk = keys.find(({ kid }: { kid: string }) => kid === decode(head).kid)
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('jwk', jwk, algorithm, false, ['verify'])
  const signed = Buffer.from(`${head}.${body}`)
  const bytes = Buffer.from(signature, 'base64url')
  expect(await crypto.subtle.verify(algorithm, key, bytes, signed)).toBe(true)
  return decode(body)
}

test('keeps the session at the provider, for a site without a backend', async ({ site }) => {
  const features = { reownAuthentication: true }
  const tab = await site.open({ provider: true, options: { features } })
  const signIn = signInOf(tab)
  await signIn.connect()
  await signIn.sign.click()
  await expect.poll(() => tokenOf(tab), often).not.toBe('')
  await expect(tab.card).toBeHidden()
  const token = await tokenOf(tab)
  const { address } = await tab.account()
  const { origin } = new URL(tab.page.url())
  expect(await verifyToken(token)).toMatchObject({ address, aud: origin })

  const stored = tab.page.waitForResponse((response) => response.url().includes('/auth/v1/me'))
  await tab.page.reload()
  expect((await stored).status()).toBe(200)
  await tab.expectConnected()
  await signIn.expectNoSignIn()
  expect(await countSignatures(tab)).toBe(0)

  await tab.page.evaluate(() => window.latchkey.disconnect())
  await expect.poll(() => tokenOf(tab), often).toBe('')
  const url = `${urlOf('PROVIDER')}/auth/v1/me?projectId=latchkey-development`
  const headers = { authorization: `Bearer ${token}`, origin }
  // The page forgets its token before it tells the provider.
  await expect.poll(async () => (await fetch(url, { headers })).status, often).toBe(401)
})
