export { SmartSessionError, type SmartSessionFailure } from '../core/runtime/errors/sessions.js'
export type {
  AllowedFunction,
  ContractCallPermission,
  GrantedTerm,
  NativeAllowancePermission,
  PermissionGrant,
  PermissionPolicy,
  PermissionRequest,
  PermissionSigner,
  RequestedPermission,
  TokenAllowancePermission,
} from '../core/sessions/permissionRequest.js'
export type {
  AllowanceLimit,
  Limit,
  PeriodLimit,
  SessionLimits,
} from '../core/sessions/sessionGrant.js'
export type { SmartSession, SmartSessionDetails } from '../core/sessions/smartSession.js'
export { createSubscription, type SubscriptionOptions } from '../sessions/createSubscription.js'
export * from '../sessions/smartSessions.js'
