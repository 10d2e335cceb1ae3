import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import type { OrderReport } from '../OnrampDriver.js'
import { meldStatuses } from './meldDriver.js'

/** How far the time of a webhook may differ from ours; older ones are replays. */
const windowMs = 300_000

const event = v.object({
  eventType: v.string(),
  eventId: v.string(),
  payload: v.object({
    externalSessionId: v.optional(v.nullable(v.string())),
    paymentTransactionStatus: v.optional(v.nullable(v.string())),
  }),
})

/** Whether Meld signed this body for this URL within the last minutes. */
export function isMeldSignature(
  { headers, body }: { readonly headers: Headers; readonly body: string },
  { secret, url, now }: { readonly secret: string; readonly url: string; readonly now: number },
): boolean {
  const signature = headers.get('meld-signature') ?? ''
  const timestamp = headers.get('meld-signature-timestamp') ?? ''
  const sentAt = Date.parse(timestamp)
  if (!(Math.abs(now - sentAt) <= windowMs)) return false
  const expected = createHmac('sha256', secret).update(`${timestamp}.${url}.${body}`).digest()
  const given = Buffer.from(signature, 'base64url')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/** The order and its status; undefined for events about other things. */
export function parseMeldEvent(
  body: unknown,
): { readonly id: string; readonly report: OrderReport } | undefined {
  const parsed = v.safeParse(event, body)
  if (!parsed.success || !parsed.output.eventType.startsWith('TRANSACTION_CRYPTO_')) {
    return undefined
  }
  const { externalSessionId: id, paymentTransactionStatus } = parsed.output.payload
  const status = paymentTransactionStatus ? meldStatuses.get(paymentTransactionStatus) : undefined
  return id && status ? { id, report: { status } } : undefined
}
