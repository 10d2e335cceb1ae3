import { confirmationPurpose } from '@latchkey/wire/login/email'
import * as v from 'valibot'
import type { Flow } from '../session/flows.js'

const storedCode = {
  codeId: v.string(),
  codeLength: v.optional(v.number(), 6),
  codeDigest: v.string(),
  codeExpiresAt: v.number(),
}

/** Data of a flow by email. */
const emailDetails = v.object({
  /** Where the current code or link was sent. */
  address: v.string(),
  /** When a mail was last requested. Absent in flows that an earlier version stored. */
  requestedAt: v.optional(v.number(), 0),
  /** Absent while a device waits for approval. */
  code: v.optional(v.object(storedCode)),
  /** Shown in the frame, typed on the page. */
  number: v.optional(v.string()),
  /** Digest of the device's key, which the account remembers after the log-in. */
  device: v.optional(v.string()),
  /** The limits that apply; absent for unknown devices. */
  knownAs: v.optional(v.string()),
  /** Of a confirmation: what the code may be used for. */
  confirms: v.optional(confirmationPurpose),
  /** Of a change: the current and the new address. */
  oldAddress: v.optional(v.nullable(v.string())),
  newAddress: v.optional(v.string()),
})

export type EmailDetails = v.InferOutput<typeof emailDetails>

/** `refused`: the person did not approve the device. */
export type EmailState = 'device' | 'code' | 'primary' | 'secondary' | 'refused'

export function parseEmailDetails(flow: Flow): EmailDetails {
  return v.parse(emailDetails, flow.details)
}
