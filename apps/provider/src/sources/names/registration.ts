import * as v from 'valibot'
import { ApiError } from '../../errors/ApiError.js'
import { parseBoundedJson } from '../../http/boundedJson.js'

/** How long after its timestamp a message can register a name. */
const messageLifetimeSeconds = 600
/** How far ahead a visitor's clock may be. */
const clockSkewSeconds = 60

const seconds = v.pipe(v.number(), v.integer(), v.minValue(0))

/**
 * The signed JSON. Optional fields must match the request; `nonce` makes two messages of one second
 * differ. Other fields are rejected, so that everything signed takes effect.
 */
const messageSchema = v.strictObject({
  name: v.string(),
  attributes: v.optional(v.record(v.string(), v.unknown()), {}),
  timestamp: seconds,
  address: v.optional(v.string()),
  coin_type: v.optional(seconds),
  origin: v.optional(v.string()),
  nonce: v.optional(v.pipe(v.string(), v.regex(/^[\w-]{8,64}$/))),
  expiry: v.optional(seconds),
})

type RegistrationMessage = v.InferOutput<typeof messageSchema>

const bio = v.pipe(v.string(), v.maxLength(255), v.regex(/^[\w@:/.\-?&=+ ]*$/))
const attributesSchema = v.strictObject({ bio: v.optional(bio) })

export function parseMessage(text: string): RegistrationMessage {
  const parsed = v.safeParse(messageSchema, parseJson(text))
  if (parsed.success) return parsed.output
  throw new ApiError(400, 'message', 'The signed message is not a registration of a name.')
}

function parseJson(text: string): unknown {
  try {
    return parseBoundedJson(text)
  } catch {
    return undefined
  }
}

export function checkTime({ timestamp, expiry }: RegistrationMessage, now: number): void {
  const age = Math.floor(now / 1_000) - timestamp
  const isExpired = expiry !== undefined && Math.floor(now / 1_000) > expiry
  if (age > messageLifetimeSeconds || age < -clockSkewSeconds || isExpired) {
    throw new ApiError(400, 'timestamp', 'The signed message is too old. Please try again.')
  }
}

export function checkAttributes({ attributes }: RegistrationMessage): Record<string, string> {
  const parsed = v.safeParse(attributesSchema, attributes)
  if (!parsed.success) {
    throw new ApiError(400, 'attributes', 'A name can only have a short "bio" of plain characters.')
  }
  return parsed.output.bio === undefined ? {} : { bio: parsed.output.bio }
}

/** Fields in both the message and the request must match. */
export function checkBinding(
  { address, coin_type: coinType, origin }: RegistrationMessage,
  request: {
    readonly address: string
    readonly coinType: number
    readonly origin: string | undefined
  },
): void {
  const differing = [
    address !== undefined && address.toLowerCase() !== request.address.toLowerCase() && 'address',
    coinType !== undefined && coinType !== request.coinType && 'coin_type',
    origin !== undefined && origin !== request.origin && 'origin',
  ].find((field) => field !== false)
  if (differing) {
    throw new ApiError(400, differing, 'The signed message was made for another request.')
  }
}
