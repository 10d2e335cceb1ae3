import * as v from 'valibot'

/** The protocol of a key holder: JSON over mutual TLS, POST to each path. */
const bytes = (maxBytes: number) =>
  v.pipe(
    v.string(),
    v.maxLength(Math.ceil(maxBytes / 3) * 4),
    v.regex(/^[A-Za-z0-9+/]*={0,2}$/),
    v.transform((text): Buffer => Buffer.from(text, 'base64')),
  )
const keyId = v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/))
const context = v.pipe(v.string(), v.minLength(1), v.maxLength(256))
const box = bytes(4_096)
const plain = bytes(1_024)
const sealed = v.strictObject({ keyId, box })

export const holderCalls = {
  current: {
    path: '/v1/current',
    request: v.strictObject({}),
    response: v.strictObject({ keyId }),
  },
  has: {
    path: '/v1/has',
    request: v.strictObject({ keyId }),
    response: v.strictObject({ isKnown: v.boolean() }),
  },
  seal: { path: '/v1/seal', request: v.strictObject({ plain, context }), response: sealed },
  open: {
    path: '/v1/open',
    request: v.strictObject({ keyId, box, context }),
    response: v.strictObject({ plain }),
  },
  reseal: {
    path: '/v1/reseal',
    request: v.strictObject({ keyId, box, context }),
    response: sealed,
  },
}

export type HolderCall = keyof typeof holderCalls
export type HolderRequest<call extends HolderCall> = v.InferOutput<
  (typeof holderCalls)[call]['request']
>
export type HolderResponse<call extends HolderCall> = v.InferOutput<
  (typeof holderCalls)[call]['response']
>

export const holderFailure = v.strictObject({
  error: v.picklist(['key-unknown', 'not-authentic', 'limited', 'unavailable', 'bad-request']),
  retryAfterMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0))),
})

export type HolderFailure = v.InferOutput<typeof holderFailure>

/** Enough for a request with the longest fields. */
export const maxBodyBytes = 8_192

/** Encodes bytes as base64. */
export function toJson(value: object): string {
  return JSON.stringify(
    Object.fromEntries(
      Object.entries(value).map(([name, field]) => [
        name,
        field instanceof Uint8Array ? Buffer.from(field).toString('base64') : field,
      ]),
    ),
  )
}
