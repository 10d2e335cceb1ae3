import * as v from 'valibot'
import { emailAddress, oneTimeCode } from '../frame/requests.js'
import { defineEndpoint } from '../http/endpoint.js'
import {
  codeLength,
  deviceKey,
  flowBinding,
  flowId,
  flowSecret,
  frameSignature,
  sessionGrant,
  siteOrigin,
} from './fields.js'
import { workBits, workChallenge, workProof } from './work.js'

/** Login by email. Every call carries the project in `x-project-id`. */

/** What a code is for: the frame shows the same screen for each. */
export const codePurpose = v.picklist(['login', 'confirm'])

/** Two digits shown in the frame and asked for on the page a device's link leads to. */
const deviceNumber = v.pipe(v.string(), v.regex(/^\d{2}$/))

/**
 * Sends a code, or to a device that has to be approved first a link. The answer is the same for
 * addresses nobody has used yet, and for those that have been sent too much already. Asking again with
 * the same `binding` goes on with the same login and sends anew; the last code counts.
 */
export const startEmail = defineEndpoint({
  name: 'startEmail',
  method: 'POST',
  path: '/api/email/start',
  body: v.object({
    email: emailAddress,
    binding: flowBinding,
    origin: siteOrigin,
    deviceKey: v.optional(deviceKey),
    /** After `PROVE_WORK`. */
    work: v.optional(workProof),
  }),
  response: v.variant('action', [
    v.object({
      action: v.literal('VERIFY_OTP'),
      flowId,
      codeLength,
      /** Milliseconds since the epoch, on the server's clock. */
      expiresAt: v.number(),
    }),
    v.object({
      action: v.literal('VERIFY_DEVICE'),
      flowId,
      number: deviceNumber,
      expiresAt: v.number(),
    }),
    /** Nothing is sent yet: the same call with a proof of this work gets the action in `next`. */
    v.object({
      action: v.literal('PROVE_WORK'),
      challenge: workChallenge,
      bits: workBits,
      next: v.picklist(['VERIFY_OTP', 'VERIFY_DEVICE']),
    }),
  ]),
  caching: 'personal',
})

/** Waits up to 25 s for the link of a new device to be followed; the code is sent then. */
export const awaitDevice = defineEndpoint({
  name: 'awaitDevice',
  method: 'POST',
  path: '/api/email/device',
  body: v.object({ flowId, secret: flowSecret }),
  response: v.object({
    state: v.picklist(['waiting', 'approved', 'refused']),
    /** With `approved` only: until when the code counts that was sent then. */
    expiresAt: v.optional(v.number()),
    codeLength,
  }),
  caching: 'personal',
})

export const verifyEmail = defineEndpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/api/email/verify',
  body: v.object({ flowId, secret: flowSecret, code: oneTimeCode }),
  response: sessionGrant,
  caching: 'personal',
})

/** Shows that the person who asked for a confirmation has read its mail. */
export const confirmationProof = v.object({ flowId, secret: flowSecret, code: oneTimeCode })

export type ConfirmationProof = v.InferOutput<typeof confirmationProof>

/** What a code confirms. One mailed for the one is refused for the other. */
export const confirmationPurpose = v.picklist(['sign', 'export'])

export type ConfirmationPurpose = v.InferOutput<typeof confirmationPurpose>

/** Signed in: asks for a code to the address on file, so that something delicate may follow. */
export const startConfirmation = defineEndpoint({
  name: 'startConfirmation',
  method: 'POST',
  path: '/api/email/confirm/start',
  body: v.object({ binding: flowBinding, purpose: v.optional(confirmationPurpose, 'sign') }),
  response: v.object({ flowId, codeLength, expiresAt: v.number() }),
  caching: 'personal',
})

/** Signed in: the session counts as freshly logged in for five minutes. Takes a code for `sign`. */
export const confirmPresence = defineEndpoint({
  name: 'confirmPresence',
  method: 'POST',
  path: '/api/email/confirm',
  body: confirmationProof,
  response: v.object({ until: v.number() }),
  caching: 'personal',
})

/**
 * Signed in: starts a change of address, signed by the key of the frame that logged in. An account
 * without an address goes straight to the code for the new one.
 */
export const startEmailUpdate = defineEndpoint({
  name: 'startEmailUpdate',
  method: 'POST',
  path: '/api/email/update/start',
  body: v.object({ email: emailAddress, binding: flowBinding, signature: frameSignature }),
  response: v.object({
    flowId,
    action: v.picklist(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
    codeLength,
    expiresAt: v.number(),
  }),
  caching: 'personal',
})

/** What the frame's key signs to change the address. */
export function addressText({
  accountId,
  email,
  binding,
}: {
  readonly accountId: string
  readonly email: string
  readonly binding: string
}): string {
  return ['latchkey change address v1', accountId, email, binding].join('\n')
}

/** The code sent to the old address; the new one gets its code then. */
export const verifyPrimary = defineEndpoint({
  name: 'verifyPrimary',
  method: 'POST',
  path: '/api/email/update/primary',
  body: v.object({ flowId, secret: flowSecret, code: oneTimeCode }),
  response: v.object({ codeLength, expiresAt: v.number() }),
  caching: 'personal',
})

/** The code sent to the new address. All other sessions end, and the old address is told. */
export const verifySecondary = defineEndpoint({
  name: 'verifySecondary',
  method: 'POST',
  path: '/api/email/update/secondary',
  body: v.object({ flowId, secret: flowSecret, code: oneTimeCode }),
  response: v.object({ newEmail: v.string() }),
  caching: 'personal',
})
