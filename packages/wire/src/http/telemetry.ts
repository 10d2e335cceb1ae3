import * as v from 'valibot'
import { defineEndpoint } from './endpoint.js'
import { label } from './fields.js'

/** Allowed event properties. All others are dropped before an event is stored. */
export const telemetryProperties = v.object({
  connected: v.optional(v.boolean()),
  method: v.optional(label),
  name: v.optional(label),
  platform: v.optional(label),
  network: v.optional(label),
  namespace: v.optional(label),
  provider: v.optional(label),
  view: v.optional(label),
  type: v.optional(label),
  badge: v.optional(label),
  explorerId: v.optional(label),
  walletRank: v.optional(v.number()),
  displayIndex: v.optional(v.number()),
  reconnect: v.optional(v.boolean()),
  isSmartAccount: v.optional(v.boolean()),
  accountType: v.optional(label),
  code: v.optional(label),
})

export const telemetryEvent = v.object({
  eventId: v.pipe(v.string(), v.uuid('Not an event id.')),
  /** The page's URL without query and fragment, which may contain personal data. */
  url: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(2_048),
      v.transform((url) => url.split(/[?#]/, 1)[0] ?? ''),
    ),
  ),
  domain: v.pipe(v.string(), v.maxLength(253)),
  timestamp: v.union([v.number(), v.pipe(v.string(), v.isoTimestamp())]),
  props: v.object({
    type: v.picklist(['track', 'error']),
    event: v.pipe(v.string(), v.regex(/^[A-Z0-9_]{1,64}$/, 'Not an event name.')),
    properties: v.optional(telemetryProperties),
  }),
})

export type TelemetryEvent = v.InferOutput<typeof telemetryEvent>

export const sendEvent = defineEndpoint({
  name: 'sendEvent',
  method: 'POST',
  path: '/e',
  body: telemetryEvent,
  caching: 'personal',
})

/** Sends several events. An invalid one becomes null and does not affect the others. */
export const sendEvents = defineEndpoint({
  name: 'sendEvents',
  method: 'POST',
  path: '/batch',
  items: v.array(v.fallback(v.nullable(telemetryEvent), null)),
  caching: 'personal',
})
