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

/** Log-in by email. Every call has the project id in `x-project-id`. */

/** Purpose of a code. */
export const codePurpose = v.picklist(['login', 'confirm'])

/** Two digits shown in the frame and typed on the page that the device link opens. */
const deviceNumber = v.pipe(v.string(), v.regex(/^\d{2}$/))

/**
 * Mails a code, or a link if the device must be approved first. Unknown and rate-limited addresses get
 * the same response. A repeated `binding` continues the log-in and mails again; the last code counts.
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
    /** Required after `PROVE_WORK`. */
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
    /** No mail is sent yet: repeat the call with a proof of this work to get the action in `next`. */
    v.object({
      action: v.literal('PROVE_WORK'),
      challenge: workChallenge,
      bits: workBits,
      next: v.picklist(['VERIFY_OTP', 'VERIFY_DEVICE']),
    }),
  ]),
  caching: 'personal',
})

/** Waits up to 25 s until the link for a new device is opened; then the code is mailed. */
export const awaitDevice = defineEndpoint({
  name: 'awaitDevice',
  method: 'POST',
  path: '/api/email/device',
  body: v.object({ flowId, secret: flowSecret }),
  response: v.object({
    state: v.picklist(['waiting', 'approved', 'refused']),
    /** With `approved` only: when the mailed code expires. */
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

/** Proves that the user who requested a confirmation received the mail. */
export const confirmationProof = v.object({ flowId, secret: flowSecret, code: oneTimeCode })

export type ConfirmationProof = v.InferOutput<typeof confirmationProof>

/** What a code confirms. A code for one purpose is rejected for the other. */
export const confirmationPurpose = v.picklist(['sign', 'export'])

export type ConfirmationPurpose = v.InferOutput<typeof confirmationPurpose>

/** Logged in: mails a code to the account's address, to confirm a sensitive action. */
export const startConfirmation = defineEndpoint({
  name: 'startConfirmation',
  method: 'POST',
  path: '/api/email/confirm/start',
  body: v.object({ binding: flowBinding, purpose: v.optional(confirmationPurpose, 'sign') }),
  response: v.object({ flowId, codeLength, expiresAt: v.number() }),
  caching: 'personal',
})

/** Logged in: the session counts as a recent log-in for five minutes. Needs a code for `sign`. */
export const confirmPresence = defineEndpoint({
  name: 'confirmPresence',
  method: 'POST',
  path: '/api/email/confirm',
  body: confirmationProof,
  response: v.object({ until: v.number() }),
  caching: 'personal',
})

/**
 * Logged in: starts a change of the email address, signed by the key of the frame that logged in. An
 * account without an address skips to the code for the new one.
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

/** The text that the frame's key signs to change the email address. */
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

/** Verifies the code sent to the old address; then the new address gets its code. */
export const verifyPrimary = defineEndpoint({
  name: 'verifyPrimary',
  method: 'POST',
  path: '/api/email/update/primary',
  body: v.object({ flowId, secret: flowSecret, code: oneTimeCode }),
  response: v.object({ codeLength, expiresAt: v.number() }),
  caching: 'personal',
})

/** Verifies the code sent to the new address. Ends all other sessions and notifies the old address. */
export const verifySecondary = defineEndpoint({
  name: 'verifySecondary',
  method: 'POST',
  path: '/api/email/update/secondary',
  body: v.object({ flowId, secret: flowSecret, code: oneTimeCode }),
  response: v.object({ newEmail: v.string() }),
  caching: 'personal',
})
