import { sendEvent, type TelemetryEvent, telemetryEvent } from '@latchkey/wire/http/telemetry'
import * as v from 'valibot'
import { parseBoundedJson } from '../../api/boundedJson.js'
import { Refusal } from '../../api/Refusal.js'
import { type RawRoute, type Route, route } from '../../api/route.js'
import type { Telemetry } from '../../telemetry/createTelemetry.js'

/** Browsers send no more than this with a beacon. */
const BEACON_BYTES = 65_536

export function telemetryRoutes(telemetry: Telemetry): Route[] {
  return [
    route(sendEvent, async (event, caller) => {
      await telemetry.keep([event], caller)
      return undefined
    }),
  ]
}

/** Many events at once, as a page sends them when it closes; nobody reads the answer. */
export function telemetryRawRoutes(telemetry: Telemetry): RawRoute[] {
  return [
    {
      name: 'sendEvents',
      method: 'POST',
      path: '/batch',
      bodyLimit: BEACON_BYTES,
      rate: 'telemetry',
      async handle({ body }, caller) {
        const events = parseBoundedJson(body)
        if (!Array.isArray(events)) throw new Refusal(400, 'body', 'Not a list of events.')
        await telemetry.keep(events.flatMap(readEvent), caller)
        return new Response(null)
      },
    },
  ]
}

/** One bad event does not take the others with it. */
function readEvent(value: unknown): TelemetryEvent[] {
  const result = v.safeParse(telemetryEvent, value)
  return result.success ? [result.output] : []
}
