import { sendEvent, sendEvents } from '@latchkey/wire/http/telemetry'
import { type Route, route } from '../../http/route.js'
import type { Telemetry } from '../../telemetry/createTelemetry.js'

export function telemetryRoutes(telemetry: Telemetry): Route[] {
  return [
    route(sendEvent, async (event, caller) => {
      await telemetry.store([event], caller)
      return undefined
    }),
    route(sendEvents, async ({ items }, caller) => {
      await telemetry.store(
        items.filter((event) => event !== null),
        caller,
      )
      return undefined
    }),
  ]
}
