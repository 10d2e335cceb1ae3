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
import { ApiError } from '../../errors/ApiError.js'
import { type RawRoute, type Route, route } from '../../http/route.js'
import type { TokenPublicKey } from '../../keys/tokenKeys.js'
import { jsonHeaders } from '../../serving/headers.js'
import type { SignIn } from '../../sources/signIn/createSignIn.js'

/** Sign-in with a wallet, for sites without a server. */
export function signInRoutes({ signIn }: { readonly signIn: SignIn }): Route[] {
  const setMetadata = (endpoint: typeof setAccountMetadata | typeof updateUserMetadata) =>
    route(
      endpoint,
      async ({ authorization, metadata }, caller) => {
        await signIn.setMetadata(caller, authorization, metadata)
        return undefined
      },
      { writes: true },
    )
  return [
    route(createSignInNonce, async (_, caller) => signIn.createNonce(caller)),
    route(
      authenticate,
      async ({ 'x-nonce-jwt': nonceToken, message, signature, walletInfo }, caller) =>
        signIn.authenticate(caller, { nonceToken, message, signature, walletInfo }),
      { writes: true },
    ),
    route(refreshSignIn, async ({ refreshToken }, caller) => signIn.refresh(caller, refreshToken), {
      writes: true,
    }),
    route(getSignedInAccount, async ({ authorization, includeAppKitAccount }, caller) =>
      signIn.getAccount(caller, authorization, { withDetails: includeAppKitAccount === 'true' }),
    ),
    setMetadata(setAccountMetadata),
    setMetadata(updateUserMetadata),
    route(signOut, async ({ authorization }, caller) => {
      await signIn.signOut(caller, authorization)
      return undefined
    }),
  ]
}

/** The public keys of tokens, for sites' servers. */
export function signInKeyRoutes(keys: { publicKeys(): readonly TokenPublicKey[] }): RawRoute[] {
  return [
    {
      name: 'getSignInKeys',
      method: 'GET',
      path: signInKeysPath,
      bodyLimit: 0,
      isOpen: true,
      handle: async () =>
        new Response(JSON.stringify({ keys: keys.publicKeys() }), {
          headers: jsonHeaders('public'),
        }),
    },
  ]
}

/** Codes for sign-in, which only widgets with the feature `email_capture` ask for. No project has it. */
export function emailCodeRoutes(): RawRoute[] {
  return (['POST', 'PUT'] as const).map((method) => ({
    name: 'emailCode',
    method,
    path: '/auth/v1/otp',
    rate: 'signIn',
    bodyLimit: 65_536,
    async handle() {
      throw new ApiError(404, 'email_capture', 'Sign-in has no email codes here.')
    },
  }))
}
