import * as v from 'valibot'
import type { Flow } from '../../session/flows.js'
import type { Session } from '../../session/sessions.js'

/**
 * `mailed` until the person decides, `waiting` if the account has no address, `approved` once
 * proven, `told` once other devices are notified and shares may be released, `refused` by the
 * person.
 */
export type RecoveryFlowState = 'mailed' | 'waiting' | 'approved' | 'told' | 'refused'

/** Shares can be fetched for this long after the proof. */
export const releaseMs = 5 * 60_000

const recoveryDetails = v.object({
  accountId: v.string(),
  /** Key of the frame that started it: only its signature releases a share. */
  frameKey: v.string(),
  deviceId: v.string(),
  /** The device whose share set is released. Undefined if the account has no wallet yet. */
  setDevice: v.optional(v.string()),
  /** Approved by a passkey alone, so it releases no share that the server can read. */
  needsPasskey: v.optional(v.boolean(), false),
  /** Shown in the frame, typed on the mailed page. */
  number: v.optional(v.string()),
  readyAt: v.optional(v.number()),
})

export type RecoveryDetails = v.InferOutput<typeof recoveryDetails>

export function parseRecoveryDetails(flow: Flow): RecoveryDetails {
  return v.parse(recoveryDetails, flow.details)
}

/** Whether the frame of this session started it. */
export function isStartedBy(details: RecoveryDetails, { accountId, frameKey }: Session): boolean {
  return details.accountId === accountId && details.frameKey === frameKey
}
