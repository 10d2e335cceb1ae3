import { ApiError } from '../../errors/ApiError.js'
import { parseBoundedJson } from '../../http/boundedJson.js'
import type { RawRoute } from '../../http/route.js'
import { isMeldSignature, parseMeldEvent } from '../../sources/onramp/drivers/meldWebhook.js'
import type { OnrampParts } from './index.js'

const path = '/onramp/webhooks/meld'

/** Where hosted services report purchases. Only signed reports count, and each only once. */
export function webhookRoutes({ meldSecret, follower, clock }: OnrampParts): RawRoute[] {
  if (meldSecret === undefined) return []
  return [
    {
      name: 'onrampWebhook',
      method: 'POST',
      path,
      bodyLimit: 65_536,
      isOpen: true,
      writes: true,
      async handle(request, { publicUrl, signal }) {
        const signed = { secret: meldSecret, url: `${publicUrl}${path}`, now: clock.now() }
        if (!isMeldSignature(request, signed)) {
          throw new ApiError(401, 'signature', 'The signature is missing, wrong or too old.')
        }
        const event = parseMeldEvent(parseBoundedJson(request.body))
        if (event) await follower.receive(event.id, event.report, signal)
        return new Response(null, { status: 204 })
      },
    },
  ]
}
