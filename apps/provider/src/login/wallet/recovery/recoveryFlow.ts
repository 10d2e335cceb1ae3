import * as v from 'valibot'
import type { Flow } from '../../session/flows.js'
import type { Session } from '../../session/sessions.js'

/**
 * `mailed` until the link is answered, `waiting` if the account has no address, `approved` once proven,
 * `told` once every other device is notified and the shares may leave, `refused` by the person.
 */
export type RecoveryFlowState = 'mailed' | 'waiting' | 'approved' | 'told' | 'refused'

/** Shares are taken within this time of the proof. */
export const releaseMs = 5 * 60_000

const recoveryDetails = v.object({
  accountId: v.string(),
  /** Of the frame that started it: only its signature takes a share. */
  frameKey: v.string(),
  deviceId: v.string(),
  /** The device whose share set is released. Missing if there is no wallet: the first one is made. */
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
