import { createServer, type RequestListener, type Server } from 'node:http'
import { createSigningKey } from '@latchkey/dev-stack/signedTokens'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { systemClock } from '../../clock.js'
import { createOutbound, type Outbound } from '../../outbound/createOutbound.js'
import { close, listen } from '../../serving/listen.js'
import { createTestBrowser } from '../../testing/testBrowser.js'
import { deriveAttempt } from './browserKey.js'
import { createIdentityProvider, type IdentityProvider } from './createIdentityProvider.js'
import { providerSpecs } from './providerSpecs.js'

const testRedirectUri = 'http://login.localhost/oauth/callback/google'
const testClient = { clientId: 'latchkey', clientSecret: 'a secret of the client' }

let server: Server
let url: string
let outbound: Outbound
let google: IdentityProvider

// A third-party OpenID provider, because our own one could share our mistakes.
beforeAll(async () => {
  let answer: RequestListener = (_, response) => response.end()
  server = createServer((request, response) => answer(request, response))
  url = `http://127.0.0.1:${await listen(server, 0, '127.0.0.1')}`
  answer = await createOpenIdProvider(url)
  outbound = createOutbound({ allowPrivate: [url] })
  google = createIdentityProvider({
    spec: providerSpecs.google,
    settings: { ...testClient, server: url },
    redirectUri: testRedirectUri,
    outbound,
    clock: systemClock,
  })
})
afterAll(async () => {
  outbound.stop()
  server.closeAllConnections()
  await close(server)
})

async function createOpenIdProvider(issuer: string): Promise<RequestListener> {
  // Hides its warnings about old Node versions and in-memory storage.
  const quiet = vi.spyOn(console, 'warn').mockReturnValue()
  const { Provider, interactionPolicy } = await import('oidc-provider')
  const { privateKey } = await createSigningKey()
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: testClient.clientId,
        client_secret: testClient.clientSecret,
        redirect_uris: [testRedirectUri],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' } as never],
    },
    cookies: { keys: ['a key for cookies'] },
    routes: { authorization: '/o/oauth2/v2/auth', token: '/token', jwks: '/oauth2/v3/certs' },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    ttl: { Interaction: 60, Grant: 60, Session: 60, AccessToken: 60, IdToken: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    findAccount: (_, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: 'ada@example.com',
        email_verified: true,
        name: 'Ada Lovelace',
      }),
    }),
    async loadExistingGrant({ oidc }) {
      const { client, session } = oidc
      if (!client || !session?.accountId) return undefined
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  quiet.mockRestore()
  const answer = provider.callback()
  return (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response)
    const result = { select_account: {}, login: { accountId: 'person-1' } }
    return provider.interactionFinished(request, response, result)
  }
}

/** Signs in at the provider and returns, in one browser. */
async function travel() {
  const journey = deriveAttempt('browser', 'state')
  const address = await google.createAuthorizationUrl(journey)
  const { url: back } = await createTestBrowser().open(address)
  return { journey, callback: new URL(back).searchParams }
}

const { signal } = new AbortController()

it('logs in with a third-party OpenID provider', async () => {
  const { journey, callback } = await travel()
  expect(await google.identify(callback, journey, signal)).toEqual({
    issuer: url,
    subject: 'person-1',
    email: 'ada@example.com',
    userName: 'Ada Lovelace',
  })
})

it('fails with another verifier or another nonce', async () => {
  const other = deriveAttempt('another browser', 'state')
  for (const change of [{ verifier: other.verifier }, { nonce: other.nonce }]) {
    const { journey, callback } = await travel()
    await expect(
      google.identify(callback, { ...journey, ...change }, signal),
    ).rejects.toMatchObject({ code: 'invalid' })
  }
})
