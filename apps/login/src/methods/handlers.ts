import type { FrameRequestName } from '@latchkey/wire/frame/requests'
import type { Handlers } from '../host/dispatch.js'
import { connectDevice } from './connectDevice.js'
import { connectEmail } from './connectEmail.js'
import { connectFarcaster, getFarcasterUri } from './connectFarcaster.js'
import { connectOtp } from './connectOtp.js'
import { connectSocial } from './connectSocial.js'
import type { Frame, Method } from './frame.js'
import { getSocialRedirectUri } from './getSocialRedirectUri.js'
import { getChainId, getSmartAccountEnabledNetworks, switchNetwork } from './network.js'
import { openAccount } from './openAccount.js'
import { reload, syncDappData, syncTheme } from './page.js'
import { rpcAbort, rpcRequest } from './rpcRequest.js'
import { getUser, isConnected, signOut } from './session.js'
import { initSmartAccount, setPreferredAccount } from './smartAccount.js'
import { updateEmail, updateEmailPrimaryOtp } from './updateEmail.js'
import { updateEmailSecondaryOtp } from './updateEmailSecondaryOtp.js'

const methods: { readonly [name in FrameRequestName]: Method<name> } = {
  CONNECT_EMAIL: connectEmail,
  CONNECT_DEVICE: connectDevice,
  CONNECT_OTP: connectOtp,
  GET_SOCIAL_REDIRECT_URI: getSocialRedirectUri,
  CONNECT_SOCIAL: connectSocial,
  GET_FARCASTER_URI: getFarcasterUri,
  CONNECT_FARCASTER: connectFarcaster,
  GET_USER: getUser,
  IS_CONNECTED: isConnected,
  SIGN_OUT: signOut,
  GET_CHAIN_ID: getChainId,
  SWITCH_NETWORK: switchNetwork,
  GET_SMART_ACCOUNT_ENABLED_NETWORKS: getSmartAccountEnabledNetworks,
  INIT_SMART_ACCOUNT: initSmartAccount,
  SET_PREFERRED_ACCOUNT: setPreferredAccount,
  RPC_REQUEST: rpcRequest,
  RPC_ABORT: rpcAbort,
  UPDATE_EMAIL: updateEmail,
  UPDATE_EMAIL_PRIMARY_OTP: updateEmailPrimaryOtp,
  UPDATE_EMAIL_SECONDARY_OTP: updateEmailSecondaryOtp,
  OPEN_ACCOUNT: openAccount,
  SYNC_THEME: syncTheme,
  SYNC_DAPP_DATA: syncDappData,
  RELOAD: reload,
}

/** Binds the handler of every request to one page. */
export function createHandlers(frame: Frame): Handlers {
  const bound = Object.entries(methods).map(([name, method]) => [
    name,
    (payload: never) => (method as Method<FrameRequestName>)(frame, payload),
  ])
  return Object.fromEntries(bound) as Handlers
}
