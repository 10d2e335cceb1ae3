import * as v from 'valibot'
import { socialProvider } from '../frame/requests.js'
import { defineEndpoint } from '../http/endpoint.js'
import { webAddress } from '../http/fields.js'
import { flowBinding, flowId, flowSecret, sessionGrant, siteOrigin } from './fields.js'

/** Login by somebody else's account. */

/**
 * Begins a login: `uri` is where the window goes, a page of the login site that leads on to the
 * provider. `number` is what a window without its opener shows, for the person to compare.
 */
export const startSocial = defineEndpoint({
  name: 'startSocial',
  method: 'POST',
  path: '/api/social/start',
  body: v.object({
    provider: socialProvider,
    binding: flowBinding,
    origin: siteOrigin,
    /** The whole page goes to the provider and comes back here, with `result_uri` in its address. */
    returnTo: v.optional(v.pipe(v.string(), v.maxLength(2_048), v.url())),
  }),
  response: v.object({
    flowId,
    uri: webAddress,
    number: v.pipe(v.string(), v.regex(/^\d{2}$/)),
    expiresAt: v.number(),
  }),
  caching: 'personal',
})

/**
 * The way a login ended, as the window that was sent to the provider told its opener: an address of
 * the login site, `/social?flow=…&ticket=…`, or with `error=…`.
 */
export const finishSocial = defineEndpoint({
  name: 'finishSocial',
  method: 'POST',
  path: '/api/social/finish',
  body: v.object({
    flowId,
    secret: flowSecret,
    /** Proves that the window which came back is of this browser. */
    ticket: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
  }),
  response: sessionGrant,
  caching: 'personal',
})

/**
 * For a window that lost its opener: waits up to 25 s. `confirm` means the person has to press the
 * number in the window; `done` comes with the ticket once that was right.
 */
export const awaitSocial = defineEndpoint({
  name: 'awaitSocial',
  method: 'POST',
  path: '/api/social/wait',
  body: v.object({ flowId, secret: flowSecret }),
  response: v.variant('state', [
    v.object({ state: v.literal('waiting') }),
    v.object({ state: v.literal('confirm') }),
    v.object({ state: v.literal('done'), ticket: v.string() }),
    v.object({ state: v.literal('failed'), reason: v.string() }),
    v.object({ state: v.literal('abandoned') }),
  ]),
  caching: 'personal',
})

/** Begins a Farcaster login: `url` goes into the code a phone scans. */
export const startFarcaster = defineEndpoint({
  name: 'startFarcaster',
  method: 'POST',
  path: '/api/farcaster/start',
  body: v.object({ binding: flowBinding, origin: siteOrigin }),
  response: v.object({ flowId, url: webAddress, expiresAt: v.number() }),
  caching: 'personal',
})

/** Waits up to 25 s for the signature from the Farcaster app. */
export const awaitFarcaster = defineEndpoint({
  name: 'awaitFarcaster',
  method: 'POST',
  path: '/api/farcaster/wait',
  body: v.object({ flowId, secret: flowSecret }),
  response: v.variant('state', [
    v.object({ state: v.literal('waiting') }),
    v.object({ state: v.literal('failed'), reason: v.string() }),
    v.object({ state: v.literal('done'), grant: sessionGrant }),
  ]),
  caching: 'personal',
})
