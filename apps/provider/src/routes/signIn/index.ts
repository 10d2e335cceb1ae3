import {
  authenticate,
  confirmEmailCode,
  createSignInNonce,
  getSignedInAccount,
  refreshSignIn,
  requestEmailCode,
  setAccountMetadata,
  signInKeysPath,
  signOut,
  updateUserMetadata,
} from '@latchkey/wire/http/signIn'
import { type RawRoute, type Route, route } from '../../http/route.js'
import type { TokenPublicKey } from '../../keys/tokenKeys.js'
import { jsonHeaders } from '../../serving/headers.js'
import type { EmailCodes } from '../../sources/signIn/createEmailCodes.js'
import type { SignIn } from '../../sources/signIn/createSignIn.js'

/** Sign-in with a wallet, for sites without a server. */
export function signInRoutes({
  signIn,
  emailCodes,
}: {
  readonly signIn: SignIn
  readonly emailCodes: EmailCodes
}): Route[] {
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
      async ({ 'x-nonce-jwt': nonceToken, 'x-otp': emailCodeId, ...signed }, caller) =>
        signIn.authenticate(caller, { ...signed, nonceToken, emailCodeId }),
      { writes: true },
    ),
    route(requestEmailCode, async (wanted, caller) => emailCodes.request(caller, wanted), {
      writes: true,
    }),
    route(
      confirmEmailCode,
      async ({ 'x-otp': codeId, code }, caller) => {
        await emailCodes.confirm(caller, { codeId, code })
        return null
      },
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
