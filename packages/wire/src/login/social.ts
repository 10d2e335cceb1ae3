import * as v from 'valibot'
import { socialProvider } from '../frame/requests.js'
import { defineEndpoint } from '../http/endpoint.js'
import { webAddress } from '../http/fields.js'
import {
  deviceId,
  flowBinding,
  flowId,
  flowSecret,
  matchNumber,
  sessionGrant,
  siteOrigin,
} from './fields.js'

/** Log-in with a social account. */

/**
 * Starts a log-in: `uri` is the page of the login site that the window opens before the provider.
 * `deviceId` lets the window say whether the wallet would be set up on a new device.
 */
export const startSocial = defineEndpoint({
  name: 'startSocial',
  method: 'POST',
  path: '/api/social/start',
  body: v.object({
    provider: socialProvider,
    binding: flowBinding,
    origin: siteOrigin,
    deviceId,
    /** For a log-in without a window: the page returns here with `result_uri` in its URL. */
    returnTo: v.optional(v.pipe(v.string(), v.maxLength(2_048), v.url())),
  }),
  response: v.object({ flowId, uri: webAddress, expiresAt: v.number() }),
  caching: 'personal',
})

/**
 * Completes a log-in. The window sends the ticket to the frame over a port within the login site; the
 * number is the fallback for a window that cannot find its frame.
 */
export const finishSocial = defineEndpoint({
  name: 'finishSocial',
  method: 'POST',
  path: '/api/social/finish',
  body: v.object({
    flowId,
    secret: flowSecret,
    proof: v.variant('kind', [
      v.object({
        kind: v.literal('ticket'),
        ticket: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
      }),
      v.object({ kind: v.literal('number'), number: matchNumber }),
    ]),
  }),
  response: sessionGrant,
  caching: 'personal',
})

/** Waits up to 25 s. `confirm` means the window shows a number to type in the frame. */
export const awaitSocial = defineEndpoint({
  name: 'awaitSocial',
  method: 'POST',
  path: '/api/social/wait',
  body: v.object({ flowId, secret: flowSecret }),
  response: v.variant('state', [
    v.object({ state: v.literal('waiting') }),
    v.object({ state: v.literal('confirm') }),
    v.object({ state: v.literal('failed'), reason: v.string() }),
    v.object({ state: v.literal('abandoned') }),
  ]),
  caching: 'personal',
})

/** First message from the returned window to the login frame, both on the login origin. */
export const windowHello = v.strictObject({
  type: v.literal('latchkey/social-window'),
  flowId,
})

/** The frame's response on the port; proves that it started this log-in. */
export type FrameAnswer = { readonly secret: string }

/** Then the window sends the ticket, and the frame confirms it. */
export const windowTicket = v.strictObject({
  ticket: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
})

/**
 * Starts a Farcaster log-in: `url` is for the QR code. It is a page of the login site that names the
 * requesting site, shows a number and then opens the app.
 */
export const startFarcaster = defineEndpoint({
  name: 'startFarcaster',
  method: 'POST',
  path: '/api/farcaster/start',
  body: v.object({ binding: flowBinding, origin: siteOrigin }),
  response: v.object({ flowId, url: webAddress, expiresAt: v.number() }),
  caching: 'personal',
})

/** Checks the number from that page. The app's relay is not contacted before it is correct. */
export const matchFarcaster = defineEndpoint({
  name: 'matchFarcaster',
  method: 'POST',
  path: '/api/farcaster/match',
  body: v.object({ flowId, secret: flowSecret, number: matchNumber }),
  caching: 'personal',
})

/** Waits up to 25 s, first for the page, then for the signature from the Farcaster app. */
export const awaitFarcaster = defineEndpoint({
  name: 'awaitFarcaster',
  method: 'POST',
  path: '/api/farcaster/wait',
  body: v.object({ flowId, secret: flowSecret }),
  response: v.variant('state', [
    v.object({ state: v.literal('waiting') }),
    v.object({ state: v.literal('confirm') }),
    v.object({ state: v.literal('failed'), reason: v.string() }),
    v.object({ state: v.literal('done'), grant: sessionGrant }),
  ]),
  caching: 'personal',
})
