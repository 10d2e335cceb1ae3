import * as v from 'valibot'
import type { Flow } from '../flows.js'

/**
 * `mailed` until the link is answered, `waiting` where nobody can be asked, `approved` once proven,
 * `told` once every other device is told and the shares may leave, `refused` by the person.
 */
export type RecoveryFlowState = 'mailed' | 'waiting' | 'approved' | 'told' | 'refused'

/** Shares are taken within this time of the proof. */
export const TAKE_MS = 5 * 60_000

const details = v.object({
  accountId: v.string(),
  /** Of the frame that asks: nobody else's signature takes a share. */
  frameKey: v.string(),
  deviceId: v.string(),
  /** The device whose set of shares is given out. */
  setDevice: v.string(),
  /** Approved because the third share needs a passkey: one that the server can read stays here. */
  needsPasskey: v.optional(v.boolean(), false),
  /** Shown in the frame, typed on the mailed page. */
  number: v.optional(v.string()),
  readyAt: v.optional(v.number()),
})

export type RecoveryDetails = v.InferOutput<typeof details>

export function detailsOf(flow: Flow): RecoveryDetails {
  return v.parse(details, flow.details)
}
