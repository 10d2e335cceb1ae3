import {
  authenticate,
  createSignInNonce,
  getSignedInAccount,
  refreshSignIn,
  setAccountMetadata,
  signInKeysPath,
  signOut,
  updateUserMetadata,
} from '@latchkey/wire/http/signIn'
import * as v from 'valibot'
import { createSiweMessage } from 'viem/siwe'
import { siteOrigin } from './createCaller.mjs'
import { alice } from './localFacts.mjs'

const keySet = v.object({ keys: v.array(v.object({ kid: v.string(), crv: v.literal('P-256') })) })

/** Signs in with a wallet, uses the session and ends it. */
export async function callSignIn({ call, send }) {
  const { nonce, token: nonceToken } = (await call(createSignInNonce)) ?? {}
  const message = createSiweMessage({
    address: alice.address,
    chainId: 1,
    domain: new URL(siteOrigin).host,
    nonce,
    uri: siteOrigin,
    version: '1',
  })
  const signed = { message, signature: await alice.signMessage({ message }) }
  const headers = { 'x-nonce-jwt': `Bearer ${nonceToken}` }
  const first = await call(authenticate, signed, { headers })
  await call(authenticate, signed, { name: 'authenticate, again', headers, status: 401 })
  const { token } = (await call(refreshSignIn, { refreshToken: first?.refreshToken })) ?? {}
  const session = { headers: { authorization: `Bearer ${token}` } }
  await call(getSignedInAccount, {}, { ...session, check: ({ sub }) => sub })
  await call(setAccountMetadata, { metadata: { plan: 'smoke' } }, session)
  await call(updateUserMetadata, { metadata: null }, session)
  await send(
    { name: 'signInKeys', method: 'GET', path: signInKeysPath },
    { schema: keySet, check: ({ keys }) => `${keys.length} keys` },
  )
  await call(signOut, {}, session)
  await call(getSignedInAccount, {}, { ...session, name: 'getSignedInAccount, after', status: 401 })
}
