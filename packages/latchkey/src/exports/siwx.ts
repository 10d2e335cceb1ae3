export { formatSiwxMessage as formatMessage, type SiwxMessage } from '@latchkey/wire/siwx'
export type { VerifyOutcome } from '../core/connection/family.js'
export {
  InvalidSessionError,
  type InvalidSessionReason,
  NotSignedInError,
  SessionServerError,
  type VerifyFailureReason,
} from '../core/runtime/errors/siwxSession.js'
export type {
  SiwxConfig,
  SiwxMessageInput,
  SiwxMessageToSign,
  SiwxSession,
} from '../core/siwx/siwx.js'
export {
  createMessenger,
  type MessengerOptions,
  type SiwxMessenger,
} from '../siwx/createMessenger.js'
export { createSiwx, type SiwxOptions } from '../siwx/createSiwx.js'
export { type BackendSessionsOptions, backendSessions } from '../siwx/storages/backendSessions.js'
export {
  type HostedSessions,
  type HostedSessionsOptions,
  hostedSessions,
  type SessionChangedListener,
} from '../siwx/storages/hostedSessions.js'
export { type LocalSessionsOptions, localSessions } from '../siwx/storages/localSessions.js'
export type { SiwxStorage } from '../siwx/storages/storage.js'
export {
  bip122Verifier,
  cosmosVerifier,
  type Eip155VerifierOptions,
  eip155Verifier,
  polkadotVerifier,
  type SiwxVerifier,
  solanaVerifier,
  type VerifySessionOptions,
} from '../siwx/verifiers/pageVerifiers.js'
export type { RpcAddresses } from '../siwx/verifiers/readChain.js'
