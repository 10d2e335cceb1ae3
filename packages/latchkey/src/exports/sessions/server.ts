export type {
  AllowanceLimit,
  Limit,
  PeriodLimit,
  SessionLimits,
} from '../../core/sessions/sessionGrant.js'
export type { SessionCall } from '../../sessions/server/checkCalls.js'
export * from '../../sessions/server/createSessionClient.js'
export * from '../../sessions/server/sessionClientError.js'
export { createSessionKey, type SessionKey } from '../../sessions/server/sessionKey.js'
