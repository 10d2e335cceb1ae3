import * as v from 'valibot'

/** Prefixes of messages from the page to the login frame, and from the frame to the page. */
export const appPrefix = '@w3m-app/'
export const framePrefix = '@w3m-frame/'

/** The protocol version, sent in the frame's URL. */
export const frameVersion = '4'

/** 128 random bits; a response has the id of its request. */
export const messageId = v.pipe(v.string(), v.regex(/^[0-9a-f]{32}$/))

/**
 * The frame's first message, and its only one by `window.postMessage`. Empty, because the frame does
 * not know the page's origin yet.
 */
export const ready = v.strictObject({
  type: v.literal(`${framePrefix}READY`),
  payload: v.strictObject({ version: v.string() }),
})

/**
 * The page's response to `READY`, posted to the frame's exact origin with one MessagePort. All later
 * messages use that port.
 */
export const handshake = v.strictObject({
  id: messageId,
  type: v.literal(`${appPrefix}HANDSHAKE`),
})

/** The frame's first message on the port; from then on it responds to requests. */
export const handshakeAccepted = v.strictObject({
  id: messageId,
  type: v.literal(`${framePrefix}HANDSHAKE_SUCCESS`),
})

/** The frame rejects the page, because its origin is not in the project. */
export const handshakeRejected = v.strictObject({
  id: messageId,
  type: v.literal(`${framePrefix}HANDSHAKE_ERROR`),
  payload: v.strictObject({ message: v.string() }),
})

export type Ready = v.InferOutput<typeof ready>
export type Handshake = v.InferOutput<typeof handshake>
