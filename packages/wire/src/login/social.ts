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

/** Login by somebody else's account. */

/**
 * Starts a log-in: `uri` is where the window goes, a page of the login site that leads on to the
 * provider. `deviceId` tells the window whether the wallet would be set up on a new device.
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
    /** The whole page goes to the provider and comes back here, with `result_uri` in its address. */
    returnTo: v.optional(v.pipe(v.string(), v.maxLength(2_048), v.url())),
  }),
  response: v.object({ flowId, uri: webAddress, expiresAt: v.number() }),
  caching: 'personal',
})

/**
 * Ends a log-in. The ticket comes from the window over a port between documents of the login site; the
 * number is the fallback for a window that could not find its frame.
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

/** What the window that came back and the login frame say to each other, both on the login origin. */
export const windowHello = v.strictObject({
  type: v.literal('latchkey/social-window'),
  flowId,
})

/** The frame's answer on the port: shows that it started this log-in. */
export type FrameAnswer = { readonly secret: string }

/** Then the window hands over the ticket, and the frame says that it has it. */
export const windowTicket = v.strictObject({
  ticket: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
})

/**
 * Starts a Farcaster log-in: `url` goes into the code a phone scans. It is a page of the login site that
 * names the asking site, shows a number and then leads to the app.
 */
export const startFarcaster = defineEndpoint({
  name: 'startFarcaster',
  method: 'POST',
  path: '/api/farcaster/start',
  body: v.object({ binding: flowBinding, origin: siteOrigin }),
  response: v.object({ flowId, url: webAddress, expiresAt: v.number() }),
  caching: 'personal',
})

/** The number from that page. Nothing is asked of the app's relay before it was right. */
export const matchFarcaster = defineEndpoint({
  name: 'matchFarcaster',
  method: 'POST',
  path: '/api/farcaster/match',
  body: v.object({ flowId, secret: flowSecret, number: matchNumber }),
  caching: 'personal',
})

/** Waits up to 25 s for the page, then for the signature from the Farcaster app. */
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
