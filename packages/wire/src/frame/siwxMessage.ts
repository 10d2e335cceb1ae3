import * as v from 'valibot'

const text = (length: number) => v.pipe(v.string(), v.maxLength(length))

/** Placeholder for the address in a message created before the account is known. */
export const addressPlaceholder = '<<AccountAddress>>'

/** A sign-in message (specification §3) that the frame signs at log-in. */
export const siwxMessage = v.strictObject({
  accountAddress: text(128),
  chainId: text(128),
  domain: text(255),
  uri: text(2_048),
  version: text(16),
  nonce: text(256),
  statement: v.optional(text(300)),
  resources: v.optional(v.pipe(v.array(text(200)), v.maxLength(20))),
  requestId: v.optional(text(256)),
  issuedAt: v.optional(text(64)),
  expirationTime: v.optional(text(64)),
  notBefore: v.optional(text(64)),
  serializedMessage: v.optional(text(16_384)),
})

export type SiwxMessage = v.InferOutput<typeof siwxMessage>
