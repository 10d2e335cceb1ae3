import { confirmationPurpose } from '@latchkey/wire/login/email'
import * as v from 'valibot'
import type { Flow } from '../flows.js'

const storedCode = {
  codeId: v.string(),
  codeLength: v.optional(v.number(), 6),
  codeDigest: v.string(),
  codeExpiresAt: v.number(),
}

/** What a flow by email remembers. */
const details = v.object({
  /** Where the present code or link was sent. */
  address: v.string(),
  /** When something was last asked to be sent. */
  askedAt: v.number(),
  /** Absent until there is one: a device that waits to be approved has none. */
  code: v.optional(v.object(storedCode)),
  /** Shown in the frame, asked for on the page. */
  number: v.optional(v.string()),
  /** Digest of the key of the device that asks: known to the account once the login has succeeded. */
  device: v.optional(v.string()),
  /** Whose limits count for it, where they are not those of unknown devices. */
  knownAs: v.optional(v.string()),
  /** Of a confirmation: what the code may be used for. */
  confirms: v.optional(confirmationPurpose),
  /** Of a change: the address until now, and the one wanted. */
  oldAddress: v.optional(v.nullable(v.string())),
  newAddress: v.optional(v.string()),
})

export type EmailDetails = v.InferOutput<typeof details>

/** `refused` is the end of a device somebody did not want. */
export type EmailState = 'device' | 'code' | 'primary' | 'secondary' | 'refused'

export function detailsOf(flow: Flow): EmailDetails {
  return v.parse(details, flow.details)
}
